import { type CoveredColumns, countSaid, sampleRareValues, sampleValues } from "../../engine/source/column-coverage.ts";
import { readInParts } from "../../engine/sql/parquet.ts";
import type { ShopWarehouse } from "../../platform/warehouse/warehouse-port.ts";
import type { WarehouseRow } from "../../kernel/sql.ts";
import { parseJson } from "../../kernel/unsafe.ts";
import { z } from "zod";
import type { ShopCall } from "../operation.ts";
import { type Snapshot, SOURCE_FILE } from "../snapshots/index.ts";
import type { Coverage } from "./metafield-shapes.ts";

interface Reading extends Pick<ShopCall, "objects"> {
  readonly warehouse: ShopWarehouse;
}

const Samples = z.array(z.string());

/** How many rows of the snapshot say something in each of these columns of it, and what, in their order. */
export async function measureCoverage(
  { objects, warehouse }: Reading,
  snapshot: Snapshot,
  columns: readonly string[],
): Promise<readonly Coverage[]> {
  if (columns.length === 0) return [];
  await using source = await objects.local(`${snapshot.prefix}${SOURCE_FILE}`);
  const places = columns.map((column) => snapshot.facts.columns.indexOf(column));
  const coverages: Coverage[] = [];
  for (const part of readInParts(places)) {
    coverages.push(...(await coverageOf(warehouse, { file: source.path, places: part }, snapshot.facts.variants)));
  }
  return coverages;
}

/** Of as many columns as one statement reads. */
async function coverageOf(warehouse: ShopWarehouse, covered: CoveredColumns, total: number): Promise<readonly Coverage[]> {
  const [counts] = await warehouse.query(countSaid(covered));
  const [samples] = await warehouse.query(sampleValues(covered));
  const coverages: Coverage[] = [];
  for (const [at, place] of covered.places.entries()) {
    const count = Number(counts?.[`n${at + 1}`] ?? 0);
    let values = samplesIn(samples, `v${at + 1}`);
    if (count > 0 && values.length === 0) values = samplesIn((await warehouse.query(sampleRareValues(covered.file, place)))[0], "v1");
    coverages.push({ with_value: count, total, sample_values: values });
  }
  return coverages;
}

/** A list of no row is NULL. */
function samplesIn(row: WarehouseRow | undefined, member: string): string[] {
  const text = row?.[member];
  return typeof text === "string" && text !== "null" ? Samples.parse(parseJson(text)) : [];
}
