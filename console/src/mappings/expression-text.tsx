import type { ReactNode } from "react";
import { call } from "../api/client.ts";
import type { Fault } from "../api/errors.ts";
import { useAsked } from "../api/queries.ts";
import { useFeed } from "../feeds/use-feed.ts";
import { messages } from "../messages/messages.ts";
import { LazyRuleText } from "../rules/lazy-rule-text.tsx";
import { useSettled } from "../ui/use-settled.ts";
import styles from "./mappings.module.css";

const words = messages.mappings;
const CHECK_MS = 120;

interface ExpressionTextProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly column: string;
  /** The mapping's expression, which begins with `=`. */
  readonly faults: readonly Fault[];
}

/** An expression over source columns, coloured like the rule that would set the column to it, with the mapping's own faults at their places. */
export function ExpressionText({ value, onChange, column, faults }: ExpressionTextProps): ReactNode {
  const { id } = useFeed();
  const before = `Set ${column} to `;
  const settled = useSettled(value, CHECK_MS);
  const check = useAsked(["rules.check", id, before, settled], () =>
    call("rules.check", { path: { feed_id: id }, body: { rule: { text: `${before}${settled}` } } }),
  );
  const isCurrent = !check.isPlaceholderData && settled === value;
  const spans = (check.data?.spans ?? [])
    .filter(({ start }) => start >= before.length)
    .map(({ start, end, kind }) => ({ start: start - before.length, end: end - before.length, kind }));
  const placed = faults.map(({ message, line, column: at }) => ({
    message,
    line: line ?? null,
    column: at === undefined ? null : line === 1 ? Math.max(1, at - 1) : at,
  }));
  return (
    <div className={styles["expression"]}>
      <span className={styles["label"]}>{words.expression}</span>
      <LazyRuleText value={value} onChange={onChange} check={isCurrent ? { spans, faults: placed } : undefined} label={words.expression} />
      {placed.length === 0 ? (
        <span className={styles["small"]}>{words.expressionHint}</span>
      ) : (
        <ul className={styles["faults"]} aria-label={words.faults}>
          {placed.map(({ message, line, column: at }) => (
            <li key={`${line ?? 0} ${at ?? 0} ${message}`}>{line === null || at === null ? message : words.faultAt(line, at, message)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
