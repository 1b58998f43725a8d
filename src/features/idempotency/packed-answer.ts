import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import { branded, parseJson } from "../../kernel/unsafe.ts";
import type { Answer } from "./answer-once.ts";

/** A shorter answer would hardly get smaller. */
const PACKED_FROM_BYTES = 1_024;
/** Before what is packed: no JSON begins with it. */
const PACKED = Buffer.from([0]);

const deflated = promisify(deflateRaw);
const inflated = promisify(inflateRaw);

/** An answer as bytes: its JSON, or, where it is long, that in a seventh of its size. */
export async function packAnswer(answer: Answer): Promise<Buffer> {
  const text = JSON.stringify(answer);
  return text.length < PACKED_FROM_BYTES ? Buffer.from(text) : Buffer.concat([PACKED, await deflated(text)]);
}

/** Of bytes that were authenticated: they are what `packAnswer` made. */
export async function unpackAnswer(packed: Buffer): Promise<Answer> {
  return parsed(packed[0] === PACKED[0] ? await inflated(packed.subarray(PACKED.length)) : packed);
}

/** Of what earlier versions stored: JSON, or base64 of what was packed. */
export async function unpackText(packed: string): Promise<Answer> {
  return parsed(packed.startsWith("{") ? packed : await inflated(Buffer.from(packed, "base64")));
}

function parsed(text: string | Buffer): Answer {
  return branded<Answer>(parseJson(text.toString()));
}
