import type { Sql, WarehouseRow } from "../../kernel/sql.ts";
import { columnKey, columnsRead, type Expression, text, when } from "../expression/expression.ts";
import { type ChainOptions, splits } from "../plan/chain-query.ts";
import type { FeedPlan, Step } from "../plan/feed-plan.ts";
import { plainReason } from "../plan/layer-select.ts";
import type { TransformInput } from "../plan/transform-query.ts";
import { integer, list, literal, name, sql } from "../sql/fragment.ts";
import { forkChains } from "./forked-chains.ts";
import type { ComparedRows, TriedChange } from "./preview-warnings.ts";
import { slimPlans } from "./slim-plans.ts";

/**
 * What a change of a feed's definition does to its rows. The chain forks at the first step in which the plans differ: what stands
 * before is computed once and written down, the two rests run over it, and only the columns that can differ are compared.
 */
export interface PreviewInput {
  readonly before: FeedPlan;
  readonly after: FeedPlan;
  readonly condition?: Expression;
  /** What makes the difference, to be warned of. */
  readonly tried?: TriedChange;
  readonly shown?: ShownRows;
  readonly input: TransformInput;
  readonly options: ChainOptions;
}

export interface PreviewQuery {
  /** They write the rows at the fork, and come before the others. */
  readonly fork: { readonly statements: readonly Sql[]; readonly file: string };
  readonly statements: readonly Sql[];
  readonly summary: Sql;
  readonly samples: Sql;
  /** `change, reason, rows`: why rows would leave the feed, and why those that would come are out now. */
  readonly reasons: Sql;
  /** `d1…`: whether any row of the feed that stays in it has another value in the compared column. */
  readonly altered: Sql;
  /** Output columns that are compared, in the order of `b1…` and `a1…`. */
  readonly columns: readonly string[];
  /** What to warn of is asked of these. */
  readonly compared: ComparedRows;
}

/** Rows a preview shows: enough to see a pattern, few enough to read. */
export const SAMPLES_MAX = 10;

/** Which of the rows that change are shown. */
export interface ShownRows {
  /** Null: whatever happens to them. */
  readonly change: "changed" | "excluded" | "included" | null;
  /** From 1. */
  readonly page: number;
}

export function previewQuery({
  condition,
  tried,
  shown = { change: null, page: 1 },
  input,
  options,
  ...given
}: PreviewInput): PreviewQuery {
  const wanted = new Set(tried?.reads ?? []);
  if (condition !== undefined) columnsRead(condition, wanted);
  const { before, after, columns } = slimPlans(given, wanted);
  const usual = USUALLY_READ.filter((column) => after.source.includes(column)).map((column) => columnKey({ side: "D", name: column }));
  const also = new Set([SHOWN, ...usual, ...wanted]);
  const { plan, statements, file, rest, ...sides } = forkChains({ before, after, also, input, options });
  const matched = matchedQuery({ plan, condition, forkFile: file }, (steps) => rest(steps, "matched"));
  const compared = comparison({ plan, left: sides.before.rows, right: sides.after.rows, columns });
  return {
    fork: { statements, file },
    statements: [...sides.before.statements, ...sides.after.statements, ...matched.statements, compared],
    summary: summaryQuery(matched.count),
    samples: sampleQuery(columns, shown, { title: titleColumn(plan), fork: file }),
    reasons: reasonsQuery(),
    altered: alteredQuery(columns),
    columns,
    compared: { source: plan.source, output: plan.output, columns, fork: file },
  };
}

/** What samples show of a row. */
const SHOWN = "D:title";

/**
 * Columns that most conditions read. They're written at the fork whatever the rule is, so that the next rule someone tries can use the rows written
 * for this one.
 */
const USUALLY_READ = ["vendor", "product_type", "tags", "price", "compare_at_price", "inventory_quantity", "available"] as const;

/** What rows are marked with. */
const MARK = "x";

