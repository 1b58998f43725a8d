import type { Sql, WarehouseRow } from "../../kernel/sql.ts";
import { isSaleNotLower } from "../channels/checks/price-checks.ts";
import { columnKey, columnsRead } from "../expression/expression.ts";
import { columnsUsed } from "../lint/columns-used.ts";
import type { FeedDefinition } from "../plan/feed-definition.ts";
import type { FeedPlan } from "../plan/feed-plan.ts";
import { takesValues } from "../rules/rule-members.ts";
import type { RuleDefinition } from "../rules/rule-reader.ts";
import { findRuleType } from "../rules/rule-types.ts";
import { integer, join, list, literal, name, sql } from "../sql/fragment.ts";
import { isBlank } from "../sql/text-sql.ts";
import { limitsOf, type ValueLimit } from "./value-limits.ts";

/** What is probably not meant about a change that is tried: columns without any value, and values that a channel refuses. */
export interface PreviewWarning {
  readonly code: string;
  /** `[D]barcode` where it is read, the feed column's name where it is written. */
  readonly column: string;
  readonly message: string;
  /** Rows it concerns. */
  readonly count: number;
  /** One of the values. */
  readonly sample: string | null;
}

/** The rule that is tried, as far as warnings look at it. */
export type TriedRule = Pick<RuleDefinition, "type" | "definition" | "steps" | "matched">;

/** Types that work on what their column holds; for others a column that is blank so far is nothing to warn of. */
const IN_PLACE: ReadonlySet<string> = new Set([
  "add_query",
  "change_case",
  "clean",
  "convert_currency",
  "price_adjust",
  "replace",
  "replace_many",
  "truncate",
]);

/** A change that is tried, as warnings look at it. */
export interface TriedChange {
  /** What it is, in a sentence. */
  readonly what: "rule" | "change";
  /** The columns that had better not be blank everywhere, by key. */
  readonly reads: readonly string[];
  /** The feed columns it writes; null: any of those that differ. */
  readonly writes: readonly string[] | null;
  /** What is to be said of it whatever the rows hold. */
  readonly always: readonly PreviewWarning[];
}

export function changeByRule(rule: TriedRule): TriedChange {
  const writes = targetsOf(rule);
  const written = new Set(IN_PLACE.has(rule.type) ? [] : writes.map((target) => columnKey({ side: "G", name: target })));
  const reads = [...columnsUsed({ definition: rule })].filter((key) => /^[DG]:/.test(key) && !written.has(key));
  return { what: "rule", reads, writes, always: literalWarnings(rule) };
}

/** Any other change of a definition; of mappings, those that it sets are looked at. */
export function changeByDefinition(before: FeedDefinition, after: FeedDefinition, { stages }: FeedPlan): TriedChange {
  const isSet = (column: string): boolean =>
    typeof after.mappings[column] === "string" && after.mappings[column] !== before.mappings[column];
  const steps = stages.flatMap((stage) => (stage.name === "mapping" ? stage.steps : []));
  const reads = steps.flatMap((step) => (step.op === "assign" && isSet(step.target.name) ? [...columnsRead(step.value)] : []));
  return { what: "change", reads: [...new Set(reads)].filter((key) => key.startsWith("D:")), writes: null, always: [] };
}

function targetsOf({ steps }: TriedRule): readonly string[] {
  return [...new Set(steps.flatMap((step) => (step.op === "assign" || step.op === "split" ? [step.target.name] : [])))];
}

/** Something that a channel refuses about rows in which one of some columns gets another value. */
interface Refused extends Pick<ValueLimit, "code" | "are"> {
  /** The one whose value is shown. */
  readonly column: string;
  readonly changed: readonly string[];
  readonly refuses: Sql;
}

/** What a preview has compared: the columns of the rows at the fork, in the file `fork`, and those of the table `preview`. */
export interface ComparedRows extends Pick<FeedPlan, "source" | "output"> {
  readonly columns: readonly string[];
  readonly fork: string;
}

export interface WarningQueries {
  /** `rows`, and for each column that is read whether it is blank in all of them: `w1…`. */
  readonly blanks: Sql;
  /** For each limit of a column that is written: `c1…` rows that would be past it, and `v1…`, the value of the first. */
  readonly refused: Sql | undefined;
  readonly read: (blanks: WarehouseRow, refused: WarehouseRow) => readonly PreviewWarning[];
}

