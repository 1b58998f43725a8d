import { keptFacts } from "../../features/audit/index.ts";
import { type ErrorCode, type ErrorDetail, RequestError } from "../../kernel/errors.ts";
import { branded } from "../../kernel/unsafe.ts";
import { type SideThread, ThreadOverrun } from "../../platform/threads/threads-port.ts";
import { type BodyReader, readInput, type ReadInput, type SentBody } from "./read-input.ts";
import { LARGE_BODY_BYTES } from "./server-limits.ts";

/** Large bodies are read in a thread beside the serving one, and before the transaction; what is wrong with one is a value until its turn. */

/** Undefined: a small body, read where it is used. */
export type ReadAhead = ReadInput | RequestError | undefined;

/** What the thread is asked. */
export interface BodyQuestion {
  readonly kind: "body";
  readonly operation: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** As it crosses threads. */
type BodyAnswer = ReadInput | { readonly refusal: Refusal };

interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly param: string | null;
  readonly details: readonly ErrorDetail[];
}

export async function readAhead(thread: SideThread, { operation }: BodyReader, { body, mediaType = "" }: SentBody): Promise<ReadAhead> {
  if (body instanceof RequestError || body.length <= LARGE_BODY_BYTES) return undefined;
  try {
    const question: BodyQuestion = { kind: "body", operation: operation.name, mediaType, bytes: body };
    const answer = branded<BodyAnswer>(await thread.ask(question));
    return "refusal" in answer ? refused(answer.refusal) : { ...answer, json: keptFacts(answer.json) };
  } catch (error) {
    if (error instanceof ThreadOverrun) return tooMuch(error);
    throw error;
  }
}

/** In the thread. Of the JSON only what the log keeps goes back, because copying the rest would keep the serving thread. */
export function answerBody(reader: BodyReader, { bytes, mediaType }: BodyQuestion): BodyAnswer {
  try {
    const read = readInput(reader, { body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), mediaType });
    return { ...read, json: keptFacts(read.json, reader.operation.secrets) };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const { code, message, param, details } = error;
    return { refusal: { code, message, param, details } };
  }
}

function refused({ code, message, param, details }: Refusal): RequestError {
  return new RequestError(code, { message, details, ...(param === null ? {} : { param }) });
}

/** Reading a body went past its time or memory. */
function tooMuch(cause: ThreadOverrun): RequestError {
  return new RequestError("payload_too_large", {
    message: "Reading this body takes too much time or memory. Send less at once.",
    cause,
  });
}
