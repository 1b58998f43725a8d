import { Buffer } from "node:buffer";
import type { ExtractionWarning } from "../storefront-port.ts";
import { type ByteSurvey, linesAt, type Sightings, surveyBytes } from "./byte-survey.ts";
import { grouped, mixedEncoding, unknownEncoding } from "./csv-faults.ts";
import { textBytes } from "./first-bytes.ts";
import { fromSingleByte, isMultiByte, type SingleByteEncoding, singleByteEncoding } from "./single-byte-text.ts";

/** Opens a file at its beginning, each time it is called: to look at it, and last of all to read it. */
export type OpenBytes = (use: "look" | "read") => AsyncIterable<Buffer>;

/** A file as UTF-8, whatever it was written in. */
export interface TextSource {
  /** Valid UTF-8 but for bytes that `warnings` tells of. */
  readonly open: () => AsyncIterable<Buffer>;
  readonly warnings: readonly ExtractionWarning[];
}

/** As few invalid bytes are damage, whatever else the file has. */
const DAMAGED_MAX = 3;
/** One kind of byte is the exception where there are ten times as many of the other. */
const CLEAR_MAJORITY = 10;

/**
 * Looks through the whole file and decides what it is written in: UTF-8, UTF-16 with a byte order mark, Windows-1252 or ISO-8859-15. A file that is
 * none of them, or several, is refused: its titles would be published garbled. `goesOn` false ends the look early.
 */
export async function openText(fileName: string, open: OpenBytes, goesOn: () => boolean = () => true): Promise<TextSource> {
  const wide: Wide = { encoding: undefined };
  const text: OpenBytes = (use) => fromUtf16(withHead(open(use)), wide);
  const survey = await surveyBytes(checked(fileName, text("look")), goesOn);
  const lines = async ({ offsets }: Sightings) => linesAt(text("look"), offsets);
  const found = [
    ...(wide.encoding === undefined ? [] : [converted(wide.encoding === "utf-16le" ? "UTF-16LE" : "UTF-16BE", 1)]),
    ...(await sighted("replacement_characters", survey.replaced, lines)),
    ...(await sighted("garbled_text", survey.garbled, lines)),
  ];
  const kind = kindOf(survey);
  switch (kind) {
    case "utf-8":
      return { open: () => text("read"), warnings: [...found, ...(await sighted("invalid_utf8", survey.invalid, lines))] };
    case "windows-1252":
    case "iso-8859-15":
      return { open: () => fromSingleByte(text("read"), kind), warnings: [converted(SINGLE_BYTE_NAMES[kind], survey.singleByte.high)] };
    case "mixed":
      throw mixedEncoding(fileName, (await lines(survey.invalid))[0] ?? 1);
    default:
      throw unknownEncoding(fileName, (await lines(oddOnes(survey)))[0] ?? 1);
  }
}

const SINGLE_BYTE_NAMES: Readonly<Record<SingleByteEncoding, string>> = { "windows-1252": "Windows-1252", "iso-8859-15": "ISO-8859-15" };

function kindOf({ valid, invalid, cutOff, singleByte }: ByteSurvey): "utf-8" | SingleByteEncoding | "mixed" | "unknown" {
  if (invalid.count === 0 || cutOff) return "utf-8";
  if (valid * CLEAR_MAJORITY <= invalid.count) return singleByteEncoding(singleByte) ?? "unknown";
  if (invalid.count * CLEAR_MAJORITY <= valid) return "utf-8";
  // Two bytes of another encoding may be valid UTF-8 by chance: É® in Windows-1252.
  if (invalid.count > valid) return isMultiByte(singleByte) ? "mixed" : (singleByteEncoding(singleByte) ?? "mixed");
  return invalid.count <= DAMAGED_MAX ? "utf-8" : "mixed";
}

function oddOnes({ invalid, singleByte: { undefinedAt } }: ByteSurvey): Sightings {
  return undefinedAt === undefined ? invalid : { count: 1, offsets: [undefinedAt] };
}

function converted(name: string, count: number): ExtractionWarning {
  const characters = count === 1 ? "" : `, affecting ${grouped(count)} characters`;
  return { code: "encoding_converted", count, message: `The file is encoded in ${name}, not UTF-8, and was converted${characters}.` };
}

const SENTENCES = {
  invalid_utf8: ["Bytes that aren't valid UTF-8, read as U+FFFD", "Save the file as UTF-8."],
  replacement_characters: ["U+FFFD in the file, which means a character was lost earlier", "Export the products again."],
  garbled_text: [
    'Characters that look garbled, such as "Ã©" for "é", left unchanged',
    "Export the products again, or save the file as UTF-8.",
  ],
} as const;

async function sighted(
  code: keyof typeof SENTENCES,
  seen: Sightings,
  linesOf: (seen: Sightings) => Promise<readonly number[]>,
): Promise<readonly ExtractionWarning[]> {
  const { count } = seen;
  if (count === 0) return [];
  const lines = [...new Set(await linesOf(seen))];
  const [what, advice] = SENTENCES[code];
  const where = `on line${lines.length === 1 ? "" : "s"} ${lines.join(", ")}${count > seen.offsets.length ? " and more" : ""}`;
  return [{ code, count, message: `${what}: ${grouped(count)}, ${where}. ${advice}` }];
}

/** What can be said of a file is said of its first bytes: more than any header we know of, and a first chunk of most streams. */
const HEAD_BYTES = 64 * 1024;

/** The same bytes, the first chunk as large as a head, or the whole file. */
async function* withHead(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (head === undefined) {
      yield chunk;
      continue;
    }
    // A copy, because a source may hand out the same memory again.
    head = Buffer.concat([head, chunk]);
    if (head.length < HEAD_BYTES) continue;
    yield head;
    head = undefined;
  }
  if (head !== undefined && head.length > 0) yield head;
}

/** Refuses a file that is no text at all before anything else is said of it. */
async function* checked(fileName: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst) textBytes(fileName, chunk);
    isFirst = false;
    yield chunk;
  }
}

interface Wide {
  encoding: "utf-16le" | "utf-16be" | undefined;
}

/** Passes bytes on, or what they say where they begin with the byte order mark of UTF-16. */
async function* fromUtf16(chunks: AsyncIterable<Buffer>, wide: Wide): AsyncGenerator<Buffer> {
  let decode: ((chunk?: Buffer) => Buffer) | undefined;
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst) {
      isFirst = false;
      wide.encoding = UTF16_MARKS[chunk.subarray(0, 2).toString("hex")];
      if (wide.encoding !== undefined) decode = bytesFrom(wide.encoding);
    }
    yield decode === undefined ? chunk : decode(chunk);
  }
  if (decode !== undefined) yield decode();
}

const UTF16_MARKS: Readonly<Record<string, Wide["encoding"]>> = { fffe: "utf-16le", feff: "utf-16be" };

/** Without a chunk: what is left at the end. */
function bytesFrom(encoding: string): (chunk?: Buffer) => Buffer {
  const decoder = new TextDecoder(encoding);
  return (chunk) => Buffer.from(chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true }));
}
