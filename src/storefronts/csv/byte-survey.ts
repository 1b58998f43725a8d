import { Buffer, isAscii, isUtf8 } from "node:buffer";
import { wholeSequencesEnd } from "./byte-repair.ts";
import { gatherEvidence, noEvidence, type SingleByteEvidence } from "./single-byte-text.ts";

/** What the bytes of a file are, found out before any of it is read: one look at each, most of it by Node's own check. */
export interface ByteSurvey {
  /** Characters of several bytes that are valid UTF-8. Counting stops at `COUNTED_MAX`. */
  valid: number;
  /** Bytes that are part of no character. */
  readonly invalid: Sightings;
  /** Whether the only invalid bytes are the beginning of a character at the end of the file. */
  cutOff: boolean;
  /** U+FFFD spelled out: characters that were lost before. */
  readonly replaced: Sightings;
  /** UTF-8 that was read as Windows-1252 and written as UTF-8 again, such as `Ã©`. */
  readonly garbled: Sightings;
  readonly singleByte: SingleByteEvidence;
}

export interface Sightings {
  count: number;
  /** Of the first ones in the file. */
  readonly offsets: number[];
}

/** More valid characters say nothing more. */
const COUNTED_MAX = 100_000;
/** A message names no more lines. */
const OFFSETS_MAX = 3;

const REPLACEMENT = [Buffer.from("\uFFFD")];
/** `Ã` or `Â` before a sign of Latin-1, and `â€`: no language writes them. */
const GARBLED = [Buffer.from("c383c2", "hex"), Buffer.from("c382c2", "hex"), Buffer.from("c3a2e282ac", "hex")];

/** `goesOn`: asked for each chunk; the rest is not looked at once it answers false. */
export async function surveyBytes(chunks: AsyncIterable<Buffer>, goesOn: () => boolean): Promise<ByteSurvey> {
  const survey: ByteSurvey = {
    valid: 0,
    invalid: { count: 0, offsets: [] },
    cutOff: false,
    replaced: { count: 0, offsets: [] },
    garbled: { count: 0, offsets: [] },
    singleByte: noEvidence(),
  };
  let waiting: Buffer = Buffer.alloc(0);
  let offset = 0;
  for await (const chunk of chunks) {
    const bytes = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    const end = wholeSequencesEnd(bytes);
    look(survey, bytes.subarray(0, end), offset);
    waiting = Buffer.from(bytes.subarray(end));
    offset += end;
    if (!goesOn()) return survey;
  }
  survey.cutOff = waiting.length > 0 && survey.invalid.count === 0;
  if (waiting.length > 0) look(survey, waiting, offset);
  return survey;
}

function look(survey: ByteSurvey, bytes: Buffer, offset: number): void {
  if (isAscii(bytes)) return;
  for (const spelling of REPLACEMENT) find(survey.replaced, { bytes, offset, spelling });
  for (const spelling of GARBLED) find(survey.garbled, { bytes, offset, spelling });
  if (!isUtf8(bytes)) return walk(survey, bytes, offset);
  for (let at = 0; at < bytes.length && survey.valid < COUNTED_MAX; at += 1) if ((bytes[at] ?? 0) >= 0xc0) survey.valid += 1;
}

function find(found: Sightings, { bytes, offset, spelling }: { bytes: Buffer; offset: number; spelling: Buffer }): void {
  for (let at = bytes.indexOf(spelling); at !== -1; at = bytes.indexOf(spelling, at + spelling.length)) note(found, offset + at);
}

function note(found: Sightings, offset: number): void {
  found.count += 1;
  if (found.offsets.length < OFFSETS_MAX) found.offsets.push(offset);
}

/** Bytes among which some are invalid. */
function walk(survey: ByteSurvey, bytes: Buffer, offset: number): void {
  gatherEvidence(survey.singleByte, bytes, offset);
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) continue;
    const length = byte >= 0xc2 && byte <= 0xf4 ? sequenceAt(bytes, at) : 0;
    if (length === 0) note(survey.invalid, offset + at);
    else {
      survey.valid += 1;
      at += length - 1;
    }
  }
}

/** Bytes of the valid sequence that begins there; 0: none does. */
function sequenceAt(bytes: Buffer, at: number): number {
  const lead = bytes[at] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  return at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)) ? length : 0;
}

/** The lines on which these offsets are, as an editor counts; `offsets` in their order. */
export async function linesAt(chunks: AsyncIterable<Buffer>, offsets: readonly number[]): Promise<readonly number[]> {
  const lines: number[] = [];
  let line = 1;
  let start = 0;
  let afterCarriageReturn = false;
  for await (const chunk of chunks) {
    if (lines.length === offsets.length) break;
    for (let at = 0; at < chunk.length && lines.length < offsets.length; at += 1) {
      while (offsets[lines.length] === start + at) lines.push(line);
      const byte = chunk[at];
      if (byte === 0x0d || (byte === 0x0a && !afterCarriageReturn)) line += 1;
      afterCarriageReturn = byte === 0x0d;
    }
    start += chunk.length;
  }
  return lines;
}
