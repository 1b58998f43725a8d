import type { Sql } from "../../kernel/sql.ts";
import { compileExpression, type ColumnScope } from "../expression/compile-expression.ts";
import { quotient } from "../expression/arithmetic.ts";
import type { Expression, FeedwideName } from "../expression/expression.ts";
import { asBoolean, asFolded, asNumber, asText, isNumeric } from "../expression/term.ts";
import { integer, join, keyword, list, literal, name, sql } from "../sql/fragment.ts";
import { passingParquet } from "../sql/parquet.ts";
import { bounded, isBlank, trimmed } from "../sql/text-sql.ts";
import { type CategoryJoins, joinCategories } from "./category-joins.ts";
import { keysInTexts, wordsOf } from "./lookup-words.ts";
import type { Aside } from "./lower-steps.ts";

/** Rows that splitting may make of one row. */
export const SPLIT_ITEMS_MAX = 100;
/** Rows a feed may have by splitting, as a multiple of its source rows. */
const SPLIT_GROWTH_MAX = 10;

/** A lookup table as a file: the folded key `k1`, then `v1…` by column. */
export interface LookupFile {
  readonly file: string;
  /** Columns after the key. */
  readonly columns: readonly string[];
}

/** Google's taxonomy among them. No table of a shop is called so. */
export const TAXONOMY_TABLE = "google taxonomy";

/** Tables by their name in lower case. */
export type LookupFiles = ReadonlyMap<string, LookupFile>;

/**
 * Values that no row has by itself (ranks, group counts, values of lookup tables), computed beside the chain over as few columns as
 * they need and sorted by `ord`, so that they are attached by position: joins and windows lose the order of the rows. The file
 * has `row_id`, `item` where rows are split, `t…` for each value, and `u…` with the key that a lookup did not find.
 */
export function writeAsides(
  asides: readonly Aside[],
  relation: Sql,
  {
    scope,
    tables,
    split,
    file,
  }: { readonly scope: ColumnScope; readonly tables: LookupFiles; readonly split: boolean; readonly file: string },
): Sql {
  const functions = asides.flatMap(({ of }) => (of.kind === "category" ? [of] : []));
  const categories = joinCategories(functions, (part) => asText(compileExpression(part, scope)), tables.get(TAXONOMY_TABLE)?.file);
  const parts = asides.map((aside, at) => partOf(aside, at, { scope, tables, categories }));
  const again = parts.some((part) => part.again === true);
  const asked = [...parts.flatMap(({ inputs }) => inputs), ...categories.inputs];
  const kept = split ? sql`ord, row_id, item, reason IS NULL AS included` : sql`ord, row_id, reason IS NULL AS included`;
  const rows = sql`SELECT ${list([kept, ...asked])} FROM (${relation})`;
  const values = list([split ? sql`b.row_id, b.item` : sql`b.row_id`, ...parts.flatMap((part) => part.values)]);
  const joins = join([...parts.map(({ joined }) => joined ?? sql``), categories.joined], sql` `); // prettier-ignore
  const attached = sql`SELECT * EXCLUDE (ord) FROM (SELECT b.ord, ${values} FROM ${again ? ASKED : sql`(${rows})`} b ${joins}) ORDER BY ord`;
  const queries = [...(again ? [sql`${ASKED} AS MATERIALIZED (${rows})`] : []), ...categories.query];
  const whole = queries.length === 0 ? attached : sql`WITH ${list(queries)} ${attached}`;
  return sql`COPY (${whole}) TO ${literal(file)} ${passingParquet()}`;
}

/** The narrow rows, where a part looks at them twice. */
const ASKED = name("asked");

/** The same file out of values that are known already, for the rows of a relation. */
export function writeKnownAsides(
  asides: readonly { readonly as: string; readonly known: { readonly file: string; readonly as: string } | undefined }[],
  relation: Sql,
  { split, file }: { readonly split: boolean; readonly file: string },
): Sql {
  const keys = split ? sql`ord, row_id, item` : sql`ord, row_id`;
  const alias = (at: number): Sql => name(`g${at + 1}`);
  const values = asides.map(({ as, known }, at) =>
    known === undefined ? sql`NULL AS ${name(`t${as}`)}` : sql`${alias(at)}.${name(`t${known.as}`)} AS ${name(`t${as}`)}`,
  );
  const joins = asides.map(({ known }, at) => {
    if (known === undefined) return sql``;
    const same = split ? sql` AND ${alias(at)}.item = b.item` : sql``;
    return sql`LEFT JOIN read_parquet(${literal(known.file)}) ${alias(at)} ON ${alias(at)}.row_id = b.row_id${same}`;
  });
  return sql`COPY (SELECT * EXCLUDE (ord) FROM (SELECT b.ord, b.row_id, ${list(values)} FROM (SELECT ${keys} FROM (${relation})) b ${join(joins, sql` `)}) ORDER BY ord) TO ${literal(file)} ${passingParquet()}`;
}

