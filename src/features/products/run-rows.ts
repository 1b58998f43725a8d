import { canonicalHeader, readCanonicalLine, readExcludedLine, type RunLine } from "../../engine/run/run-files.ts";
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
  return ords.flatMap((ord) => rows.get(ord) ?? []);
}

type RowsByOrd = ReadonlyMap<number, ListedRow>;

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

function ofRow(row: WarehouseRow, line: RunLine): [number, ListedRow] {
  return [Number(row["ord"]), { rowId: Number(row["row_id"]), ...line }];
}
