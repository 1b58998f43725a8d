import type { FoundMetafield } from "../../engine/source/metafield-names.ts";
import { noProducts } from "./csv-faults.ts";
import { type ExportHeader, readHeader } from "./export-header.ts";
import { openTable, type TableReader } from "./table-reader.ts";
import type { OpenBytes } from "./text-source.ts";

export type ExportReader = TableReader<ExportHeader>;

interface ExportTerms {
  /** See `openText`. */
  readonly goesOn?: () => boolean;
  /** The metafields of the previous snapshot, which keep their columns. */
  readonly known?: readonly FoundMetafield[];
}

/** A product export. */
export async function openExport(fileName: string, open: OpenBytes, { goesOn, known }: ExportTerms = {}): Promise<ExportReader> {
  const kind = { readHeader: (file: string, names: readonly string[]) => readHeader(file, names, known), noRows: noProducts };
  const reader = await openTable(fileName, open, kind, goesOn);
  return { ...reader, warnings: () => [...reader.warnings(), ...reader.header.warnings] };
}
