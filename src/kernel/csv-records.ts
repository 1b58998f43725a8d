import type { RecordBounds } from "./csv-bounds.ts";
import type { Delimiter } from "./csv-delimiter.ts";

/**
 * Reads delimited text record by record while its bytes arrive: RFC 4180, and what real files do besides. Lines end with
 * LF, CRLF or CR, mixed; line breaks between quotes are text; a quote inside an unquoted cell is text; text behind a closing
 * quote belongs to the cell; blank lines are no records.
 *
 * Cells are found as byte offsets and become text only when asked for, so a scan that asks for nothing costs one look at
 * each byte. Only the open record is kept. Every bound is checked before the bytes beyond it are kept.
 */
export interface RecordScan {
  readonly fileName: string;
  readonly delimiter: Delimiter;
  readonly bounds: RecordBounds;
  /** The header once it is read; it names columns in messages. */
  columnNames: readonly string[];
  /** The line on which the open record starts, from 1, as an editor counts. */
  line: number;
  /** Cells read of the open record; all of them once `nextRecord` has answered true. */
  cells: number;
  /** Records read so far, the header too. */
  records: number;

  bytes: Buffer;
  filled: number;
  /** How far the bytes are read, and where the open record starts in them. Cell offsets count from there. */
  at: number;
  recordAt: number;
  recordEnd: number;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly shapes: Uint8Array;
  readonly plainStops: Uint8Array;
  place: Place;
  /** Of the quoted cell being read: its opening quote, the quotes doubled in it, the line it opened on. */
  quoteAt: number;
  doubled: number;
  closedAt: number;
  quoteLine: number;
  breaks: number;
  complete: boolean;
  /** The last record ended with CR: an LF that follows belongs to it. */
  lineFeedDue: boolean;
  ended: boolean;
  /** The open record as text; `null` until a cell of it is asked for. */
  text: string | null;
}

/** Where the scan stands: at the start of a cell, between quotes, behind a closing quote. */
type Place = "cell" | "quoted" | "closed";
type Outcome = "short" | "on" | "end";

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;

/** How a cell was written: bare; between quotes that the offsets leave out; with quotes inside that need resolving. */
const BARE = 0;
const QUOTED = 1;
const RESOLVE = 2;

/** Holds a usual record and a chunk of a stream; it grows with the longest record. */
const FIRST_BYTES = 256 * 1024;

export function createScan(fileName: string, delimiter: Delimiter, bounds: RecordBounds): RecordScan {
  return {
    fileName,
    delimiter,
    bounds,
    columnNames: [],
    line: 1,
    cells: 0,
    records: 0,
    bytes: Buffer.allocUnsafe(FIRST_BYTES),
    filled: 0,
    at: 0,
    recordAt: 0,
    recordEnd: 0,
    starts: new Int32Array(bounds.columnsMax),
    ends: new Int32Array(bounds.columnsMax),
    shapes: new Uint8Array(bounds.columnsMax),
    plainStops: stopBytes(delimiter.charCodeAt(0), LF, CR),
    place: "cell",
    quoteAt: 0,
    doubled: 0,
    closedAt: 0,
    quoteLine: 1,
    breaks: 0,
    complete: false,
    lineFeedDue: false,
    ended: false,
    text: null,
  };
}

/** Adds bytes behind those that are not read yet. Call it when `nextRecord` has answered false. */
export function feed(scan: RecordScan, chunk: Uint8Array): void {
  const open = scan.filled - scan.recordAt;
  if (open + chunk.length > scan.bytes.length) {
    const larger = Buffer.allocUnsafe(Math.max(2 * scan.bytes.length, open + chunk.length));
    scan.bytes.copy(larger, 0, scan.recordAt, scan.filled);
    scan.bytes = larger;
  } else {
    scan.bytes.copyWithin(0, scan.recordAt, scan.filled);
  }
  scan.bytes.set(chunk, open);
  scan.at -= scan.recordAt;
  scan.recordAt = 0;
  scan.filled = open + chunk.length;
}

