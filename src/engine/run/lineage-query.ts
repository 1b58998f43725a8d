import type { Sql, WarehouseRow } from "../../kernel/sql.ts";
import { columnKey } from "../expression/expression.ts";
import { type AsideFile, type ChainOptions, chainQuery } from "../plan/chain-query.ts";
import type { FeedDefinition } from "../plan/feed-definition.ts";
import type { FeedPlan, Step } from "../plan/feed-plan.ts";
import { emptyLowering } from "../plan/lower-steps.ts";
import { reducedPlan } from "../plan/reduced-plan.ts";
import { sourceBase, type TransformInput } from "../plan/transform-query.ts";
import { join, list, literal, name, sql } from "../sql/fragment.ts";
import { type Mark, watchedSteps } from "./watched-steps.ts";

/** What each rule did to a feed's rows, in sums: the same chain, watched, and nothing of its values kept. */
export interface LineageQuery {
  /** They leave the table `lineage`: `reason`, the marks' columns, and how many `rows` are alike. */
  readonly statements: readonly Sql[];
  /** What its lookups found. */
  readonly asides: readonly AsideFile[];
  readonly marks: readonly Mark[];
  /** One row each, with columns `m<place of the mark>`, `f…` (of them in the file) and `k…` (changed by no later rule again). */
  readonly sums: readonly Sql[];
  /** One row each, with columns `i<rule>`: rows still in after a rule that takes some out or lets some in. */
  readonly standings: readonly Sql[];
  /** `reason, rows`: `R<rule>` where a rule excluded, NULL for what is in the file. */
  readonly reasons: Sql;
}

interface LineageInput {
  readonly plan: FeedPlan;
  readonly rules: readonly Pick<FeedDefinition["rules"][number], "id" | "matched">[];
  readonly input: TransformInput;
  readonly options: ChainOptions;
}

/** Sums in one statement: planning them costs more than adding them up. */
const SUMS_AT_ONCE = 150;

export function lineageQuery({ plan, rules, input, options }: LineageInput): LineageQuery {
  const written = new Set(
    plan.stages.flatMap(({ steps }) => steps).flatMap((step) => ("rule" in step && step.op === "assign" ? [columnKey(step.target)] : [])),
  );
  const reduced = reducedPlan(plan, written);
  const steps = reduced.stages.flatMap((stage) => stage.steps).filter(({ op }) => op !== "clean");
  const watched = watchedSteps(steps, new Map(rules.map(({ id, matched }) => [id, matched])));
  const keep = watched.flags.map((as) => columnKey({ side: "T", name: as }));
  const chain = chainQuery({
    plan: reduced,
    steps: watched.steps,
    base: sourceBase(reduced, input),
    lowering: emptyLowering(),
    options,
    keep,
  });
  const flags = watched.flags.map((as) => name(`t${as}`));
  const table = sql`CREATE TEMP TABLE lineage AS SELECT ${list([name("reason"), ...flags, sql`count(*) AS rows`])} FROM (${chain.rows}) GROUP BY ALL`;
  return {
    asides: chain.asides,
    statements: [...chain.statements, table],
    marks: watched.marks,
    sums: sumsOf(watched.marks),
    standings: standingsOf(steps, watched.marks),
    reasons: REASONS,
  };
}

const REASONS = sql`SELECT CASE WHEN starts_with(reason, 'R') THEN rtrim(reason, ':') WHEN reason IS NULL THEN NULL ELSE 'F' END AS reason, CAST(sum(rows) AS BIGINT) AS rows FROM lineage GROUP BY ALL`;

function sumsOf(marks: readonly Mark[]): readonly Sql[] {
  const columns = marks.flatMap((mark, at) => sumsOfMark(marks, mark, at));
  const statements: Sql[] = [];
  for (let from = 0; from < columns.length; from += SUMS_AT_ONCE)
    statements.push(sql`SELECT ${list(columns.slice(from, from + SUMS_AT_ONCE))} FROM lineage`);
  return statements;
}

/**
 * Follows the rows through the rules that exclude and include, in order. Rows that the feed itself leaves out, before the rules or behind
 * them, count nowhere: so the last rule ends with the rows of the file.
 */
