import type { Sql } from "../../kernel/sql.ts";
import { type ColumnScope, compileExpression } from "../expression/compile-expression.ts";
import { output } from "../expression/expression.ts";
import { asBoolean, asList, asText, isWithinBounds, type Term, type TextForm } from "../expression/term.ts";
import { integer, join, list, literal, name, sql } from "../sql/fragment.ts";
import { anyUnclean, cleaned, foldedItems, isBlank, numberOf, TEXT_LENGTH_MAX } from "../sql/text-sql.ts";
import type { Assign, Exclude, FeedPlan, Keep } from "./feed-plan.ts";
import { type AssignLayer, type BarrierLayer, keyColumn, type Layer } from "./layers.ts";
import type { Define, Form, LoweredStep } from "./lower-steps.ts";
import { SPLIT_ITEMS_MAX } from "./aside-query.ts";
import { scopeOfStep } from "./share-forms.ts";
import { uncleanColumns } from "./unclean-columns.ts";

/** One layer, to be put over the relation before it. `reason` carries a mark in the chain, which `plainReason` takes away at its end. */
export function layerOver(layer: Layer, plan: FeedPlan, scope: ColumnScope): (relation: Sql) => Sql {
  switch (layer.kind) {
    case "assign":
      return assignOver(layer, scope);
    case "clean":
      return (relation) => cleanSelect(plan, relation);
    case "keep":
      return (relation) => keepSelect(layer.step, relation);
    case "split":
      return (relation) => splitSelect(layer, relation, scope);
    case "aside":
      return (relation) => relation;
    default:
      return layer satisfies never;
  }
}

function assignOver({ writes, excludes, defines }: AssignLayer, scope: ColumnScope): (relation: Sql) => Sql {
  const made = defines.map((step) => sql`${defined(step, scope)} AS ${name(`t${step.as}`)}`);
  const columns = list([...replaceColumns([...assignments(writes, scope), ...exclusions(excludes, scope)]), ...made]);
  return (relation) => sql`SELECT ${columns} FROM (${relation})`;
}

interface Replacement {
  readonly column: Sql;
  /** Refers to columns as they are before any replacement. */
  readonly value: Sql;
}

/**
 * All columns, some of them replaced. `* REPLACE (…)` means the same, but while planning, DuckDB copies everything in its parentheses once for each column of
 * the relation. That took two fifths of the planning time of an ordinary feed.
 */
function replaceColumns(replaced: readonly Replacement[], ...dropped: readonly Sql[]): readonly Sql[] {
  const left = [...dropped, ...replaced.map(({ column }) => column)];
  const kept = left.length === 0 ? sql`*` : sql`* EXCLUDE (${list(left)})`;
  return [kept, ...replaced.map(({ column, value }) => sql`${value} AS ${column}`)];
}

function defined(step: (Define | Form) & LoweredStep, scope: ColumnScope): Sql {
  if (step.op === "define") return compileExpression(step.value, scopeOfStep(step, scope)).sql;
  return formOf(step.form, scope.column(step.column.side, step.column.name));
}

function formOf(form: TextForm, { sql: text }: Term): Sql {
  switch (form) {
    case "number":
      return numberOf(text);
    case "folded":
      return sql`lower(${text})`;
    case "items":
      return foldedItems(text);
    case "blank":
      return isBlank(text);
    default:
      return form satisfies never;
  }
}

function assignments(writes: AssignLayer["writes"], scope: ColumnScope): readonly Replacement[] {
  return [...writes].flatMap(([key, steps]) => {
    const { side, name: column } = keyColumn(key);
    const target = scope.column(side, column).sql;
    // A column the feed does not have cannot be written; the checker refuses it in rules, a snapshot may lack it for cells.
    return target.text.startsWith('"') ? [{ column: target, value: assigned(steps, target, scope) }] : [];
  });
}

/** Later steps win, so they come first in the CASE; one without a condition ends it. */
function assigned(steps: readonly (Assign & LoweredStep)[], target: Sql, scope: ColumnScope): Sql {
  const whens: Sql[] = [];
  let otherwise = target;
  for (const step of steps.toReversed()) {
    const within = scopeOfStep(step, scope);
    const value = cut(compileExpression(step.value, within));
    if (step.condition === undefined) {
      otherwise = value;
      break;
    }
    whens.push(sql`WHEN ${asBoolean(compileExpression(step.condition, within))} THEN ${value}`);
  }
  return whens.length === 0 ? otherwise : sql`CASE ${join(whens, sql` `)} ELSE ${otherwise} END`;
}

/** What a step writes is cut at the limit of a text value; the byte count spares `left` on almost every value. */
function cut(term: Term): Sql {
  const value = asText(term);
  if (isWithinBounds(term)) return value;
  const limit = integer(TEXT_LENGTH_MAX);
  if (/^"[a-z0-9]+"$/.test(value.text)) return sql`CASE WHEN strlen(${value}) > ${limit} THEN left(${value}, ${limit}) ELSE ${value} END`;
  return sql`left(${value}, ${limit})`;
}

/** In the chain a reason begins with who excluded the row: `F:` for the feed itself, `R12:` for rule 12. Only what a rule excluded may be admitted again. */
const BY_RULE = sql`'R'`;
const BY_FEED = sql`'F:'`;
const MARK_LENGTH = sql`strpos(reason, ':')`;

