import { Buffer } from "node:buffer";
import type { FailureKind } from "../control/failure-kinds.ts";

/** A file that comes out of the network other than it went in, at its full length. */
export async function* damaged(chunks: AsyncIterable<unknown>, kind: FailureKind): AsyncGenerator<Buffer> {
  const damage = DAMAGES[kind];
  let isDone = damage === undefined;
  for await (const chunk of chunks) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError("A file is read as buffers.");
    isDone = isDone || damage === undefined || damage(chunk);
    yield chunk;
  }
}

/** Answers whether there was a place for it. */
type Damage = (bytes: Buffer) => boolean;

const DIGIT_EVERY = 997;
const ZERO = 0x30;
const SPACE = 0x20;

/** A number is another number: nothing but a hash tells. */
function otherDigits(bytes: Buffer): boolean {
  let changed = 0;
  for (let at = bytes.length >> 1; at < bytes.length; at += changed === 0 ? 1 : DIGIT_EVERY) {
    const digit = (bytes[at] ?? 0) - ZERO;
    const isNumber = digit >= 0 && digit <= 9 && bytes[at - 1] !== ZERO && isDigit(bytes[at + 1]) && isDigit(bytes[at - 1]);
    if (!isNumber) continue;
    bytes[at] = ZERO + ((digit + 1) % 10);
    changed += 1;
  }
  return changed > 0;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= ZERO + 9;
}

/** The brace that ends a line becomes a blank. */
function unclosedLine(bytes: Buffer): boolean {
  const end = bytes.indexOf("}\n", bytes.length >> 1);
  if (end < 0) return false;
  bytes[end] = SPACE;
  return true;
}

const DAMAGES: Readonly<Partial<Record<FailureKind, Damage>>> = {
  corrupted_download: otherDigits,
  broken_line: unclosedLine,
};