/** Says that no more bytes follow. */
export function endOfBytes(scan: RecordScan): void {
  scan.ended = true;
}

/** Moves to the next record. False: more bytes are needed, or, after `endOfBytes`, there is none. */
export function nextRecord(scan: RecordScan): boolean {
  if (scan.complete) openRecord(scan);
  for (;;) {
    const outcome = advance(scan);
    if (outcome === "short") {
      if (scan.filled - scan.recordAt > scan.bounds.recordBytesMax) throw scan.bounds.recordTooLong(scan, scan.line);
      return false;
    }
    if (outcome === "on") continue;
    if (isBlankLine(scan)) openRecord(scan);
    else break;
  }
  scan.complete = true;
  scan.records += 1;
  if (scan.records > scan.bounds.rowsMax + 1) throw scan.bounds.tooManyRows(scan, scan.line);
  return true;
}

/** The text of a cell of the record read last; "" where the record has no such cell. */
export function cellText(scan: RecordScan, column: number): string {
  if (column < 0 || column >= scan.cells) return "";
  const start = scan.starts[column] ?? 0;
  const end = scan.ends[column] ?? 0;
  if (start === end) return "";
  scan.text ??= scan.bytes.toString("utf8", scan.recordAt, scan.recordEnd);
  // Text as long as its bytes has one character a byte, so offsets of bytes are offsets of characters.
  const aligned = scan.text.length === scan.recordEnd - scan.recordAt;
  const raw = aligned ? scan.text.slice(start, end) : scan.bytes.toString("utf8", scan.recordAt + start, scan.recordAt + end);
  return scan.shapes[column] === RESOLVE ? resolveQuotes(raw) : raw;
}

function advance(scan: RecordScan): Outcome {
  if (scan.place === "quoted") return readQuoted(scan);
  return scan.place === "closed" ? readClosed(scan) : readPlain(scan);
}

function openRecord(scan: RecordScan): void {
  scan.line += scan.breaks + 1;
  scan.recordAt = scan.at;
  scan.cells = 0;
  scan.breaks = 0;
  scan.complete = false;
  scan.text = null;
}

/** Unquoted cells, for as long as one follows another: the common case, so it keeps its place in locals. */
function readPlain(scan: RecordScan): Outcome {
  if (scan.lineFeedDue && !passLineFeed(scan)) return "short";
  const { bytes, filled, recordAt, plainStops, starts, ends, shapes } = scan;
  const { cellBytesMax, columnsMax } = scan.bounds;
  const delimiter = scan.delimiter.charCodeAt(0);
  for (;;) {
    const start = scan.at;
    if (start < filled && bytes[start] === QUOTE) return openQuote(scan);
    const end = pastText(bytes, start, filled, plainStops);
    if (end - start > cellBytesMax) throw scan.bounds.cellTooLong(scan, scan.line + scan.breaks, scan.cells);
    // A cell cut by the end of the bytes is read again from its start when there are more.
    if (end === filled && !scan.ended) return "short";
    if (end === recordAt && end === filled) return "short";
    if (scan.cells === columnsMax) throw scan.bounds.tooManyColumns(scan, scan.line);
    starts[scan.cells] = start - recordAt;
    ends[scan.cells] = end - recordAt;
    shapes[scan.cells] = BARE;
    scan.cells += 1;
    if (end === filled || bytes[end] !== delimiter) return endRecord(scan, end);
    scan.at = end + 1;
  }
}

function passLineFeed(scan: RecordScan): boolean {
  if (scan.at >= scan.filled) return false;
  scan.lineFeedDue = false;
  if (scan.bytes[scan.at] === LF) {
    scan.at += 1;
    scan.recordAt += 1;
  }
  return true;
}

