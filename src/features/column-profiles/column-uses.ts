import { columnKey, columnsRead } from "../../engine/expression/expression.ts";
import type { FeedDefinition } from "../../engine/plan/feed-definition.ts";
import { expressionsOf } from "../../engine/plan/step-expressions.ts";
import { formatId, storedId } from "../../kernel/ids.ts";

/** The active rules that read and write each column, by its key. */
export interface ColumnUses {
  readonly read: ReadonlyMap<string, readonly string[]>;
  readonly written: ReadonlyMap<string, readonly string[]>;
}

export function columnUses({ rules }: FeedDefinition): ColumnUses {
  const read = new Map<string, string[]>();
  const written = new Map<string, string[]>();
  for (const { id, matched, steps } of rules) {
    const rule = formatId("rule", storedId("rule", id));
    const keys = new Set<string>();
    for (const expression of [...(matched === null ? [] : [matched]), ...steps.flatMap(expressionsOf)]) columnsRead(expression, keys);
    const targets = new Set(steps.flatMap((step) => ("target" in step ? [columnKey(step.target)] : [])));
    for (const key of keys) note(read, key, rule);
    for (const key of targets) note(written, key, rule);
  }
  return { read, written };
}

function note(uses: Map<string, string[]>, key: string, rule: string): void {
  uses.set(key, [...(uses.get(key) ?? []), rule]);
}
