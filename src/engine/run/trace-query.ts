import type { Sql, WarehouseRow } from "../../kernel/sql.ts";
import { type ChainOptions, chainQuery, type KnownAside, splits } from "../plan/chain-query.ts";
import type { FeedPlan, StageName, Step } from "../plan/feed-plan.ts";
import { plainReason } from "../plan/layer-select.ts";
import { emptyLowering } from "../plan/lower-steps.ts";
import { sourceBase, type TransformInput } from "../plan/transform-query.ts";
import { integer, join, list, name, sql } from "../sql/fragment.ts";
import { itemKey } from "./whole-feed.ts";

/**
 * A few rows through the steps of a plan, one stage or rule at a time, each into a table of its own: what a run does, with a look
 * at every step. A table takes 32 KiB of memory a column however few its rows are, so what is shown of each step is kept in one table
 * of all steps, and the step's own goes once the next one has read it. What depends on the whole feed (ranks, the plan's allowance) comes from a run over all rows.
 */
export interface TraceInput {
  readonly plan: FeedPlan;
  /** The traced rows as the source. */
  readonly input: TransformInput;
  readonly options: ChainOptions;
  /** Asides of the whole plan, in the order of its steps; absent where the plan has none that look at many rows. */
  readonly known?: readonly KnownAside[];
}

export interface TraceQuery {
  readonly statements: readonly Sql[];
  readonly groups: readonly TraceGroup[];
  /** `step, ord, row_id, item, reason, s1…, f1…` of the rows after each group, by its place. */
  readonly rows: Sql;
}

/** One stage, or one rule. */
export interface TraceGroup {
  readonly stage: StageName;
  readonly rule: number | null;
}

const SEEN = name("trace_seen");

export function traceQuery({ plan, input, options, known }: TraceInput): TraceQuery {
  const lowering = emptyLowering();
  const table = (at: number): Sql => name(`trace_${at}`);
  const seen = (at: number): Sql => seenOf(plan, table(at), at);
  const statements: Sql[] = [
    sql`CREATE TEMP TABLE ${table(0)} AS ${sourceBase(plan, input)([])}`,
    sql`CREATE TEMP TABLE ${SEEN} AS ${seen(0)}`,
  ];
  let waiting = known;
  const groups = groupsOf(plan).map(({ stage, rule, steps }, at): TraceGroup => {
    const within: ChainOptions = {
      ...options,
      file: (called) => options.file(`trace-${at}-${called}`),
      ...(waiting === undefined ? {} : { known: waiting }),
    };
    const base = (beside: readonly Sql[]): Sql => sql`SELECT * FROM ${join([table(at), ...beside], sql` POSITIONAL JOIN `)}`;
    const chain = chainQuery({ plan, steps, base, lowering, options: within, keep: "all" });
    waiting = waiting?.slice(chain.asides.reduce((count, { layer }) => count + layer.asides.length, 0));
    statements.push(
      ...chain.statements,
      sql`CREATE TEMP TABLE ${table(at + 1)} AS ${chain.rows}`,
      sql`INSERT INTO ${SEEN} ${seen(at + 1)}`,
      sql`DROP TABLE ${table(at)}`,
    );
    return { stage, rule };
  });
  return { statements, groups: [{ stage: "localise", rule: null }, ...groups], rows: sql`SELECT * FROM ${SEEN} ORDER BY step, ord` };
}

interface Group {
  readonly stage: StageName;
  readonly rule: number | null;
  readonly steps: Step[];
}

/** Stages with steps; a stage of rules falls into its rules. The allowance counts rows that are not here: `tracedRows` adds it. */
function groupsOf({ stages }: FeedPlan): readonly Group[] {
  const groups: Group[] = [];
  for (const { name: stage, steps } of stages) {
    for (const step of steps.filter(({ op }) => op !== "keep")) {
      const rule = "rule" in step && step.rule !== undefined ? step.rule : null;
      const last = groups.at(-1);
      if (last?.stage === stage && last.rule === rule) last.steps.push(step);
      else groups.push({ stage, rule, steps: [step] });
    }
  }
  return groups;
}

function seenOf(plan: FeedPlan, table: Sql, at: number): Sql {
  const item = splits(plan) ? name("item") : sql`1 AS item`;
  const columns = [...plan.source.map((_, nth) => name(`s${nth + 1}`)), ...plan.output.map((_, nth) => name(`f${nth + 1}`))];
  return sql`SELECT ${integer(at)} AS step, ord, CAST(row_id AS VARCHAR) AS row_id, ${list([item, sql`${plainReason()} AS reason`, ...columns])} FROM ${table}`;
}

