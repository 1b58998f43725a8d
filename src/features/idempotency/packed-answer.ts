import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import { branded, parseJson } from "../../kernel/unsafe.ts";
import type { Answer } from "./answer-once.ts";

/** A shorter answer would hardly get smaller. */
const PACKED_FROM_BYTES = 1_024;

const deflated = promisify(deflateRaw);
const inflated = promisify(inflateRaw);

/** An answer as text: itself, or, where it is long, in a fifth of its size. JSON begins with a brace, which base64 never does. */
export async function packAnswer(answer: Answer): Promise<string> {
  const text = JSON.stringify(answer);
  return text.length < PACKED_FROM_BYTES ? text : (await deflated(text)).toString("base64");
}

/** Of a text that was authenticated: it is what `packAnswer` made. */
export async function unpackAnswer(packed: string): Promise<Answer> {
  const text = packed.startsWith("{") ? packed : (await inflated(Buffer.from(packed, "base64"))).toString();
  return branded<Answer>(parseJson(text));
}