/** Over the rows at the fork and over the table `preview`, whose columns `b1…` and `a1…` are `columns`. `currency`: the feed's. */
export function warningQueries(
  { what, reads, writes, always }: TriedChange,
  { columns, fork, ...places }: ComparedRows,
  currency: string | null,
): WarningQueries {
  const read = reads.flatMap((key) => placeOf(key, places) ?? []);
  const blank = read.map(({ at }, nth) => sql`coalesce(bool_and(${isBlank(at)}), false) AS ${name(`w${nth + 1}`)}`);
  const side = (letter: "a" | "b", column: string): Sql => name(`${letter}${columns.indexOf(column) + 1}`);
  const limits = refusals(
    columns.filter((column) => writes?.includes(column) ?? true),
    {
      currency,
      after: (column) => (columns.includes(column) ? side("a", column) : undefined),
    },
  );
  const counted = limits.flatMap(({ column, changed, refuses }, nth) => {
    const differs = changed.map((one) => sql`${side("a", one)} IS DISTINCT FROM ${side("b", one)}`);
    const refused = sql`a_here AND a_reason IS NULL AND (${join(differs, sql` OR `)}) AND ${refuses}`;
    return [
      sql`count(*) FILTER (WHERE ${refused}) AS ${name(`c${nth + 1}`)}`,
      sql`arg_min(left(${side("a", column)}, ${integer(SAMPLE_LENGTH)}), ord) FILTER (WHERE ${refused}) AS ${name(`v${nth + 1}`)}`,
    ];
  });
  return {
    blanks: sql`SELECT ${list([sql`count(*) AS rows`, ...blank])} FROM read_parquet(${literal(fork)})`,
    refused: counted.length === 0 ? undefined : sql`SELECT ${list(counted)} FROM preview`,
    read: (blanks, refused) => [
      ...always,
      ...read.flatMap(({ column }, nth) => (blanks[`w${nth + 1}`] === true ? [blankWarning(what, column, Number(blanks["rows"]))] : [])),
      ...limits.flatMap((limit, nth) =>
        refusedWarning(what, limit, { count: Number(refused[`c${nth + 1}`] ?? 0), found: refused[`v${nth + 1}`] }),
      ),
    ],
  };
}

interface Written {
  readonly currency: string | null;
  /** What a column would hold, if it's compared. */
  readonly after: (column: string) => Sql | undefined;
}

/** What channels refuse about the columns that are written. */
function refusals(columns: readonly string[], { currency, after }: Written): readonly Refused[] {
  const own = columns.flatMap((column) => {
    const value = after(column);
    if (value === undefined) return [];
    return limitsOf(column, currency).map(({ code, are, refuses }) => ({ code, are, column, changed: [column], refuses: refuses(value) }));
  });
  const [price, sale] = [after("price"), after("sale_price")];
  const column = ["sale_price", "price"].find((one) => columns.includes(one));
  if (price === undefined || sale === undefined || column === undefined) return own;
  const are = column === "price" ? "aren't higher than the sale price" : "aren't lower than the price";
  return [...own, { code: "sale_price_not_lower", are, column, changed: ["price", "sale_price"], refuses: isSaleNotLower(sale, price) }];
}

/** Characters of a value that a warning shows. */
const SAMPLE_LENGTH = 200;

function placeOf(key: string, plan: Pick<FeedPlan, "source" | "output">): { readonly column: string; readonly at: Sql } | undefined {
  const [side, called] = [key.slice(0, 1), key.slice(2)];
  const place = (side === "D" ? plan.source : plan.output).indexOf(called);
  return place === -1 ? undefined : { column: `[${side}]${called}`, at: name(`${side === "D" ? "s" : "f"}${place + 1}`) };
}

function blankWarning(what: TriedChange["what"], column: string, rows: number): PreviewWarning {
  return {
    code: "column_blank",
    column,
    message: `The ${what} reads ${column}, but that column is blank in every row of the feed.`,
    count: rows,
    sample: null,
  };
}

function refusedWarning(
  what: TriedChange["what"],
  { code, column, are }: Refused,
  { count, found }: { readonly count: number; readonly found: unknown },
): readonly PreviewWarning[] {
  if (count === 0) return [];
  const sample = typeof found === "string" && found !== "" ? found : null;
  const shown = sample === null ? "" : `, such as "${sample.length < SAMPLE_LENGTH ? sample : `${sample}…`}"`;
  const rows = count === 1 ? "1 row" : `${count.toLocaleString("en-US")} rows`;
  const message = `The ${what} writes values of ${column} in ${rows} that ${are}${shown}.`;
  return [{ code, column, message, count, sample }];
}

const COLUMN = /^\s*\[[DG]\](?:"[^"]+"|[\p{L}\p{N}_.-]+)\s*$/iu;

/** In JSON a value is a text unless it begins with `=`, and a column's name is seldom meant as one. */
function literalWarnings({ type, definition }: TriedRule): readonly PreviewWarning[] {
  const shape = findRuleType(type)?.members.shape ?? {};
  const values = Object.entries(definition).flatMap(([member, value]) => (takesValues(shape[member]) ? textsOf(value) : []));
  return values
    .filter((value) => COLUMN.test(value))
    .map((value) => ({
      code: "column_as_text",
      column: value,
      message: `The rule writes the text ${value} itself. To write that column's value, use =${value}.`,
      count: 0,
      sample: value,
    }));
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).filter((part) => typeof part === "string") : [];
}