function standingsOf(steps: readonly Step[], marks: readonly Mark[]): readonly Sql[] {
  const counted = new Map<number, Sql>();
  const states: Sql[] = [];
  /** Exclusions since the last rule that let rows in. */
  const outs: Mark[] = [];
  const waiting = marks.filter(({ kind }) => kind === "hit");
  const isIn = (): Sql => join([states.length === 0 ? sql`true` : name(`s${states.length}`), ...noneOf(outs)], sql` AND `);
  for (const step of steps) {
    if (!("rule" in step) || step.rule === undefined) continue;
    const { rule, op } = step;
    if (op === "exclude") outs.push(...waiting.splice(0, 1));
    else if (op === "admit") {
      const matched = marks.find((mark) => mark.kind === "matched" && mark.rule === rule);
      states.push(sql`(${isIn()}) OR ${matched === undefined ? sql`true` : isSet(matched)} AS ${name(`s${states.length + 1}`)}`);
      outs.splice(0);
    } else continue;
    counted.set(rule, sql`${rowsWhere(isIn())} AS ${name(`i${rule}`)}`);
  }
  const rows = sql`SELECT ${list([sql`*`, ...states])} FROM lineage WHERE reason IS NULL OR starts_with(reason, 'R')`;
  const columns = [...counted.values()];
  const statements: Sql[] = [];
  for (let from = 0; from < columns.length; from += SUMS_AT_ONCE)
    statements.push(sql`SELECT ${list(columns.slice(from, from + SUMS_AT_ONCE))} FROM (${rows})`);
  return statements;
}

function sumsOfMark(marks: readonly Mark[], mark: Mark, at: number): readonly Sql[] {
  // Rules that ask the same have one answer.
  if (firstAsked(marks, mark) !== at) return [];
  const own = isSet(mark);
  const counted = [sql`${rowsWhere(own)} AS ${name(`m${at}`)}`];
  if (mark.kind === "changed") {
    const later = marks.slice(at + 1).filter((other) => sameColumn(mark, other));
    counted.push(sql`${rowsWhere(sql`${own} AND reason IS NULL`)} AS ${name(`f${at}`)}`);
    counted.push(sql`${rowsWhere(join([own, ...noneOf(later)], sql` AND `))} AS ${name(`k${at}`)}`);
  }
  return counted;
}

function firstAsked(marks: readonly Mark[], { at }: Mark): number {
  return marks.findIndex((other) => other.at === at);
}

function sameColumn(mark: Mark, other: Mark): boolean {
  return other.kind === "changed" && mark.column !== null && other.column !== null && columnKey(other.column) === columnKey(mark.column);
}

function rowsWhere(condition: Sql): Sql {
  return sql`CAST(coalesce(sum(rows) FILTER (WHERE ${condition}), 0) AS BIGINT)`;
}

function isSet({ at: { of, bit } }: Mark): Sql {
  return sql`${masked(of, 1n << BigInt(bit))} <> 0`;
}

/** By column: the marks' bits together. */
function masks(marks: readonly Mark[]): ReadonlyMap<string, bigint> {
  const found = new Map<string, bigint>();
  for (const {
    at: { of, bit },
  } of marks)
    found.set(of, (found.get(of) ?? 0n) | (1n << BigInt(bit)));
  return found;
}

function noneOf(marks: readonly Mark[]): readonly Sql[] {
  return [...masks(marks)].map(([of, mask]) => sql`${masked(of, mask)} = 0`);
}

function masked(of: string, mask: bigint): Sql {
  return sql`(${name(`t${of}`)} & CAST(${literal(String(mask))} AS BIGINT))`;
}

export interface Lineage {
  readonly total: number;
  readonly included: number;
  readonly rules: readonly RuleLineage[];
}

export interface RuleLineage {
  readonly rule: number;
  readonly matched: number;
  /** Rows that are out of the file for this rule's reason. */
  readonly excluded: number;
  /** Rows that earlier rules left out and this one lets in again. Those that the feed itself leaves out don't count. */
  readonly admitted: number;
  /** Rows that are in before the rule, and after it; null where an older version counted. */
  readonly standing: { readonly before: number; readonly after: number } | null;
  readonly columns: readonly ColumnLineage[];
  /** Columns the rule reads, and in how many rows each was blank then. */
  readonly blanks: readonly { readonly column: string; readonly rows: number }[];
}

export interface ColumnLineage {
  readonly column: string;
  readonly changed: number;
  /** Of these, rows that are in the file. */
  readonly inFile: number;
  /** Of these, rows in which no later rule changed the column again. */
  readonly kept: number;
  readonly overwritten: readonly Overwrite[];
}

/** Rows of a change that a later rule changed again. */
export interface Overwrite {
  readonly by: number;
  readonly rows: number;
}

