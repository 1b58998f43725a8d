import type { ReactNode } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { messages } from "../messages/messages.ts";
import styles from "./finding-changes.module.css";

export type FindingChange = NonNullable<ApiAnswer<"rules.preview">["findings"]>[number];

const words = messages.feeds;

/** What a change does to the findings of the feed's channels: rows that lose one, and rows that get one. */
export function FindingChanges({ findings }: { readonly findings: readonly FindingChange[] | null }): ReactNode {
  if (findings === null) return <p className={styles["none"]}>{words.findingsUncounted}</p>;
  if (findings.length === 0) return <p className={styles["none"]}>{words.findingsSame}</p>;
  return (
    <ul className={styles["findings"]} aria-label={words.findingsChange}>
      {findings.map(({ channel, code, field, message, cleared, caused }) => (
        <li key={`${channel} ${code} ${field ?? ""}`} className={styles["line"]}>
          <span>
            {message} <span className={styles["where"]}>{[channel, field].filter(Boolean).join(" · ")}</span>
          </span>
          <span className={styles["counts"]}>
            {cleared === 0 ? null : <span className={styles["cleared"]}>{words.cleared(cleared)}</span>}
            {caused === 0 ? null : <span className={styles["caused"]}>{words.caused(caused)}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
