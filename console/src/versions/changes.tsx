import type { ReactNode } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { RuleLink } from "../feeds/cause.tsx";
import { useFeed } from "../feeds/use-feed.ts";
import { messages } from "../messages/messages.ts";
import { CatalogText } from "../ui/catalog-text.tsx";
import styles from "./versions.module.css";

const words = messages.versions;

type Change = ApiAnswer<"config.compare">["changes"][number];

const SHOWN_MAX = 200;

/** Changes of a definition, one a line, by the part they are in. */
export function Changes({ changes }: { readonly changes: readonly Change[] }): ReactNode {
  const feed = useFeed();
  if (changes.length === 0) return <p>{words.nothingDiffers}</p>;
  return (
    <ul className={styles["changes"]}>
      {changes.slice(0, SHOWN_MAX).map((change) => (
        <li key={`${change.section} ${change.path} ${change.action}`}>
          <span className={styles["section"]}>
            {words.sections[change.section]} · {words.actions[change.action]}
          </span>
          <span>
            <CatalogText>{change.summary}</CatalogText>
            {change.rule_id === null || change.action === "removed" ? null : (
              <>
                {" "}
                (<RuleLink rule={change.rule_id} at={feed} />)
              </>
            )}
          </span>
        </li>
      ))}
      {changes.length > SHOWN_MAX ? <li>{words.andMore(changes.length - SHOWN_MAX)}</li> : null}
    </ul>
  );
}
