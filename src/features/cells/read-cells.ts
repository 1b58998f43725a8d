import { didYouMean, nearestNames } from "../../engine/expression/column-names.ts";
import { columnsInOrder, valueColumns } from "../../engine/expression/value-source.ts";
import { TEXT_LENGTH_MAX } from "../../engine/sql/text-sql.ts";
import { textFault } from "../../kernel/storable-text.ts";
import { type EffectiveMappings, isMappable } from "../columns/index.ts";
import type { SourceColumns } from "../metafields/index.ts";
import { typedFault } from "./typed-fault.ts";
import type { CellError } from "./cell-shapes.ts";

/** What a request makes of a row's cells. */
export interface ReadCells {
  readonly updated: ReadonlyMap<string, string>;
  readonly cleared: readonly string[];
  readonly errors: readonly CellError[];
  readonly propagatesTo: Readonly<Record<string, string[]>>;
}

export interface CellScope {
  readonly columns: SourceColumns;
  readonly effective: EffectiveMappings;
  /** The currency of the feed's prices; null if it isn't known. */
  readonly currency: string | null;
  /** The row's cells as they are. */
  readonly present: ReadonlyMap<string, string>;
  /** Where the row's values of some feed columns come from; blank if no source column can hold them. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Takes the cells that can be taken, each by itself. A name that both a source and a feed column have is the source column. */
export function readCells(wanted: Readonly<Record<string, string | null>>, scope: CellScope): ReadCells {
  const updated = new Map<string, string>();
  const cleared: string[] = [];
  const errors: CellError[] = [];
  const rowScope = { ...scope, currency: currencyAfter(wanted, scope) };
  for (const [column, value] of Object.entries(wanted)) {
    const error = cellError(column, value, rowScope);
    if (error !== undefined) errors.push(error);
    else if (value === null) cleared.push(column);
    else updated.set(column, value.normalize("NFC"));
  }
  const taken = [...updated.keys(), ...cleared];
  return {
    updated,
    cleared,
    errors,
    propagatesTo: Object.fromEntries(taken.map((column) => [column, [...(scope.effective.propagatesTo[column] ?? [])]])),
  };
}

/** What the row's prices will be in: a cell may say so, unless it is refused itself. */
function currencyAfter(wanted: Readonly<Record<string, string | null>>, { currency, present }: CellScope): string | null {
  const written = wanted["currency"];
  if (written === null) return currency;
  const isTaken = written !== undefined && typedFault({ name: "currency", type: "text" }, written, currency) === undefined;
  return (isTaken ? written : present.get("currency")) ?? currency;
}

function cellError(
  column: string,
  value: string | null,
  { columns, effective, currency, present, sources }: CellScope,
): CellError | undefined {
  // A cell of a column that the snapshot has lost could not be cleared otherwise.
  if (value === null && present.has(column)) return undefined;
  const error = (code: CellError["code"], message: string, source: string | null = null): CellError => ({
    column,
    code,
    message,
    source_column: source,
  });
  const known = columns.visible.find(({ name }) => name === column);
  if (known?.computed === true) return error("computed_column", `${column} is computed from other columns. Edit those columns instead.`);
  if (known !== undefined) {
    if (isLong(value)) return error("value_too_long", `A value can have at most ${TEXT_LENGTH_MAX} characters.`);
    const fault = textFault(value ?? "") ?? typedFault(known, value ?? "", currency);
    return fault === undefined ? undefined : error("invalid_value", fault);
  }
  if (isMappable(column, effective)) return outputColumn(column, { effective, sources }, error);
  const near = nearestNames(
    column,
    columns.visible.map(({ name }) => name),
  );
  return error("unknown_column", `There is no source column ${column === "" ? "without a name" : column}.${didYouMean(near)}`);
}

function isLong(value: string | null): boolean {
  const text = value?.normalize("NFC") ?? "";
  return text.length > TEXT_LENGTH_MAX && [...text].length > TEXT_LENGTH_MAX;
}

type MakeError = (code: CellError["code"], message: string, source?: string | null) => CellError;

/**
 * Names the column the row's value comes from first; where the value is blank, the first it could come from; where columns only decide on
 * it, as on `identifier_exists`, the one that decides, or else the one that the expression asks first.
 */
function outputColumn(column: string, { effective, sources }: Pick<CellScope, "effective" | "sources">, error: MakeError): CellError {
  const about = `${column} is a column of the feed's file, not a source column.`;
  const feeding = Object.keys(effective.propagatesTo).filter((name) => effective.propagatesTo[name]?.includes(column));
  const expression = effective.expressions.get(column);
  const feeds = (name: string): boolean => feeding.includes(name);
  const values = expression === undefined ? [] : valueColumns(expression).filter(feeds);
  const read = expression === undefined ? [] : columnsInOrder(expression).filter(feeds);
  const isNowhere = sources.get(column) === "" && values.length > 0;
  if (isNowhere)
    return error("output_column", `${about} No source column holds it in this row. Change its mapping, or write it with a rule.`);
  const own = [sources.get(column) ?? []].flat().filter(feeds);
  const named = [...new Set([...own, ...(values.length === 0 ? [...read, ...feeding] : values)])];
  const [first = null] = named;
  const advice = first === null ? "No source column feeds it. Change its mapping instead." : `Edit ${named.join(" or ")} instead.`;
  return error("output_column", `${about} ${advice}`, first);
}
