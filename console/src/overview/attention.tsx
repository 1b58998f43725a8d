import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { useCommands } from "../shell/commands.ts";
import { shortId } from "../shell/paths.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { Fault } from "../ui/states.tsx";
import { Time } from "../ui/time.tsx";
import { AttentionActions } from "./attention-actions.tsx";
import styles from "./overview.module.css";

const words = messages.overview;

export type AttentionItem = ApiAnswer<"shop.overview">["attention"][number];

/** A run that was discarded here, as it's called in requests. */
export interface Discarded {
  readonly id: string;
  readonly run_id: string;
}

/** What needs a person: a sentence, since when, and what settles it in the same row. */
export function Attention({ shopId, items }: { readonly shopId: string; readonly items: readonly AttentionItem[] }): ReactNode {
  const [discarded, setDiscarded] = useState<Discarded | undefined>();
  return (
    <>
      {discarded === undefined ? null : <TakeBack discarded={discarded} onDone={() => setDiscarded(undefined)} />}
      {items.length === 0 ? (
        <p className={styles["clear"]}>{words.allClear}</p>
      ) : (
        <ul className={styles["attention"]}>
          {items.map((item) => (
            <li key={`${item.code} ${item.object.id} ${item.message}`} className={styles["item"]} data-severity={item.severity}>
              <Icon name={item.severity === "error" ? "circle-alert" : "triangle-alert"} />
              <span className={styles["sentence"]}>
                <span className="visually-hidden">{words.severities[item.severity]}: </span>
                {item.message}
              </span>
              {item.since === null ? null : <Time at={item.since} />}
              <AttentionActions shopId={shopId} item={item} onDiscarded={setDiscarded} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function TakeBack({ discarded, onDone }: { readonly discarded: Discarded; readonly onDone: () => void }): ReactNode {
  const restore = useChange("runs.restore", { marks: ["runs.", "feeds.", "shop."] });
  const takeBack = () => restore.mutate({ path: { ...discarded }, body: {} }, { onSuccess: onDone });
  useCommands([{ id: "take back", label: words.undiscard(shortId(discarded.run_id)), keys: "Ctrl+z", group: words.title, run: takeBack }]);
  return (
    <div role="status" className={styles["undo"]}>
      {words.discarded(shortId(discarded.run_id))}
      <Button isPending={restore.isPending} onPress={takeBack}>
        {words.undo}
      </Button>
      <Fault error={restore.error} />
    </div>
  );
}
