import type { ReactNode } from "react";
import { useApi } from "../api/queries.ts";
import { RuleLink } from "../feeds/cause.tsx";
import { useFeed } from "../feeds/use-feed.ts";
import { formatCount } from "../messages/format.ts";
import { messages } from "../messages/messages.ts";
import { Answer } from "../ui/answer.tsx";
import styles from "./runs.module.css";

const words = messages.runs;

interface Step {
  readonly key: string;
  readonly name: ReactNode;
  readonly note: string;
  /** How many rows are still in after the step. */
  readonly left: number;
  /** By how many it changed that. */
  readonly moved: number;
}

/** What each step took out, brought back or changed, from the extracted rows to those in the file; the figures add up from line to line. */
export function RuleFlow({ path }: { readonly path: { readonly id: string; readonly run_id: string } }): ReactNode {
  const feed = useFeed();
  const lineage = useApi("runs.lineage", { path });
  return (
    <Answer of={lineage}>
      {({ total_count: total, included_count: included, rules }) => {
        // Runs of older versions have no counts between the rules; there, what's excluded for a rule's reason has to do.
        const movedBy = ({ included_before_count: before, included_after_count: after, ...rule }: (typeof rules)[number]): number =>
          before === null || after === null ? -rule.excluded_count : after - before;
        let left = included - rules.reduce((sum, rule) => sum + movedBy(rule), 0);
        const steps: Step[] = [
          { key: "all", name: words.extracted, note: "", left: total, moved: 0 },
          { key: "before", name: words.beforeRules, note: "", left, moved: left - total },
        ];
        for (const rule of rules) {
          const moved = movedBy(rule);
          left += moved;
          steps.push({
            key: rule.rule_id,
            name: (
              <>
                <RuleLink rule={rule.rule_id} at={feed} /> {rule.rule}
              </>
            ),
            note: rule.changed_count === 0 ? "" : words.rowsChanged(rule.changed_count),
            ...{ left, moved },
          });
        }
        steps.push({ key: "file", name: words.inFile, note: "", left: included, moved: 0 });
        return <Steps steps={steps} total={total} />;
      }}
    </Answer>
  );
}

function Steps({ steps, total }: { readonly steps: readonly Step[]; readonly total: number }): ReactNode {
  const share = (rows: number): string => `${total === 0 ? 0 : (100 * rows) / total}%`;
  return (
    <ol className={styles["flow"]} aria-label={words.steps}>
      {steps.map(({ key, name, note, left, moved }) => (
        <li key={key} className={styles["step"]}>
          <span className={styles["name"]} title={note}>
            {name}
            {note === "" ? null : <span className={styles["field"]}> · {note}</span>}
          </span>
          <span className={styles["track"]} aria-hidden="true">
            <span className={styles["bar"]} style={{ width: share(left) }} />
            <span className={styles["lost"]} style={{ width: share(Math.max(0, -moved)) }} />
          </span>
          <span className={styles["figure"]}>{formatCount(left)}</span>
          <span className={styles["figure"]}>{moved === 0 ? "" : `${moved > 0 ? "+" : "−"}${formatCount(Math.abs(moved))}`}</span>
        </li>
      ))}
    </ol>
  );
}