/** How many of the rows at the fork meet the condition, before any is split. */
function matchedQuery(
  { plan, condition, forkFile }: { readonly plan: FeedPlan; readonly condition: Expression | undefined; readonly forkFile: string },
  rest: (steps: readonly Step[]) => { readonly statements: readonly Sql[]; readonly rows: Sql },
): { readonly statements: readonly Sql[]; readonly count: Sql } {
  const [first] = plan.output;
  if (condition === undefined || first === undefined)
    return { statements: [], count: sql`(SELECT count(*) FROM read_parquet(${literal(forkFile)}))` };
  const { statements, rows } = rest([{ op: "assign", target: { side: "G", name: first }, value: when(condition, text(MARK), text("")) }]);
  return { statements, count: sql`(SELECT count(*) FILTER (WHERE f1 = ${literal(MARK)}) FROM (${rows}))` };
}

interface Compared {
  readonly plan: FeedPlan;
  readonly left: Sql;
  readonly right: Sql;
  readonly columns: readonly string[];
}

/** The table `preview`: `ord, row_id, product_id, old_reason, new_reason, b1…, a1…`; a side without the row has NULL. */
function comparison({ plan, left, right, columns }: Compared): Sql {
  const value = (column: string): Sql => name(`f${plan.output.indexOf(column) + 1}`);
  const split = splits(plan);
  const keys = split ? sql`ord, row_id, product_id, item` : sql`ord, row_id, product_id`;
  const side = (rows: Sql, letter: string): Sql => {
    const values = columns.map((column, at) => sql`${value(column)} AS ${name(`${letter}${at + 1}`)}`);
    return sql`(SELECT ${list([keys, sql`${plainReason()} AS ${name(`${letter}_reason`)}`, sql`true AS ${name(`${letter}_here`)}`, ...values])} FROM (${rows}))`;
  };
  const shown = columns.flatMap((_, at) => [name(`b${at + 1}`), name(`a${at + 1}`)]);
  const here = sql`coalesce(b_here, false) AS b_here, coalesce(a_here, false) AS a_here`;
  const joined = split
    ? sql`SELECT coalesce(a.ord, b.ord) AS ord, coalesce(a.row_id, b.row_id) AS row_id, coalesce(a.product_id, b.product_id) AS product_id, ${list([here, sql`b_reason, a_reason`, ...shown])}
        FROM ${side(left, "b")} b FULL JOIN ${side(right, "a")} a ON a.row_id = b.row_id AND a.item = b.item`
    : sql`SELECT a.ord, a.row_id, a.product_id, ${list([here, sql`b_reason, a_reason`, ...shown])} FROM ${side(left, "b")} b POSITIONAL JOIN ${side(right, "a")} a`;
  const differ = columns.map((_, at) => sql`${name(`b${at + 1}`)} IS DISTINCT FROM ${name(`a${at + 1}`)}`);
  const any = differ.reduce((sofar, part) => sql`${sofar} OR ${part}`, sql`false`);
  const change = sql`CASE WHEN b_here AND b_reason IS NULL AND (NOT a_here OR a_reason IS NOT NULL) THEN 'excluded'
    WHEN a_here AND a_reason IS NULL AND (NOT b_here OR b_reason IS NOT NULL) THEN 'included'
    WHEN a_reason IS NULL AND b_reason IS NULL AND (${any}) THEN 'changed' ELSE 'same' END AS change`;
  return sql`CREATE TEMP TABLE preview AS SELECT *, ${change} FROM (${joined})`;
}

function titleColumn(plan: FeedPlan): Sql {
  const at = plan.source.indexOf("title");
  return at === -1 ? sql`''` : name(`s${at + 1}`);
}

function summaryQuery(matched: Sql): Sql {
  const of = (change: string): Sql => sql`count(*) FILTER (WHERE change = ${literal(change)})`;
  return sql`SELECT count(*) AS total, ${of("changed")} AS changed, ${of("excluded")} AS newly_excluded, ${of("included")} AS newly_included,
    ${of("same")} AS unchanged, ${matched} AS matched FROM preview`;
}

function alteredQuery(columns: readonly string[]): Sql {
  const differs = columns.map((_, at) => {
    const [before, after, differ] = [name(`b${at + 1}`), name(`a${at + 1}`), name(`d${at + 1}`)];
    return sql`coalesce(bool_or(${before} IS DISTINCT FROM ${after}), false) AS ${differ}`;
  });
  return sql`SELECT ${list([sql`count(*) AS rows`, ...differs])} FROM preview WHERE change = 'changed'`;
}

/** Reasons shown in all. */
const REASONS_MAX = 200;
/** Of an item that a split made or makes. */
const NO_ITEM = "Not split off";

