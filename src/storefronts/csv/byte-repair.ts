import { Buffer } from "node:buffer";

/**
 * What comes out is whole UTF-8 sequences without U+0000, cut wherever the chunks are cut but never inside a sequence.
 * Invalid sequences are passed on: decoding turns each into U+FFFD, which `byte-survey.ts` has counted.
 */
export interface ByteRepair {
  /** The bytes that can be read now; the beginning of a sequence waits for its rest. */
  push(chunk: Buffer): Buffer;
  /** What is still waiting when nothing follows: a sequence that was cut off. */
  end(): Buffer;
  readonly repaired: RepairCounts;
}

export interface RepairCounts {
  readonly nulBytes: number;
}

const NONE = Buffer.alloc(0);

export function createByteRepair(): ByteRepair {
  const repaired = { nulBytes: 0 };
  let waiting: Buffer = NONE;

  return {
    repaired,
    push(chunk) {
      const clean = withoutNul(chunk);
      repaired.nulBytes += chunk.length - clean.length;
      const bytes = waiting.length === 0 ? clean : Buffer.concat([waiting, clean]);
      const end = wholeSequencesEnd(bytes);
      waiting = Buffer.from(bytes.subarray(end));
      return bytes.subarray(0, end);
    },
    end() {
      const rest = waiting;
      waiting = NONE;
      return rest;
    },
  };
}

function withoutNul(bytes: Buffer): Buffer {
  if (!bytes.includes(0)) return bytes;
  const kept = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (const byte of bytes) {
    if (byte === 0) continue;
    kept[length] = byte;
    length += 1;
  }
  return kept.subarray(0, length);
}

/** Where the last sequence begins if its end is missing, else the end of the bytes. */
export function wholeSequencesEnd(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) return sequenceLength(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}