export interface TracedRow {
  readonly rowId: string;
  /** Position of the item where a rule has split the row, else 1. */
  readonly item: number;
  readonly input: Readonly<Record<string, string>>;
  /** By feed column. */
  readonly output: Readonly<Record<string, string>>;
  /** By channel attribute that the feed writes. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly reason: string | null;
  readonly stages: readonly TracedStage[];
}

export interface TracedStage {
  readonly stage: StageName;
  readonly rule: number | null;
  readonly changes: readonly { readonly field: string; readonly before: string; readonly after: string }[];
  /** The reason it excluded the row with, `null` where it admitted it; absent where it did neither. */
  readonly excluded?: string | null;
}

interface State {
  readonly source: Readonly<Record<string, string>>;
  readonly output: Readonly<Record<string, string>>;
  readonly reason: string | null;
}

/**
 * Rows of a `TraceQuery` as what each stage changed, for each row (and item) that comes out at the end. `reasons` are those of a run over
 * the whole feed, by `itemKey`, where the plan needs one: the allowance is the last stage.
 */
export function tracedRows(
  rows: readonly WarehouseRow[],
  { groups, plan, reasons }: Traced & { readonly reasons?: ReadonlyMap<string, string | null> },
): readonly TracedRow[] {
  const states = new Map<string, State>();
  for (const row of rows) states.set(stateKey(Number(row["step"]), row), stateOf(row, plan));
  const ends = rows.filter((row) => Number(row["step"]) === groups.length - 1);
  return ends.map((row) => counted(tracedRow(row, states, { groups, plan }), reasons));
}

function counted(row: TracedRow, reasons: ReadonlyMap<string, string | null> | undefined): TracedRow {
  const reason = reasons?.get(itemKey(row.rowId, row.item)) ?? row.reason;
  if (reason === row.reason) return row;
  return { ...row, reason, stages: [...row.stages, { stage: "allowance", rule: null, changes: [], excluded: reason }] };
}

function stateKey(at: number, row: WarehouseRow, item: unknown = row["item"]): string {
  return `${at}|${itemKey(String(row["row_id"]), Number(item))}`;
}

function stateOf(row: WarehouseRow, plan: FeedPlan): State {
  const named = (columns: readonly string[], letter: string): Readonly<Record<string, string>> =>
    Object.fromEntries(columns.map((column, at) => [column, String(row[`${letter}${at + 1}`] ?? "")]));
  const reason = row["reason"];
  return { source: named(plan.source, "s"), output: named(plan.output, "f"), reason: typeof reason === "string" ? reason : null };
}

interface Traced {
  readonly groups: readonly TraceGroup[];
  readonly plan: FeedPlan;
}

function tracedRow(row: WarehouseRow, states: ReadonlyMap<string, State>, { groups, plan }: Traced): TracedRow {
  // Before a row is split there is only its first item.
  const at = (place: number): State | undefined => states.get(stateKey(place, row)) ?? states.get(stateKey(place, row, 1));
  const stages = groups.slice(1).flatMap(({ stage, rule }, place): readonly TracedStage[] => {
    const [before, after] = [at(place), at(place + 1)];
    if (before === undefined || after === undefined) return [];
    const changes = [...changed(before.source, after.source), ...changed(before.output, after.output)];
    const excluded = before.reason === after.reason ? {} : { excluded: after.reason };
    return changes.length === 0 && before.reason === after.reason ? [] : [{ stage, rule, changes, ...excluded }];
  });
  const last = at(groups.length - 1);
  const values = Object.entries(last?.output ?? {});
  const isAttribute = ([column]: readonly [string, string]): boolean => plan.attributes.includes(column);
  return {
    rowId: String(row["row_id"]),
    item: Number(row["item"]),
    input: at(0)?.source ?? {},
    output: Object.fromEntries(values.filter((value) => !isAttribute(value))),
    attributes: Object.fromEntries(values.filter(isAttribute)),
    reason: last?.reason ?? null,
    stages,
  };
}

function changed(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): TracedStage["changes"] {
  return Object.entries(after).flatMap(([field, value]) =>
    before[field] === value ? [] : [{ field, before: before[field] ?? "", after: value }],
  );
}
