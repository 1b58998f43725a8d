import type { ColumnScope } from "../expression/compile-expression.ts";
import { columnKey, type Side } from "../expression/expression.ts";
import { BLANK_TERM, type Term, textTerm, textWithin } from "../expression/term.ts";
import { name, sql } from "../sql/fragment.ts";
import type { Sql } from "../../kernel/sql.ts";
import { columnTypes } from "./column-types.ts";
import type { FeedPlan } from "./feed-plan.ts";

const SIDE_LETTERS: Readonly<Record<Exclude<Side, "T">, string>> = { D: "s", G: "f", L: "l", C: "c", O: "o" };

/** Where the plan's columns are. What the snapshot does not have reads as blank, what is not attached as no value. */
export function planScope(plan: FeedPlan, now: Sql, named: ReadonlyMap<string, Term>): ColumnScope {
  const types = columnTypes(plan);
  const places = new Map<string, string>();
  const place = (side: Exclude<Side, "T">, columns: readonly string[]): void =>
    columns.forEach((column, at) => places.set(columnKey({ side, name: column }), `${SIDE_LETTERS[side]}${at + 1}`));
  place("D", plan.source);
  place("G", plan.output);
  for (const { side, columns } of plan.attached) place(side, columns);
  return {
    now,
    column(side, column) {
      const key = columnKey({ side, name: column });
      const value = named.get(key);
      if (value !== undefined) return value;
      const found = places.get(key);
      const type = types.get(key) ?? "text";
      // What a step writes into an output column is cut to the bounds of a text.
      if (found !== undefined) return side === "G" ? textWithin(name(found), [], type) : textTerm(name(found), type);
      return side === "D" || side === "G" ? BLANK_TERM : textTerm(sql`CAST(NULL AS VARCHAR)`);
    },
  };
}
