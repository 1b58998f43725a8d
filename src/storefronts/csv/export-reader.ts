import { Buffer } from "node:buffer";
import type { ExtractionWarning } from "../storefront-port.ts";
import { createByteRepair, type RepairCounts } from "./byte-repair.ts";
import { EXPORT_BOUNDS, grouped, noProducts, noText } from "./csv-faults.ts";
import { cellText, createScan, endOfBytes, feed, nextRecord, type RecordScan } from "../../kernel/csv-records.ts";
import { delimiterOf } from "../../kernel/csv-delimiter.ts";
import { readHeader, type ExportHeader } from "./export-header.ts";
import { textBytes } from "./first-bytes.ts";
import { type OpenBytes, openText } from "./text-source.ts";

/**
 * An export whose header has been read and whose rows follow:
 * `do { while (nextRecord(reader.scan)) … } while (await reader.more());`
 */
export interface ExportReader {
  readonly header: ExportHeader;
  readonly scan: RecordScan;
  /** Feeds the scan. False: everything has been fed, and it held at least one row. */
  more(): Promise<boolean>;
  /** Of the header and of the bytes fed so far. */
  warnings(): readonly ExtractionWarning[];
}

/** `goesOn`: see `openText`. */
export async function openExport(fileName: string, open: OpenBytes, goesOn?: () => boolean): Promise<ExportReader> {
  const file = await openText(fileName, open, goesOn);
  const source = file.open()[Symbol.asyncIterator]();
  const head = await source.next();
  const text = textBytes(fileName, head.done === true ? Buffer.alloc(0) : head.value);
  const scan = createScan(fileName, delimiterOf(text), EXPORT_BOUNDS);
  const repair = createByteRepair();
  feed(scan, repair.push(text));

  const more = async (): Promise<boolean> => {
    if (scan.ended) return lastFed(scan);
    const next = await source.next();
    feed(scan, next.done === true ? repair.end() : repair.push(next.value));
    if (next.done === true) endOfBytes(scan);
    return true;
  };

  const header = await headerOf(scan, more);
  return { header, scan, more, warnings: () => [...file.warnings, ...header.warnings, ...repairWarnings(repair.repaired)] };
}

async function headerOf(scan: RecordScan, more: () => Promise<boolean>): Promise<ExportHeader> {
  while (!nextRecord(scan)) {
    if (!(await more())) throw noText(scan.fileName);
  }
  const names = Array.from({ length: scan.cells }, (_, cell) => cellText(scan, cell));
  scan.columnNames = names;
  return readHeader(scan.fileName, names);
}

function lastFed(scan: RecordScan): false {
  if (scan.records === 1) throw noProducts(scan.fileName);
  return false;
}

function repairWarnings({ nulBytes }: RepairCounts): readonly ExtractionWarning[] {
  if (nulBytes === 0) return [];
  return [{ code: "nul_removed", count: nulBytes, message: `NUL bytes were removed: ${grouped(nulBytes)}.` }];
}
