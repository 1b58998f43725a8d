import type { Sql } from "../../kernel/sql.ts";
import type { ColumnScope } from "../expression/compile-expression.ts";
import { join, list, name, sql } from "../sql/fragment.ts";
import { CARRIED_KEYS, carriedValues } from "./carried-columns.ts";
import { type AsideFile, type ChainBase, type ChainOptions, chainQuery, splits } from "./chain-query.ts";
import type { FeedPlan } from "./feed-plan.ts";
import { planScope } from "./plan-scope.ts";
import { excludingRule, plainReason } from "./layer-select.ts";
import { emptyLowering } from "./lower-steps.ts";

/**
 * The one relation every question about a feed is asked of: the snapshot, transformed. One row per source row (or per item, where a
 * rule splits rows), excluded ones too, in feed order, with `ord, row_id, product_id, item?, reason, excluded_by,
 * f1…, its_…`. `excluded_by` is the rule that excluded the row.
 */
export interface TransformInput {
  /** `source.parquet` of the snapshot, or a table with its columns. */
  readonly source: Sql;
  /** Aligned to `ord`, with columns `l1…`, `c1…`, `o1…`; for the attached sides that have columns. */
  readonly attached: readonly Sql[];
}

export interface Transform {
  /** Statements that write checkpoints and asides, in order; each is a COPY to a file that a later one reads. */
  readonly statements: readonly Sql[];
  /** SELECT of the transformed relation. */
  readonly rows: Sql;
  readonly asides: readonly AsideFile[];
}

/** Memory one column of one layer takes per thread, measured; a quarter of the limit is what the layers may take together. */
const LAYER_COLUMN_BYTES = 32 * 1024;

export function checkpointCells(memoryLimitBytes: number, threads: number): number {
  return Math.max(256, Math.floor(memoryLimitBytes / 4 / LAYER_COLUMN_BYTES / threads));
}

export function transformQuery(plan: FeedPlan, input: TransformInput, options: ChainOptions): Transform {
  const steps = plan.stages.flatMap((stage) => stage.steps);
  const lowering = emptyLowering();
  const { statements, rows, asides } = chainQuery({ plan, steps, base: sourceBase(plan, input), lowering, options, keep: CARRIED_KEYS });
  return { statements, rows: finalRows(plan, planScope(plan, options.now, lowering.named), rows), asides };
}

/** The rows as everybody else reads them. */
function finalRows(plan: FeedPlan, scope: ColumnScope, rows: Sql): Sql {
  const item = splits(plan) ? [name("item")] : [];
  return sql`SELECT ord, row_id, product_id, ${list([...item, sql`${plainReason()} AS reason, ${excludingRule()} AS excluded_by`, ...plan.output.map((_, at) => name(`f${at + 1}`)), ...carriedValues(scope)])} FROM (${rows})`;
}

/** The snapshot's rows, with what is attached to them, before any step. */
export function sourceBase(plan: FeedPlan, input: TransformInput): ChainBase {
  const outputs = plan.output.map((_, at) => sql`'' AS ${name(`f${at + 1}`)}`);
  const item = splits(plan) ? [sql`CAST(1 AS INTEGER) AS item`] : [];
  return (beside) =>
    sql`SELECT *, ${list([...item, ...outputs, sql`CAST(NULL AS VARCHAR) AS reason`])} FROM ${join([input.source, ...input.attached, ...beside], sql` POSITIONAL JOIN `)}`;
}