interface Part {
  /** What the part needs of the chain. */
  readonly inputs: readonly Sql[];
  readonly values: readonly Sql[];
  readonly joined?: Sql;
  /** It reads `ASKED` besides the row. */
  readonly again?: true;
}

interface PartWork {
  readonly scope: ColumnScope;
  readonly tables: LookupFiles;
  readonly categories: CategoryJoins;
}

function partOf({ as, of }: Aside, at: number, { scope, tables, categories }: PartWork): Part {
  const input = (letter: string): Sql => name(`${letter}${at + 1}`);
  if (of.kind === "lookup") return lookupPart(of, { as, input, scope, tables });
  if (of.kind === "category") return { inputs: [], values: [sql`${categories.value(of)} AS ${name(`t${as}`)}`] };
  const { fn, args, only } = of;
  const inputs = inputsOf(fn, args, scope).map((value, place) => sql`${value} AS ${input(`a${place + 1}_`)}`);
  const counted = only === undefined ? sql`true` : asBoolean(compileExpression(only, scope));
  const column = (place: number): Sql => sql`b.${input(`a${place}_`)}`;
  const among = sql`(b.included AND b.${input("n")})`;
  return { inputs: [...inputs, sql`${counted} AS ${input("n")}`], values: [sql`${windowOf(of, among, column)} AS ${name(`t${as}`)}`] };
}

interface LookupWork {
  readonly as: string;
  readonly input: (letter: string) => Sql;
  readonly scope: ColumnScope;
  readonly tables: LookupFiles;
}

/** A table that is gone reads as one without keys: refused when a rule is written, and no reason for a run to fail. */
function lookupPart(
  { table, key, column, otherwise, words }: Extract<Expression, { kind: "lookup" }>,
  { as, input, scope, tables }: LookupWork,
): Part {
  const fallback = otherwise === undefined ? sql`''` : asText(compileExpression(otherwise, scope));
  const found = tables.get(table.toLowerCase());
  const at = found?.columns.findIndex((known) => column === undefined || known.toLowerCase() === column.toLowerCase()) ?? -1;
  const keyText = asText(compileExpression(key, scope));
  const sought = words === undefined ? sql`lower(${trimmed(keyText)})` : wordsOf(keyText);
  const inputs = [sql`${sought} AS ${input("k")}`, sql`${fallback} AS ${input("d")}`];
  const [k, d, l] = [sql`b.${input("k")}`, sql`b.${input("d")}`, input("l")];
  // A text that has none of the keys misses none.
  const missed = words === undefined ? sql`nullif(${k}, '')` : sql`CAST(NULL AS VARCHAR)`;
  if (found === undefined || at === -1) return { inputs, values: [sql`${d} AS ${name(`t${as}`)}`, sql`${missed} AS ${name(`u${as}`)}`] };
  if (words === true) {
    const texts = sql`SELECT DISTINCT ${input("k")} AS text FROM ${ASKED}`;
    return {
      inputs,
      values: [sql`coalesce(${l}.value, ${d}) AS ${name(`t${as}`)}`, sql`${missed} AS ${name(`u${as}`)}`],
      joined: sql`LEFT JOIN (${keysInTexts(texts, found, at + 1)}) ${l} ON ${l}.text = ${k}`,
      again: true,
    };
  }
  return {
    inputs,
    values: [
      sql`coalesce(${l}.${name(`v${at + 1}`)}, ${d}) AS ${name(`t${as}`)}`,
      sql`CASE WHEN ${l}.k1 IS NULL THEN nullif(${k}, '') END AS ${name(`u${as}`)}`,
    ],
    joined: sql`LEFT JOIN read_parquet(${literal(found.file)}) ${l} ON ${l}.k1 = ${k}`,
  };
}

/** The arguments as the windows take them: values as numbers or folded texts, keys folded, blank as NULL. */
function inputsOf(fn: FeedwideName, args: readonly Expression[], scope: ColumnScope): readonly Sql[] {
  const key = (at: number): Sql => {
    const part = args[at];
    if (part === undefined) return sql`''`;
    const text = asFolded(compileExpression(part, scope));
    return sql`CASE WHEN ${isBlank(text)} THEN NULL ELSE ${text} END`;
  };
  const value = (): Sql => {
    const part = args[0];
    if (part === undefined) return sql`CAST(NULL AS DECIMAL(28,9))`;
    const term = compileExpression(part, scope);
    return term.type === "date" ? term.sql : isNumeric(term) ? asNumber(term) : key(0);
  };
  const amount = (): Sql => (args[0] === undefined ? sql`CAST(NULL AS DECIMAL(28,9))` : asNumber(compileExpression(args[0], scope)));
  switch (fn) {
    case "rank":
    case "_row_number":
      return [value(), args[2] === undefined ? sql`''` : key(2)];
    case "percentile":
    case "sum_in_feed":
    case "avg_in_feed":
    case "min_in_feed":
    case "max_in_feed":
    case "_within_growth":
      return [amount()];
    case "count_in_feed":
      return [args[0] === undefined ? sql`true` : asBoolean(compileExpression(args[0], scope))];
    case "group_min":
    case "group_max":
    case "group_sum":
      return [amount(), key(1)];
    case "group_count":
    case "is_first_in_group":
    case "is_duplicate":
    case "_first_in_group":
      return [key(0)];
    default:
      return fn satisfies never;
  }
}