/** Pairs of rules that are looked at more closely. */
const PAIRS_MAX = 400;

/** Who changed again what a rule had changed: `m<mark>_<other mark>`. Asked where the sums say that somebody did. */
function overwritesQuery(
  marks: readonly Mark[],
  sums: WarehouseRow,
): { readonly pairs: readonly MarkPair[]; readonly query: Sql } | undefined {
  const pairs = marks.flatMap((mark, at): readonly MarkPair[] => {
    if (mark.kind !== "changed" || Number(sums[`k${at}`]) === Number(sums[`m${at}`])) return [];
    return marks.flatMap((other, by) => (by > at && sameColumn(mark, other) && Number(sums[`m${by}`]) > 0 ? [{ at, by }] : []));
  });
  const asked = pairs.slice(0, PAIRS_MAX);
  if (asked.length === 0) return undefined;
  const counts = asked.map(({ at, by }) => {
    const both = [marks[at], marks[by]].filter((mark) => mark !== undefined).map(isSet);
    return sql`${rowsWhere(join(both, sql` AND `))} AS ${name(`m${at}_${by}`)}`;
  });
  return { pairs: asked, query: sql`SELECT ${list(counts)} FROM lineage` };
}

interface MarkPair {
  readonly at: number;
  readonly by: number;
}

interface LineageAnswers {
  readonly marks: readonly Mark[];
  /** All sums as one row. */
  readonly sums: WarehouseRow;
  readonly reasons: readonly WarehouseRow[];
  readonly pairs: readonly MarkPair[];
  readonly overwrites: WarehouseRow;
}

/** Asks for the sums, once the statements have run; `all` answers a statement's rows. */
export async function askLineage(
  { marks, sums, standings, reasons }: LineageQuery,
  rules: FeedDefinition["rules"],
  all: (statement: Sql) => Promise<readonly WarehouseRow[]>,
): Promise<Lineage> {
  const answers: WarehouseRow = {};
  for (const statement of [...sums, ...standings]) Object.assign(answers, (await all(statement))[0]);
  const asked = overwritesQuery(marks, answers);
  const [overwrites = {}] = asked === undefined ? [] : await all(asked.query);
  return readLineage(rules, { marks, sums: answers, reasons: await all(reasons), pairs: asked?.pairs ?? [], overwrites });
}

/** Reads the answers, a rule at a time, in the order of the rules. */
function readLineage(rules: FeedDefinition["rules"], { marks, sums, reasons, pairs, overwrites }: LineageAnswers): Lineage {
  const rowsOf = new Map(reasons.map(({ reason, rows }) => [typeof reason === "string" ? reason : "", Number(rows)]));
  const total = [...rowsOf.values()].reduce((sum, rows) => sum + rows, 0);
  const sum = (letter: string, at: number): number => Number(sums[`${letter}${at}`] ?? 0);
  const placed = marks.map((mark, at) => ({ mark, at }));
  let before = total - (rowsOf.get("F") ?? 0);
  const standingAt = (id: number) => {
    const standing = { before, after: Number(sums[`i${id}`] ?? before) };
    before = standing.after;
    return standing;
  };
  return {
    total,
    included: rowsOf.get("") ?? 0,
    rules: rules.map(({ id }) => {
      const own = placed.filter(({ mark }) => mark.rule === id);
      const matched = own.find(({ mark }) => mark.kind === "matched");
      const standing = standingAt(id);
      const overwritesOf = (of: number): readonly Overwrite[] =>
        pairs
          .filter(({ at }) => at === of)
          .map(({ by }) => ({ by: marks[by]?.rule ?? 0, rows: Number(overwrites[`m${of}_${by}`] ?? 0) }))
          .filter(({ rows }) => rows > 0);
      return {
        rule: id,
        matched: matched === undefined ? total : sum("m", matched.at),
        excluded: rowsOf.get(`R${id}`) ?? 0,
        admitted: Math.max(0, standing.after - standing.before),
        standing,
        columns: own.flatMap(({ mark: { kind, column }, at }) =>
          kind === "changed" && column !== null
            ? [{ column: column.name, changed: sum("m", at), inFile: sum("f", at), kept: sum("k", at), overwritten: overwritesOf(at) }]
            : [],
        ),
        blanks: own.flatMap(({ mark }) =>
          mark.kind === "blank" && mark.column !== null
            ? [{ column: `[${mark.column.side}]${mark.column.name}`, rows: sum("m", firstAsked(marks, mark)) }]
            : [],
        ),
      };
    }),
  };
}
