import type { Sql } from "../../kernel/sql.ts";
import { CARRIED_KEYS, carriedValues } from "../plan/carried-columns.ts";
import { type ChainOptions, splits } from "../plan/chain-query.ts";
import type { FeedPlan } from "../plan/feed-plan.ts";
import { plainReason } from "../plan/layer-select.ts";
import { planScope } from "../plan/plan-scope.ts";
import type { TransformInput } from "../plan/transform-query.ts";
import { list, literal, name, sql } from "../sql/fragment.ts";
import { passingParquet } from "../sql/parquet.ts";
import { forkChains } from "./forked-chains.ts";
import { bothOutputs, slimPlans } from "./slim-plans.ts";

/** A feed's rows before and after a change, as files that channels' checks read like a run's. */
export interface SidesQuery {
  readonly statements: readonly Sql[];
  /** `ord, row_id, product_id, item, reason, its_…` and the `f…` that were asked for, by their places in the outputs of both plans. */
  readonly before: string;
  readonly after: string;
}

interface SidesInput {
  readonly before: FeedPlan;
  readonly after: FeedPlan;
  /** Output columns that are read. */
  readonly columns: readonly string[];
  readonly input: TransformInput;
  readonly options: ChainOptions;
}

export function sidesQuery({ columns, input, options, ...plans }: SidesInput): SidesQuery {
  const slim = slimPlans(plans, new Set(columns.map((column) => `G:${column}`)));
  const chains = forkChains({ ...slim, also: new Set(), carried: CARRIED_KEYS, input, options });
  const { plan } = chains;
  const scope = planScope(plan, options.now, new Map());
  const outputs = bothOutputs(plans);
  const values = plan.output.map((column, at) => sql`${name(`f${at + 1}`)} AS ${name(`f${outputs.indexOf(column) + 1}`)}`);
  const item = splits(plan) ? name("item") : sql`1 AS item`;
  const selected = list([item, sql`${plainReason()} AS reason`, ...values, ...carriedValues(scope)]);
  const side = (rows: Sql, file: string): Sql =>
    sql`COPY (SELECT ord, row_id, product_id, ${selected} FROM (${rows})) TO ${literal(file)} ${passingParquet(plan.output.length)}`;
  const files = { before: options.file("side-before"), after: options.file("side-after") };
  return {
    statements: [
      ...chains.statements,
      ...chains.before.statements,
      side(chains.before.rows, files.before),
      ...chains.after.statements,
      side(chains.after.rows, files.after),
    ],
    ...files,
  };
}
