import { noProducts } from "./csv-faults.ts";
import { type ExportHeader, readHeader } from "./export-header.ts";
import { openTable, type TableReader } from "./table-reader.ts";
import type { OpenBytes } from "./text-source.ts";

export type ExportReader = TableReader<ExportHeader>;

/** A product export. `goesOn`: see `openText`. */
export async function openExport(fileName: string, open: OpenBytes, goesOn?: () => boolean): Promise<ExportReader> {
  const reader = await openTable(fileName, open, { readHeader, noRows: noProducts }, goesOn);
  return { ...reader, warnings: () => [...reader.warnings(), ...reader.header.warnings] };
}
