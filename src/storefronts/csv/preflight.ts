import { Buffer } from "node:buffer";
import { open, stat, type FileHandle } from "node:fs/promises";
import { basename } from "node:path";
import { PlainError } from "../../kernel/errors.ts";
import { members } from "../../kernel/unsafe.ts";
import type { ExtractionWarning } from "../storefront-port.ts";
import { fileTooLarge, noPrices } from "./csv-faults.ts";
import { FILE_BYTES_MAX } from "./csv-limits.ts";
import type { Delimiter } from "../../kernel/csv-delimiter.ts";
import { nextRecord } from "../../kernel/csv-records.ts";
import { openExport } from "./export-reader.ts";
import type { TableReader } from "./table-reader.ts";
import type { OpenBytes } from "./text-source.ts";
import { openTranslations } from "./translation-header.ts";

export interface ExportFacts {
  readonly bytes: number;
  /** Rows read, blank lines and header aside. */
  readonly rows: number;
  readonly columns: number;
  /** Names of the markets it has prices for. */
  readonly markets: readonly string[];
  readonly delimiter: Delimiter;
  /** False: the time was up, `rows` is a part, and the extraction checks the rest by the same limits. */
  readonly complete: boolean;
  readonly warnings: readonly ExtractionWarning[];
}

/** The command line answers within two seconds; starting it takes the rest. Some 800 MB are read in this time. */
const SCAN_MS = 1_400;
const CHUNK_BYTES = 1024 ** 2;

interface ScanOptions {
  readonly scanMs?: number;
  /** As messages call it. The file's own name unless given. */
  readonly fileName?: string;
}

/** Reads a file before a shop is made of it; whatever would fail the extraction fails here, with a sentence for the person who gave it. */
export async function checkExport(file: string, options: ScanOptions = {}): Promise<ExportFacts> {
  const { reader, bytes, complete } = await scanFile(file, options, async (fileName, chunks, goesOn) => {
    const opened = await openExport(fileName, chunks, { goesOn });
    if (!opened.header.cells.has("price")) throw noPrices(fileName);
    return opened;
  });
  return {
    bytes,
    rows: reader.scan.records - 1,
    columns: reader.header.names.length,
    markets: reader.header.markets.map(({ name }) => name),
    delimiter: reader.scan.delimiter,
    complete,
    warnings: reader.warnings(),
  };
}

/** The same of a translation export. */
export async function checkTranslations(file: string, options: ScanOptions = {}): Promise<void> {
  await scanFile(file, options, openTranslations);
}

type OpenReader<Reader> = (fileName: string, open: OpenBytes, goesOn: () => boolean) => Promise<Reader>;

async function scanFile<Reader extends TableReader<unknown>>(
  file: string,
  { scanMs = SCAN_MS, fileName = basename(file) }: ScanOptions,
  openReader: OpenReader<Reader>,
) {
  const bytes = await fileBytes(file);
  if (bytes > FILE_BYTES_MAX) throw fileTooLarge(fileName, bytes);
  await using handle = await open(file).catch((cause: unknown) => {
    throw unreadable(file, cause);
  });
  const deadline = performance.now() + scanMs;
  const reader = await openReader(
    fileName,
    () => chunksOf(handle),
    () => performance.now() <= deadline,
  );
  return { reader, bytes, complete: await scanRows(reader, deadline) };
}

async function scanRows(reader: TableReader<unknown>, deadline: number): Promise<boolean> {
  do {
    while (nextRecord(reader.scan));
    if (performance.now() > deadline && !reader.scan.ended) return false;
  } while (await reader.more());
  return true;
}

async function fileBytes(file: string): Promise<number> {
  const facts = await stat(file).catch((cause: unknown) => {
    throw unreadable(file, cause);
  });
  if (!facts.isFile()) throw new PlainError("csv_unreadable", `${file} isn't a file. Give the path of the product export.`);
  return facts.size;
}

function unreadable(file: string, cause: unknown): PlainError {
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: "the file doesn't exist",
    EACCES: "the file's permissions don't allow reading it",
  };
  const { code } = members(cause);
  const reason = (typeof code === "string" ? reasons[code] : undefined) ?? "the file couldn't be read";
  return new PlainError("csv_unreadable", `${file}: ${reason}. Give the path of a product export.`, cause);
}

/** One piece of memory for all chunks: whoever takes a chunk copies what it keeps. */
async function* chunksOf(handle: FileHandle): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let at = 0; ;) {
    const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