/** The reason as people read it. */
export function plainReason(): Sql {
  return sql`substr(reason, ${MARK_LENGTH} + 1)`;
}

/** The id of the rule that excluded the row; NULL where none did. */
export function excludingRule(): Sql {
  return sql`CASE WHEN starts_with(reason, ${BY_RULE}) THEN TRY_CAST(substr(reason, 2, ${MARK_LENGTH} - 2) AS BIGINT) END`;
}

/** The first reason stays. Packing puts a layer's admission before its exclusions, so what is admitted may be excluded again. */
function exclusions(steps: AssignLayer["excludes"], scope: ColumnScope): readonly Replacement[] {
  if (steps.length === 0) return [];
  const reasons: Sql[] = [];
  const admits: Sql[] = [];
  for (const step of steps) {
    const within = scopeOfStep(step, scope);
    const holds = step.condition === undefined ? sql`true` : asBoolean(compileExpression(step.condition, within));
    if (step.op === "admit") admits.push(holds);
    else
      reasons.push(
        sql`WHEN ${holds} THEN concat(${step.rule === undefined ? BY_FEED : literal(`R${step.rule}:`)}, ${reasonText(step, within)})`,
      );
  }
  const admitted = admits.length === 0 ? sql`` : sql` AND NOT (starts_with(reason, ${BY_RULE}) AND (${join(admits, sql` OR `)}))`;
  const value = sql`CASE WHEN reason IS NOT NULL${admitted} THEN reason ${join(reasons, sql` `)} ELSE NULL END`;
  return [{ column: sql`reason`, value }];
}

function reasonText({ reason }: Exclude, scope: ColumnScope): Sql {
  return asText(compileExpression(reason, scope));
}

/**
 * One flag a row tells whether there is anything to clean; almost never is there. Columns that no step writes anything unclean into are
 * left out of that look: in them only what was cut may end in a space.
 */
function cleanSelect(plan: FeedPlan, relation: Sql): Sql {
  const looked = uncleanColumns(plan);
  const columns = plan.output.map((called, at) => ({ column: name(`f${at + 1}`), isLooked: looked.has(called) }));
  const replaced = columns.map(({ column, isLooked }) => {
    const asked = isLooked ? name("unclean") : sql`strlen(${column}) >= ${integer(TEXT_LENGTH_MAX)}`;
    return { column, value: sql`CASE WHEN ${asked} THEN ${cleaned(column)} ELSE ${column} END` };
  });
  const flag = looked.size === 0 ? sql`false` : anyUnclean(columns.flatMap(({ column, isLooked }) => (isLooked ? [column] : [])));
  return sql`SELECT ${list(replaceColumns(replaced, sql`unclean`))} FROM (SELECT *, ${flag} AS unclean FROM (${relation}))`;
}

/** Counting without an order clause streams: the rows stay as they came. */
function keepSelect(step: Keep, relation: Sql): Sql {
  const counted = sql`SELECT *, sum(CASE WHEN reason IS NULL THEN 1 ELSE 0 END) OVER (ROWS UNBOUNDED PRECEDING) AS included_so_far FROM (${relation})`;
  const reason = sql`CASE WHEN reason IS NULL AND included_so_far > ${integer(step.rows)} THEN concat(${BY_FEED}, ${literal(step.reason)}) ELSE reason END AS reason`;
  return sql`SELECT * EXCLUDE (included_so_far) REPLACE (${reason}) FROM (${counted})`;
}

/**
 * One row for each item, in the order of the list: the first keeps the row's id, the others have the item's position added to it.
 * The order numbers are given anew. Unnesting keeps the order, and so does counting over what streams by.
 */
function splitSelect({ step }: Extract<BarrierLayer, { kind: "split" }>, relation: Sql, scope: ColumnScope): Sql {
  const within = scopeOfStep(step, scope);
  const items = asList(compileExpression(step.items, within));
  const asked = step.condition === undefined ? sql`` : sql` AND ${asBoolean(compileExpression(step.condition, within))}`;
  const holds = sql`${asBoolean(compileExpression(step.within, within))}${asked}`;
  const target = scope.column(step.target.side, step.target.name).sql;
  const limit = integer(TEXT_LENGTH_MAX);
  const id = output("id");
  const idColumn = id.kind === "column" ? scope.column(id.side, id.name).sql : sql`''`;
  const listed = sql`SELECT *, CASE WHEN ${holds} THEN list_slice(${items}, 1, ${integer(SPLIT_ITEMS_MAX)}) ELSE [] END AS wanted FROM (${relation})`;
  const unnested = sql`SELECT *, unnest(range(1, greatest(len(wanted), 1) + 1)) AS nth FROM (${listed})`;
  const text = sql`CASE WHEN len(wanted) = 0 THEN ${target} WHEN strlen(wanted[nth]) > ${limit} THEN left(wanted[nth], ${limit}) ELSE wanted[nth] END`;
  const suffixed = sql`CASE WHEN nth > 1 AND ${idColumn} <> '' THEN concat(${idColumn}, '-', nth) ELSE ${idColumn} END`;
  const written =
    target.text === idColumn.text ? [sql`${suffixed} AS ${idColumn}`] : [sql`${text} AS ${target}`, sql`${suffixed} AS ${idColumn}`];
  return sql`SELECT * EXCLUDE (wanted, nth) REPLACE (row_number() OVER () - 1 AS ord, CAST(nth AS INTEGER) AS item, ${list(written)}) FROM (${unnested})`;
}