function openQuote(scan: RecordScan): Outcome {
  if (scan.cells === scan.bounds.columnsMax) throw scan.bounds.tooManyColumns(scan, scan.line);
  scan.place = "quoted";
  scan.quoteAt = scan.at - scan.recordAt;
  scan.quoteLine = scan.line + scan.breaks;
  scan.doubled = 0;
  scan.at += 1;
  return "on";
}

function readQuoted(scan: RecordScan): Outcome {
  const { bytes, filled } = scan;
  let at = scan.at;
  for (;;) {
    at = pastText(bytes, at, filled, QUOTED_STOPS);
    scan.at = at;
    if (at === filled) return shortQuoted(scan);
    if (bytes[at] !== QUOTE) {
      // The LF of a CRLF was counted with its CR.
      if (bytes[at] === CR || bytes[at - 1] !== CR) scan.breaks += 1;
      at += 1;
      continue;
    }
    if (at + 1 === filled && !scan.ended) return "short";
    if (at + 1 === filled || bytes[at + 1] !== QUOTE) break;
    scan.doubled += 1;
    at += 2;
  }
  scan.place = "closed";
  scan.closedAt = at - scan.recordAt;
  scan.at = at + 1;
  return "on";
}

function shortQuoted(scan: RecordScan): Outcome {
  if (scan.filled - scan.recordAt - scan.quoteAt - 1 - scan.doubled > scan.bounds.cellBytesMax)
    throw scan.bounds.cellTooLong(scan, scan.quoteLine, scan.cells);
  if (scan.ended) throw scan.bounds.unclosedQuote(scan, scan.quoteLine, scan.cells);
  return "short";
}

function readClosed(scan: RecordScan): Outcome {
  const { bytes, filled, recordAt, quoteAt, closedAt } = scan;
  const end = pastText(bytes, scan.at, filled, scan.plainStops);
  if (end - recordAt - quoteAt - 2 - scan.doubled > scan.bounds.cellBytesMax)
    throw scan.bounds.cellTooLong(scan, scan.quoteLine, scan.cells);
  if (end === filled && !scan.ended) return "short";
  const simple = scan.doubled === 0 && end === recordAt + closedAt + 1;
  scan.starts[scan.cells] = simple ? quoteAt + 1 : quoteAt;
  scan.ends[scan.cells] = simple ? closedAt : end - recordAt;
  scan.shapes[scan.cells] = simple ? QUOTED : RESOLVE;
  scan.cells += 1;
  scan.place = "cell";
  if (end === filled || bytes[end] === LF || bytes[end] === CR) return endRecord(scan, end);
  scan.at = end + 1;
  return "on";
}

function endRecord(scan: RecordScan, end: number): Outcome {
  if (end - scan.recordAt > scan.bounds.recordBytesMax) throw scan.bounds.recordTooLong(scan, scan.line);
  scan.recordEnd = end;
  scan.lineFeedDue = end < scan.filled && scan.bytes[end] === CR;
  scan.at = Math.min(end + 1, scan.filled);
  return "end";
}

function isBlankLine(scan: RecordScan): boolean {
  return scan.cells === 1 && scan.recordEnd === scan.recordAt;
}

function pastText(bytes: Uint8Array, from: number, to: number, stops: Uint8Array): number {
  let at = from;
  while (at < to && stops[bytes[at] ?? 0] === 0) at += 1;
  return at;
}

function stopBytes(...bytes: readonly number[]): Uint8Array {
  const stops = new Uint8Array(256);
  for (const byte of bytes) stops[byte] = 1;
  return stops;
}

const QUOTED_STOPS = stopBytes(QUOTE, LF, CR);

/** `"a ""b"" c"d` is `a "b" cd`. */
function resolveQuotes(raw: string): string {
  let text = "";
  let from = 1;
  for (;;) {
    const quote = raw.indexOf('"', from);
    if (raw[quote + 1] !== '"') return text + raw.slice(from, quote) + raw.slice(quote + 1);
    text += raw.slice(from, quote + 1);
    from = quote + 2;
  }
}
