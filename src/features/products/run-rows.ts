import { canonicalHeader, readCanonicalLine, readExcludedLine, type RunLine } from "../../engine/run/run-files.ts";
import { excludingRules, loadRunReasons } from "../../engine/run/run-filter.ts";
import { fetchRows, type ListedRow, loadRunPlaces } from "../../engine/run/run-list.ts";
import { fetchPlaces } from "../../engine/sql/line-file.ts";
import { name } from "../../engine/sql/fragment.ts";
import type { Sql, WarehouseRow } from "../../kernel/sql.ts";
import type { ResidentTable, ShopWarehouse } from "../../platform/warehouse/warehouse-port.ts";
import type { Services } from "../operation.ts";
import type { ListedOutput } from "../runs/index.ts";
import { readLines } from "./row-lines.ts";

interface Reading extends Pick<Services, "objects"> {
  readonly warehouse: ShopWarehouse;
}

/** A run and its files. */
export interface RunFiles {
  readonly output: ListedOutput;
  readonly index: string;
  readonly rows: string;
}

/** What is held in memory of a run. */
export function runTable({ runId, attempt }: ListedOutput, what: string, load: Sql): ResidentTable {
  return { name: `run_${runId}_${attempt}_${what}`, load };
}

/** Rows of a run in the order of `ords`: one small read a row. Where a run has no lines, groups of thousands of rows are decoded for each. */
export async function fetchListedRows(services: Reading, files: RunFiles, ords: readonly number[]): Promise<readonly ListedRow[]> {
  const hasLines = (await services.objects.head(files.output.excludedKey)) !== undefined;
  const rows = hasLines ? await readPlacedRows(services, files, ords) : await readStoredRows(services, files, ords);
  const excluded = ords.filter((ord) => typeof rows.get(ord)?.reason === "string");
  const rules = excluded.length === 0 ? NO_RULES : await readRules(services, files, excluded);
  return ords.flatMap((ord) => {
    const row = rows.get(ord);
    return row === undefined ? [] : [{ ...row, rule: rules.get(ord) ?? null }];
  });
}

type RowsByOrd = ReadonlyMap<number, Omit<ListedRow, "rule">>;
const NO_RULES: ReadonlyMap<number, number> = new Map();

/** `ord, row_id, reason, excluded_by` of a run, held in memory. */
export function reasonsTable({ output, rows }: RunFiles): ResidentTable {
  return { ...runTable(output, "reasons", loadRunReasons({ file: rows, causes: output.causes })), key: "ord" };
}

/** The rules that excluded rows, by `ord`. */
async function readRules({ warehouse }: Reading, files: RunFiles, ords: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const table = reasonsTable(files);
  const found = await warehouse.query(excludingRules(name(table.name), ords), { resident: [table] });
  return new Map(found.map((row) => [Number(row["ord"]), Number(row["excluded_by"])]));
}

async function readPlacedRows({ objects, warehouse }: Reading, { output, index }: RunFiles, ords: readonly number[]): Promise<RowsByOrd> {
  const table = runTable(output, "places", loadRunPlaces(index));
  const places = await warehouse.query(fetchPlaces(name(table.name), ords), { resident: [table] });
  const { included = [], excluded = [] } = Object.groupBy(places, (place) => (place["excluded"] === true ? "excluded" : "included"));
  const headerBytes = Buffer.byteLength(canonicalHeader(output.columns)) + 1;
  const [includedLines, excludedLines] = await Promise.all([
    readLines(objects, { key: output.fileKey, headerBytes }, included),
    readLines(objects, { key: output.excludedKey, headerBytes: 0 }, excluded),
  ]);
  return new Map([
    ...included.map((place, at) => ofRow(place, readCanonicalLine(includedLines[at] ?? ""))),
    ...excluded.map((place, at) => ofRow(place, readExcludedLine(excludedLines[at] ?? ""))),
  ]);
}

async function readStoredRows({ warehouse }: Reading, { output, rows }: RunFiles, ords: readonly number[]): Promise<RowsByOrd> {
  const found = await warehouse.query(fetchRows(rows, output.columns, ords));
  return new Map(
    found.map((row) => {
      const values = output.columns.map((_, at) => String(row[`f${at + 1}`] ?? ""));
      return ofRow(row, { reason: typeof row["reason"] === "string" ? row["reason"] : null, values });
    }),
  );
}

function ofRow(row: WarehouseRow, line: RunLine): [number, Omit<ListedRow, "rule">] {
  return [Number(row["ord"]), { rowId: Number(row["row_id"]), ...line }];
}