function windowOf({ fn, args }: Extract<Expression, { kind: "feedwide" }>, among: Sql, column: (place: number) => Sql): Sql {
  const [first, second] = [column(1), column(2)];
  const valued = sql`(${among} AND ${first} IS NOT NULL)`;
  const grouped = sql`(${among} AND ${second} IS NOT NULL)`;
  const count = (counted: Sql): Sql => sql`CAST(${counted} AS DECIMAL(28,9))`;
  const whole = (of: Sql): Sql => sql`CASE WHEN ${among} THEN ${of} END`;
  const direction = keyword(args[1]?.kind === "text" && args[1].value === "asc" ? "ASC" : "DESC");
  switch (fn) {
    case "rank":
      return sql`CASE WHEN ${valued} THEN ${count(sql`row_number() OVER (PARTITION BY ${valued}, ${second} ORDER BY ${first} ${direction}, b.ord)`)} END`;
    case "_row_number":
      return sql`CASE WHEN ${among} THEN ${count(sql`row_number() OVER (PARTITION BY ${among}, ${second} ORDER BY ${first} ${direction} NULLS LAST, b.ord)`)} END`;
    case "percentile": {
      const notAbove = count(sql`100 * count(*) OVER (PARTITION BY ${valued} ORDER BY ${first})`);
      return sql`CASE WHEN ${valued} THEN ${quotient(notAbove, count(sql`count(*) OVER (PARTITION BY ${valued})`))} END`;
    }
    case "sum_in_feed":
      return whole(bounded(sql`sum(${first}) FILTER (WHERE ${among}) OVER ()`));
    case "avg_in_feed":
      return whole(
        quotient(bounded(sql`sum(${first}) FILTER (WHERE ${among}) OVER ()`), count(sql`count(${first}) FILTER (WHERE ${among}) OVER ()`)),
      );
    case "min_in_feed":
      return whole(sql`min(${first}) FILTER (WHERE ${among}) OVER ()`);
    case "max_in_feed":
      return whole(sql`max(${first}) FILTER (WHERE ${among}) OVER ()`);
    case "count_in_feed":
      return whole(count(sql`count(*) FILTER (WHERE ${among} AND ${first}) OVER ()`));
    case "group_min":
      return sql`CASE WHEN ${grouped} THEN min(${first}) OVER (PARTITION BY ${grouped}, ${second}) END`;
    case "group_max":
      return sql`CASE WHEN ${grouped} THEN max(${first}) OVER (PARTITION BY ${grouped}, ${second}) END`;
    case "group_sum":
      return sql`CASE WHEN ${grouped} THEN ${bounded(sql`sum(${first}) OVER (PARTITION BY ${grouped}, ${second})`)} END`;
    case "group_count":
      return sql`CASE WHEN ${valued} THEN ${count(sql`count(*) OVER (PARTITION BY ${valued}, ${first})`)} END`;
    case "is_first_in_group":
      return sql`(${valued} AND row_number() OVER (PARTITION BY ${valued}, ${first} ORDER BY b.ord) = ${integer(1)})`;
    case "is_duplicate":
      return sql`(${valued} AND count(*) OVER (PARTITION BY ${valued}, ${first}) > ${integer(1)})`;
    case "_first_in_group":
      return sql`CASE WHEN ${valued} THEN CAST(first_value(b.row_id) OVER (PARTITION BY ${valued}, ${first} ORDER BY b.ord) AS VARCHAR) ELSE '' END`;
    case "_within_growth": {
      // Rows in the order of the feed are split until there are too many; excluded ones are split as well.
      const rows = sql`least(greatest(coalesce(${first}, 1), 1), ${integer(SPLIT_ITEMS_MAX)})`;
      return sql`(sum(${rows}) OVER (ORDER BY b.ord ROWS UNBOUNDED PRECEDING) <= ${integer(SPLIT_GROWTH_MAX)} * count(*) OVER ())`;
    }
    default:
      return fn satisfies never;
  }
}