function reasonsQuery(): Sql {
  const reason = sql`CASE change WHEN 'excluded' THEN coalesce(a_reason, ${literal(NO_ITEM)}) ELSE coalesce(b_reason, ${literal(NO_ITEM)}) END`;
  return sql`SELECT change, ${reason} AS reason, count(*) AS rows FROM preview WHERE change IN ('excluded', 'included') GROUP BY ALL
    ORDER BY rows DESC, reason LIMIT ${integer(REASONS_MAX)}`;
}

/** Rows that change, of as many products as there are. */
function sampleQuery(
  columns: readonly string[],
  { change, page }: ShownRows,
  { title, fork }: { readonly title: Sql; readonly fork: string },
): Sql {
  const wanted = change === null ? sql`change <> 'same'` : sql`change = ${literal(change)}`;
  const values = columns.flatMap((_, at) => [name(`b${at + 1}`), name(`a${at + 1}`)]);
  // The first row of each product comes before any second one, so no more products are looked at than rows are shown so far.
  const products = sql`SELECT product_id FROM preview WHERE ${wanted} GROUP BY product_id ORDER BY min(ord) LIMIT ${integer(page * SAMPLES_MAX)}`;
  const numbered = sql`SELECT *, row_number() OVER (PARTITION BY product_id ORDER BY ord) AS nth FROM preview
    WHERE ${wanted} AND product_id IN (${products})`;
  const chosen = sql`SELECT * FROM (${numbered}) ORDER BY nth, ord, row_id LIMIT ${integer(SAMPLES_MAX)} OFFSET ${integer((page - 1) * SAMPLES_MAX)}`;
  const titles = sql`SELECT row_id, any_value(${title}) AS title FROM read_parquet(${literal(fork)}) WHERE row_id IN (SELECT row_id FROM chosen) GROUP BY row_id`;
  return sql`WITH chosen AS MATERIALIZED (${chosen}), titles AS (${titles})
    SELECT ${list([sql`CAST(c.row_id AS VARCHAR) AS row_id, t.title, c.change, c.a_here, c.b_here, c.b_reason, c.a_reason`, ...values])}
    FROM chosen c LEFT JOIN titles t ON t.row_id = c.row_id ORDER BY c.ord`;
}

export interface PreviewSummary {
  readonly matched: number;
  /** Rows that stay in the feed with different values. */
  readonly changed: number;
  readonly newly_excluded: number;
  readonly newly_included: number;
  readonly unchanged: number;
  readonly total: number;
}

export interface PreviewRow {
  readonly rowId: string;
  readonly title: string;
  readonly excluded: boolean;
  readonly excludedReason: string | null;
  readonly excludedBefore: boolean;
  readonly changes: readonly { readonly field: string; readonly before: string; readonly after: string }[];
}

export function readSummary(row: WarehouseRow): PreviewSummary {
  const count = (called: string): number => Number(row[called] ?? 0);
  return {
    matched: count("matched"),
    changed: count("changed"),
    newly_excluded: count("newly_excluded"),
    newly_included: count("newly_included"),
    unchanged: count("unchanged"),
    total: count("total"),
  };
}

export function readPreviewRows(rows: readonly WarehouseRow[], columns: readonly string[]): readonly PreviewRow[] {
  return rows.map((row) => {
    const changes = columns.map((field, at) => ({
      field,
      before: String(row[`b${at + 1}`] ?? ""),
      after: String(row[`a${at + 1}`] ?? ""),
    }));
    const reason = row["a_reason"];
    return {
      rowId: String(row["row_id"]),
      title: String(row["title"] ?? ""),
      excluded: reason !== null || row["a_here"] === false,
      excludedReason: typeof reason === "string" ? reason : null,
      excludedBefore: row["b_reason"] !== null || row["b_here"] === false,
      changes: changes.filter((change) => change.before !== change.after),
    };
  });
}

/** Why so many rows would leave the feed, or are out of it now. */
export interface ChangeReason {
  readonly change: string;
  readonly reason: string;
  readonly count: number;
}

export function readChangeReasons(rows: readonly WarehouseRow[]): readonly ChangeReason[] {
  return rows.map(({ change, reason, rows: count }) => ({ change: String(change), reason: String(reason), count: Number(count) }));
}
