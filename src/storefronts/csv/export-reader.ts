import { Buffer } from "node:buffer";
import type { ExtractionWarning } from "../storefront-port.ts";
import { createByteRepair, type RepairCounts } from "./byte-repair.ts";
import { EXPORT_BOUNDS, grouped, noProducts, noText } from "./csv-faults.ts";
import { cellText, createScan, endOfBytes, feed, nextRecord, type RecordScan } from "../../kernel/csv-records.ts";
import { delimiterOf } from "../../kernel/csv-delimiter.ts";
import { readHeader, type ExportHeader } from "./export-header.ts";
import { textBytes } from "./first-bytes.ts";

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

/** The delimiter is told from this much: more than any header we know of, and a first chunk of most streams. */
const HEAD_BYTES = 64 * 1024;

export async function openExport(fileName: string, chunks: AsyncIterable<Buffer, void>): Promise<ExportReader> {
  const source = chunks[Symbol.asyncIterator]();
  const head = await headOf(source);
  const text = textBytes(fileName, head);
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
  return { header, scan, more, warnings: () => [...header.warnings, ...repairWarnings(repair.repaired)] };
}

async function headOf(source: AsyncIterator<Buffer, void>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  while (bytes < HEAD_BYTES) {
    const next = await source.next();
    if (next.done === true) break;
    // Copied, because a source may hand out the same memory again.
    chunks.push(Buffer.from(next.value));
    bytes += next.value.length;
  }
  return Buffer.concat(chunks);
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

function repairWarnings({ nulBytes, invalidSequences }: RepairCounts): readonly ExtractionWarning[] {
  return [
    ...warning(
      "invalid_utf8",
      invalidSequences,
      "bytes or groups of bytes are not valid UTF-8 and were read as U+FFFD. Save the file as UTF-8.",
    ),
    ...warning("nul_removed", nulBytes, "NUL bytes were removed."),
  ];
}

function warning(code: string, count: number, what: string): readonly ExtractionWarning[] {
  return count === 0 ? [] : [{ code, count, message: `${what}: ${grouped(count)}.` }];
}
