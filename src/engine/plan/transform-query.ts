import type { Sql } from "../../kernel/sql.ts";
import { compileExpression, type ColumnScope } from "../expression/compile-expression.ts";
import { columnKey, type Side } from "../expression/expression.ts";
import { asBoolean, asText } from "../expression/term.ts";
import { integer, join, list, literal, name, sql } from "../sql/fragment.ts";
import { passingParquet } from "../sql/parquet.ts";
import { anyUnclean, cleaned, TEXT_LENGTH_MAX } from "../sql/text-sql.ts";
import { columnTypes, numericTypes } from "./column-types.ts";
import type { Admit, Assign, Exclude, FeedPlan, Keep } from "./feed-plan.ts";
import { columnsTouched, keyColumn, type Layer, packLayers } from "./layers.ts";

/**
 * The one relation every question about a feed is asked of: the snapshot, transformed. One row per source row, excluded ones
 * too, in feed order, with `ord, row_id, product_id, reason, by_rule, f1…`.
 *
 * Nothing filters above it: DuckDB pushes a predicate down by substitution, which doubles the plan with every layer that
 * reads itself. No join stands in it either: joins lose the order, so attached values come aligned, by POSITIONAL JOIN.
 */
export interface TransformInput {
  /** `source.parquet` of the snapshot, or a table with its columns. */
  readonly source: Sql;
  /** Aligned to `ord`, with columns `l1…`, `c1…`, `o1…`; for the attached sides that have columns. */
  readonly attached: readonly Sql[];
}

export interface Transform {
  /** Statements that write checkpoints, in order; each is a COPY to a file the next one reads. */
  readonly checkpoints: readonly Sql[];
  /** SELECT of the transformed relation. */
  readonly rows: Sql;
}

export interface CheckpointOptions {
  /** Layers × columns that may stand in one statement: past it memory is spent on the buffers between layers. */
  readonly cellsMax: number;
  /** Path of checkpoint n, from 1. */
  readonly file: (at: number) => string;
}

/** Memory one column of one layer takes per thread, measured; a quarter of the limit is what the layers may take together. */
const LAYER_COLUMN_BYTES = 32 * 1024;

export function checkpointCells(memoryLimitBytes: number, threads: number): number {
  return Math.max(256, Math.floor(memoryLimitBytes / 4 / LAYER_COLUMN_BYTES / threads));
}

export function transformQuery(plan: FeedPlan, input: TransformInput, checkpoint: CheckpointOptions): Transform {
  const scope = planScope(plan);
  const layers = packLayers(plan);
  const width = plan.output.length + touchedColumns(layers).length;
  const perStatement = Math.max(1, Math.floor(checkpoint.cellsMax / width));
  const checkpoints: Sql[] = [];
  let relation = sourceSelect(plan, input);
  layers.forEach((layer, at) => {
    if (at > 0 && at % perStatement === 0) {
      const file = literal(checkpoint.file(checkpoints.length + 1));
      checkpoints.push(sql`COPY (${keptSelect(plan, scope, layers.slice(at), relation)}) TO ${file} ${passingParquet()}`);
      relation = sql`SELECT * FROM read_parquet(${file})`;
    }
    relation = layerSelect(layer, relation, plan, scope);
  });
  return { checkpoints, rows: relation };
}

/** What a checkpoint keeps: the output, and of the other columns those that a later layer touches. Long texts mostly go here. */
function keptSelect(plan: FeedPlan, scope: ColumnScope, later: readonly Layer[], relation: Sql): Sql {
  const outputs = plan.output.map((_, at) => name(`f${at + 1}`));
  const others = touchedColumns(later).map((key) => scope.column(keyColumn(key).side, keyColumn(key).name));
  // A column that the snapshot lacks reads as a constant, which has no place to be kept in.
  const kept = others.filter((column) => column.sql.text.startsWith('"')).map((column) => column.sql);
  return sql`SELECT ord, row_id, product_id, reason, by_rule, ${list([...outputs, ...kept])} FROM (${relation})`;
}

function touchedColumns(layers: readonly Layer[]): readonly string[] {
  return [...new Set(layers.flatMap((layer) => [...columnsTouched(layer)]))];
}

const SIDE_LETTERS: Readonly<Record<Side, string>> = { D: "s", G: "f", L: "l", C: "c", O: "o" };

/** Where the plan's columns are. What the snapshot does not have reads as blank, what is not attached as no value. */
function planScope(plan: FeedPlan): ColumnScope {
  const numeric = numericTypes(columnTypes(plan));
  const places = new Map<string, string>();
  const place = (side: Side, columns: readonly string[]): void =>
    columns.forEach((column, at) => places.set(columnKey({ side, name: column }), `${SIDE_LETTERS[side]}${at + 1}`));
  place("D", plan.source);
  place("G", plan.output);
  for (const { side, columns } of plan.attached) place(side, columns);
  return {
    column(side, column) {
      const key = columnKey({ side, name: column });
      const found = places.get(key);
      if (found !== undefined) return { sql: name(found), numeric: numeric.has(key) };
      return { sql: side === "D" || side === "G" ? sql`''` : sql`CAST(NULL AS VARCHAR)`, numeric: false };
    },
  };
}

