import type { ReactNode } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { Icon } from "../ui/icon.tsx";
import { Time } from "../ui/time.tsx";
import { AttentionActions } from "./attention-actions.tsx";
import styles from "./overview.module.css";

export type AttentionItem = ApiAnswer<"shop.overview">["attention"][number];

/** What needs a person: a sentence, since when, and what settles it in the same row. */
export function Attention({ shopId, items }: { readonly shopId: string; readonly items: readonly AttentionItem[] }): ReactNode {
  return (
    <ul className={styles["attention"]}>
      {items.map((item) => (
        <li key={`${item.code} ${item.object.id} ${item.message}`} className={styles["item"]} data-severity={item.severity}>
          <Icon name={item.severity === "error" ? "circle-alert" : "triangle-alert"} />
          <span className={styles["sentence"]}>
            <span className="visually-hidden">{item.severity}: </span>
            {item.message}
          </span>
          {item.since === null ? null : <Time at={item.since} />}
          <AttentionActions shopId={shopId} item={item} />
        </li>
      ))}
    </ul>
  );
}
