import { Buffer } from "node:buffer";
import type { PlainError } from "../../kernel/errors.ts";
import type { ExtractionWarning } from "../storefront-port.ts";
import { delimiterOf, separatorLine } from "../../kernel/csv-delimiter.ts";
import { cellText, createScan, endOfBytes, feed, nextRecord, type RecordScan } from "../../kernel/csv-records.ts";
import { createByteRepair, type RepairCounts } from "./byte-repair.ts";
import { EXPORT_BOUNDS, grouped, noText } from "./csv-faults.ts";
import { textBytes } from "./first-bytes.ts";
import { type OpenBytes, openText } from "./text-source.ts";

/**
 * A file whose header has been read and whose rows follow:
 * `do { while (nextRecord(reader.scan)) … } while (await reader.more());`
 */
export interface TableReader<Header> {
  readonly header: Header;
  readonly scan: RecordScan;
  /** Feeds the scan. False: everything has been fed, and it held at least one row. */
  more(): Promise<boolean>;
  /** Of the bytes fed so far. */
  warnings(): readonly ExtractionWarning[];
}

/** What a file has to be: its header understood, or refused, and what is said of one without a row. */
export interface TableKind<Header> {
  readonly readHeader: (fileName: string, names: readonly string[]) => Header;
  readonly noRows: (fileName: string) => PlainError;
}

/** `goesOn`: see `openText`. */
export async function openTable<Header>(
  fileName: string,
  open: OpenBytes,
  { readHeader, noRows }: TableKind<Header>,
  goesOn?: () => boolean,
): Promise<TableReader<Header>> {
  const file = await openText(fileName, open, goesOn);
  const source = file.open()[Symbol.asyncIterator]();
  const head = await source.next();
  const text = textBytes(fileName, head.done === true ? Buffer.alloc(0) : head.value);
  const named = separatorLine(text);
  const scan = createScan(fileName, named?.delimiter ?? delimiterOf(text), EXPORT_BOUNDS);
  if (named !== undefined) scan.line += 1;
  const repair = createByteRepair();
  feed(scan, repair.push(text.subarray(named?.bytes ?? 0)));

  const more = async (): Promise<boolean> => {
    if (scan.ended) {
      if (scan.records === 1) throw noRows(fileName);
      return false;
    }
    const next = await source.next();
    feed(scan, next.done === true ? repair.end() : repair.push(next.value));
    if (next.done === true) endOfBytes(scan);
    return true;
  };

  const header = readHeader(fileName, await columnNames(scan, more));
  return { header, scan, more, warnings: () => [...file.warnings, ...repairWarnings(repair.repaired)] };
}

async function columnNames(scan: RecordScan, more: () => Promise<boolean>): Promise<readonly string[]> {
  while (!nextRecord(scan)) {
    if (!(await more())) throw noText(scan.fileName);
  }
  scan.columnNames = Array.from({ length: scan.cells }, (_, cell) => cellText(scan, cell));
  return scan.columnNames;
}

function repairWarnings({ nulBytes }: RepairCounts): readonly ExtractionWarning[] {
  if (nulBytes === 0) return [];
  return [{ code: "nul_removed", count: nulBytes, message: `NUL bytes were removed: ${grouped(nulBytes)}.` }];
}