function sourceSelect(plan: FeedPlan, input: TransformInput): Sql {
  const outputs = plan.output.map((_, at) => sql`'' AS ${name(`f${at + 1}`)}`);
  const from = join([input.source, ...input.attached], sql` POSITIONAL JOIN `);
  return sql`SELECT *, ${list(outputs)}, CAST(NULL AS VARCHAR) AS reason, false AS by_rule FROM ${from}`;
}

function layerSelect(layer: Layer, relation: Sql, plan: FeedPlan, scope: ColumnScope): Sql {
  switch (layer.kind) {
    case "assign":
      return sql`SELECT * REPLACE (${list([...assignments(layer.writes, scope), ...exclusions(layer.excludes, scope)])}) FROM (${relation})`;
    case "clean":
      return cleanSelect(plan, relation);
    case "keep":
      return keepSelect(layer.step, relation);
    default:
      return layer satisfies never;
  }
}

function assignments(writes: ReadonlyMap<string, readonly Assign[]>, scope: ColumnScope): readonly Sql[] {
  return [...writes].flatMap(([key, steps]) => {
    const { side, name: column } = keyColumn(key);
    const target = scope.column(side, column).sql;
    // A column the feed does not have cannot be written; the checker refuses it in rules, a snapshot may lack it for cells.
    return target.text === "''" ? [] : [sql`${assigned(steps, target, scope)} AS ${target}`];
  });
}

/** Later steps win, so they come first in the CASE; one without a condition ends it. */
function assigned(steps: readonly Assign[], target: Sql, scope: ColumnScope): Sql {
  const whens: Sql[] = [];
  let otherwise = target;
  for (const step of steps.toReversed()) {
    const value = cut(asText(compileExpression(step.value, scope)));
    if (step.condition === undefined) {
      otherwise = value;
      break;
    }
    whens.push(sql`WHEN ${asBoolean(compileExpression(step.condition, scope))} THEN ${value}`);
  }
  return whens.length === 0 ? otherwise : sql`CASE ${join(whens, sql` `)} ELSE ${otherwise} END`;
}

/** What a step writes is cut at the limit of a text value; the byte count spares `left` on almost every value. */
function cut(value: Sql): Sql {
  if (/^'[^']{0,200}'$/.test(value.text)) return value;
  const limit = integer(TEXT_LENGTH_MAX);
  if (/^"[a-z0-9]+"$/.test(value.text)) return sql`CASE WHEN strlen(${value}) > ${limit} THEN left(${value}, ${limit}) ELSE ${value} END`;
  return sql`left(${value}, ${limit})`;
}

/** The first reason stays. Packing puts a layer's admission before its exclusions, so what is admitted may be excluded again. */
function exclusions(steps: readonly (Exclude | Admit)[], scope: ColumnScope): readonly Sql[] {
  if (steps.length === 0) return [];
  const reasons: Sql[] = [];
  const byRule: Sql[] = [];
  const admits: Sql[] = [];
  for (const step of steps) {
    const holds = step.condition === undefined ? sql`true` : asBoolean(compileExpression(step.condition, scope));
    if (step.op === "admit") {
      admits.push(holds);
      continue;
    }
    reasons.push(sql`WHEN ${holds} THEN ${asText(compileExpression(step.reason, scope))}`);
    byRule.push(sql`WHEN ${holds} THEN ${step.rule === undefined ? sql`false` : sql`true`}`);
  }
  const admitted = admits.length === 0 ? sql`` : sql` AND NOT (by_rule AND (${join(admits, sql` OR `)}))`;
  const kept = sql`WHEN reason IS NOT NULL${admitted} THEN`;
  return [
    sql`CASE ${kept} reason ${join(reasons, sql` `)} ELSE NULL END AS reason`,
    sql`CASE ${kept} by_rule ${join(byRule, sql` `)} ELSE false END AS by_rule`,
  ];
}

/** One flag a row tells whether there is anything to clean; almost never is there. */
function cleanSelect(plan: FeedPlan, relation: Sql): Sql {
  const columns = plan.output.map((_, at) => name(`f${at + 1}`));
  const replaced = columns.map((column) => sql`CASE WHEN unclean THEN ${cleaned(column)} ELSE ${column} END AS ${column}`);
  return sql`SELECT * EXCLUDE (unclean) REPLACE (${list(replaced)}) FROM (SELECT *, ${anyUnclean(columns)} AS unclean FROM (${relation}))`;
}

/** Counting without an order clause streams: the rows stay as they came. */
function keepSelect(step: Keep, relation: Sql): Sql {
  const counted = sql`SELECT *, sum(CASE WHEN reason IS NULL THEN 1 ELSE 0 END) OVER (ROWS UNBOUNDED PRECEDING) AS included_so_far FROM (${relation})`;
  const reason = sql`CASE WHEN reason IS NULL AND included_so_far > ${integer(step.rows)} THEN ${literal(step.reason)} ELSE reason END AS reason`;
  return sql`SELECT * EXCLUDE (included_so_far) REPLACE (${reason}) FROM (${counted})`;
}
