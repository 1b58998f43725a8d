import type { WarehouseRow } from "../../kernel/sql.ts";
import type { ObjectStore } from "../../platform/objects/objects-port.ts";

/** An object of lines, one a row. */
interface LineFile {
  readonly key: string;
  /** Bytes above the first line. */
  readonly headerBytes: number;
}

/** Single lines without their ends, in the order of the rows, which are of `fetchPlaces`. */
export async function readLines(
  objects: ObjectStore,
  { key, headerBytes }: LineFile,
  rows: readonly WarehouseRow[],
): Promise<readonly string[]> {
  if (rows.length === 0) return [];
  const ranges = rows.map((row) => {
    const start = headerBytes + Number(row["line_start"]);
    return { start, end: start + Number(row["line_bytes"]) - 1 };
  });
  return (await objects.parts(key, ranges)).map((part) => {
    const line = part.toString("utf8");
    if (line.indexOf("\n") !== line.length - 1) throw new Error(`${key} has lines that don't match its index`);
    return line.slice(0, -1);
  });
}
