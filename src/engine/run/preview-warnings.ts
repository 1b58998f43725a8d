import type { Sql, WarehouseRow } from "../../kernel/sql.ts";
import { columnKey } from "../expression/expression.ts";
import { columnsUsed } from "../lint/columns-used.ts";
import type { FeedPlan } from "../plan/feed-plan.ts";
import { takesValues } from "../rules/rule-members.ts";
import type { RuleDefinition } from "../rules/rule-reader.ts";
import { findRuleType } from "../rules/rule-types.ts";
import { integer, list, literal, name, sql } from "../sql/fragment.ts";
import { isBlank } from "../sql/text-sql.ts";
import { limitsOf, type ValueLimit } from "./value-limits.ts";

/** What is probably not meant about a rule that is tried: columns without any value, and values that a channel refuses. */
export interface PreviewWarning {
  readonly code: string;
  /** `[D]barcode` where the rule reads it, the feed column's name where the rule writes it. */
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

/** The columns that had better not be blank everywhere, by key. */
export function columnsWanted(rule: TriedRule): readonly string[] {
  const written = new Set(IN_PLACE.has(rule.type) ? [] : targetsOf(rule).map((target) => columnKey({ side: "G", name: target })));
  return [...columnsUsed({ definition: rule })].filter((key) => /^[DG]:/.test(key) && !written.has(key));
}

function targetsOf({ steps }: TriedRule): readonly string[] {
  return [...new Set(steps.flatMap((step) => (step.op === "assign" || step.op === "split" ? [step.target.name] : [])))];
}

interface Refused {
  readonly column: string;
  readonly limit: ValueLimit;
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

/** Over the rows at the fork and over the table `preview`, whose columns `b1…` and `a1…` are `columns`. */
export function warningQueries(rule: TriedRule, { columns, fork, ...places }: ComparedRows): WarningQueries {
  const read = columnsWanted(rule).flatMap((key) => placeOf(key, places) ?? []);
  const blank = read.map(({ at }, nth) => sql`coalesce(bool_and(${isBlank(at)}), false) AS ${name(`w${nth + 1}`)}`);
  const limits = targetsOf(rule).flatMap((column): readonly Refused[] =>
    columns.includes(column) ? limitsOf(column).map((limit) => ({ column, limit })) : [],
  );
  const counted = limits.flatMap(({ column, limit }, nth) => {
    const at = columns.indexOf(column) + 1;
    const [before, after] = [name(`b${at}`), name(`a${at}`)];
    const refused = sql`a_here AND a_reason IS NULL AND ${after} IS DISTINCT FROM ${before} AND ${limit.refuses(after)}`;
    return [
      sql`count(*) FILTER (WHERE ${refused}) AS ${name(`c${nth + 1}`)}`,
      sql`arg_min(left(${after}, ${integer(SAMPLE_LENGTH)}), ord) FILTER (WHERE ${refused}) AS ${name(`v${nth + 1}`)}`,
    ];
  });
  return {
    blanks: sql`SELECT ${list([sql`count(*) AS rows`, ...blank])} FROM read_parquet(${literal(fork)})`,
    refused: counted.length === 0 ? undefined : sql`SELECT ${list(counted)} FROM preview`,
    read: (blanks, refused) => [
      ...literalWarnings(rule),
      ...read.flatMap(({ column }, nth) => (blanks[`w${nth + 1}`] === true ? [blankWarning(column, Number(blanks["rows"]))] : [])),
      ...limits.flatMap((limit, nth) => refusedWarning(limit, Number(refused[`c${nth + 1}`] ?? 0), refused[`v${nth + 1}`])),
    ],
  };
}

/** Characters of a value that a warning shows. */
const SAMPLE_LENGTH = 200;

function placeOf(key: string, plan: Pick<FeedPlan, "source" | "output">): { readonly column: string; readonly at: Sql } | undefined {
  const [side, called] = [key.slice(0, 1), key.slice(2)];
  const place = (side === "D" ? plan.source : plan.output).indexOf(called);
  return place === -1 ? undefined : { column: `[${side}]${called}`, at: name(`${side === "D" ? "s" : "f"}${place + 1}`) };
}

function blankWarning(column: string, rows: number): PreviewWarning {
  return {
    code: "column_blank",
    column,
    message: `The rule reads ${column}, but that column is blank in every row of the feed.`,
    count: rows,
    sample: null,
  };
}

function refusedWarning({ column, limit }: Refused, count: number, found: unknown): readonly PreviewWarning[] {
  if (count === 0) return [];
  const sample = typeof found === "string" && found !== "" ? found : null;
  const shown = sample === null ? "" : `, such as "${sample.length < SAMPLE_LENGTH ? sample : `${sample}…`}"`;
  const rows = count === 1 ? "1 row" : `${count.toLocaleString("en-US")} rows`;
  const message = `The rule writes values of ${column} in ${rows} that ${limit.are}${shown}.`;
  return [{ code: limit.code, column, message, count, sample }];
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
