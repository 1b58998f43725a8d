import type { Sql } from "../../kernel/sql.ts";
import { type Expression, text, when } from "../expression/expression.ts";
import { attachedSource } from "../plan/attached-value.ts";
import { chainQuery } from "../plan/chain-query.ts";
import { derivedFromCells } from "../plan/derived-cells.ts";
import type { FeedPlan } from "../plan/feed-plan.ts";
import { emptyLowering } from "../plan/lower-steps.ts";
import { literal, name, sql } from "../sql/fragment.ts";

/** Rows that a condition of the rule language is asked of. */
export interface AskedRows {
  /** `ord, row_id, product_id, s1…`, `c1…` where there are cells, and `f1…` where there are feed columns. */
  readonly rows: Sql;
  /** Source columns in the order of `s1…`. */
  readonly source: readonly string[];
  /** Source columns in the order of `c1…`: a cell stands for the platform's value. */
  readonly cells: readonly string[];
  /** Feed columns in the order of `f1…`; none unless said. */
  readonly output?: readonly string[];
  /** What `now_at_run()` answers, as TIMESTAMP. */
  readonly now: Sql;
}

const MARK = "x";
const MATCH = "match";

/**
 * `ord` of the rows that meet a condition which looks at single rows. It's compiled like a rule's, so that it means the same and its SQL
 * stays as long as the condition. The rows are marked first and filtered then: a filter above the chain would double its SQL.
 */
export function rowsMeeting(condition: Expression, { rows, source, cells, output = [], now }: AskedRows): Sql {
  const plan: FeedPlan = {
    ...{ source, cleanSource: [], output: [...output, MATCH], attributes: [] },
    attached: [{ side: "C", columns: cells }],
    stages: [
      { name: "cells", steps: [...cells.flatMap((column) => attachedSource("C", column)), ...derivedFromCells({ cells })] },
      { name: "rules", steps: [{ op: "assign", target: { side: "G", name: MATCH }, value: when(condition, text(MARK), text("")) }] },
    ],
  };
  const match = name(`f${output.length + 1}`);
  const chain = chainQuery({
    plan,
    steps: plan.stages.flatMap(({ steps }) => steps),
    base: () => sql`SELECT *, '' AS ${match}, CAST(NULL AS VARCHAR) AS reason FROM (${rows})`,
    lowering: emptyLowering(),
    options: { cellsMax: Infinity, file: nowhere, tables: new Map(), now },
  });
  return sql`WITH marked AS MATERIALIZED (SELECT ord, ${match} FROM (${chain.rows})) SELECT ord FROM marked WHERE ${match} = ${literal(MARK)}`;
}

/** Only what looks beyond the row, or doesn't fit a statement, is written to files. */
function nowhere(called: string): never {
  throw new RangeError(`a filter has no file for ${called}`);
}
