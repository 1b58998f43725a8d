import type { AnyOperation } from "../../features/operation.ts";
import type { ArrivedFile, InputSchema } from "../../kernel/operation.ts";
import { PLAINLY } from "../../kernel/plain-faults.ts";
import { withoutNulls } from "../../kernel/without-nulls.ts";
import { parseBody, type RawBody } from "./json-body.ts";
import { bodyRefusal, memberFaults } from "./member-faults.ts";

/** A body as it came. */
export interface SentBody {
  readonly body: RawBody;
  /** JSON when left out. */
  readonly mediaType?: string;
  /** What arrived instead; the body then is empty. */
  readonly file?: ArrivedFile;
}

/** A body as its operation takes it. */
export interface ReadInput {
  /** For the audit log. */
  readonly json: unknown;
  /** Empty where there is a digest. */
  readonly body: unknown;
  /** What the operation's `upload.digest` made of it. */
  readonly digest?: unknown;
}

/** What reading a body takes of an operation. */
export interface BodyReader {
  readonly operation: AnyOperation;
  readonly body: InputSchema;
}

/** Pure: the same in the serving thread and beside it. Throws the `RequestError` that says what is wrong with the body. */
export function readInput(reader: BodyReader, { body, mediaType = "" }: SentBody): ReadInput {
  const { upload } = reader.operation;
  const json = parseBody(body, reader.operation, upload?.forms[mediaType]);
  const parsed = parsedBody(reader, json);
  return upload?.digest === undefined ? { json, body: parsed } : { json, body: {}, digest: upload.digest(parsed) };
}

/** Exported for the test that asks it of every operation. */
export function parsedBody({ operation, body }: BodyReader, json: unknown): unknown {
  const parsed = body.safeParse(withoutNulls(body, json), PLAINLY);
  if (parsed.success) return parsed.data;
  throw bodyRefusal(memberFaults(parsed.error), operation);
}
