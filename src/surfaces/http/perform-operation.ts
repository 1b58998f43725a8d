import { z } from "zod";
import type { AnyCall, AnyOperation } from "../../features/operation.ts";
import { type ErrorCode, type ErrorDetail, RequestError } from "../../kernel/errors.ts";
import type { InputSchema } from "../../kernel/operation.ts";
import { members } from "../../kernel/unsafe.ts";
import { PLAINLY } from "../../kernel/plain-faults.ts";
import { memberFaults } from "./member-faults.ts";
import { invalidParameters, type ParameterFault, queryMembers, type QueryString } from "./query-string.ts";
import type { ReadAhead } from "./read-ahead.ts";
import { type BodyReader, readInput, type ReadInput, type SentBody } from "./read-input.ts";

/** A request's parts as they came; nothing of them is trusted. */
export interface RawInput extends SentBody {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: QueryString;
  /** Of a large body: what was read of it before. */
  readonly ahead?: ReadAhead;
}

/** An operation with schemas that refuse unknown members; made once, because making a schema is slow. */
export interface PreparedOperation extends BodyReader {
  readonly path: InputSchema;
  readonly query: InputSchema;
}

export function prepareOperation(operation: AnyOperation): PreparedOperation {
  return { operation, path: closed(operation.path), query: closed(operation.query), body: closed(operation.body) };
}

/** What was answered, and what the audit log keeps of the request. */
export interface Performed {
  readonly output: unknown;
  readonly facts: Readonly<Record<string, unknown>>;
  /** Null: a read, of which the log keeps nothing. */
  readonly action: string | null;
}

/**
 * One operation, stage by stage, in the order in which faults are answered: the path and what it names, the query, the
 * body, the work.
 */
export async function performOperation(prepared: PreparedOperation, opened: AnyCall, raw: RawInput): Promise<Performed> {
  const { operation } = prepared;
  const call = { ...opened, fail: refuse };
  const path = parsedPath(prepared.path, raw.path);
  const target = await operation.target(call, path);
  const queryText = queryMembers(raw.query, operation.keyKind);
  const query = parsedQuery(prepared.query, queryText);
  const { json, body, digest } = inputOf(prepared, raw);
  const before = changesNothing(operation, { query: queryText, body: json })
    ? null
    : await operation.before(target, call, { path, query, body });
  const output = await operation.run(call, { path, query, body, digest, target });
  return {
    output,
    action: operation.auditOf(target),
    facts: { path: raw.path, query: queryText, body: json, ...(before === null ? {} : { before }), answer: output ?? null },
  };
}

/** Whether a change was asked to be shown instead of made; such a request leaves no audit row. */
export function changesNothing(
  { previewMember, dryRun }: AnyOperation,
  { query, body }: Readonly<Partial<Record<"query" | "body", unknown>>>,
): boolean {
  const isPreview = previewMember !== null && members(body)[previewMember] === true;
  return isPreview || (dryRun && members(query)["dry_run"] === "true");
}

function refuse(code: ErrorCode, message?: string, details: readonly ErrorDetail[] = []): never {
  const [first] = details;
  throw new RequestError(code, {
    details,
    ...(message === undefined ? {} : { message }),
    ...(first === undefined ? {} : { param: first.param }),
  });
}

/** An id that is no id names nothing, and so does a text that the database cannot hold. */
function parsedPath(schema: InputSchema, path: RawInput["path"]): unknown {
  const parsed = schema.safeParse(path);
  const storable = !Object.values(path).some((text) => String(text).includes("\0"));
  if (!parsed.success || !storable) throw new RequestError("resource_not_found", { cause: parsed.error });
  return parsed.data;
}

function parsedQuery(schema: InputSchema, query: unknown): unknown {
  const parsed = schema.safeParse(query, PLAINLY);
  if (parsed.success) return parsed.data;
  const [first, ...more] = memberFaults(parsed.error).map(parameterFault);
  throw invalidParameters([first ?? { name: "", message: "The query is not valid." }, ...more]);
}

function parameterFault({ param, code, message }: ErrorDetail): ParameterFault {
  const name = param.slice(1);
  return { name, message: querySentence(name, code, message) };
}

function querySentence(name: string, code: string, message: string): string {
  if (code === "unknown_param") return `There is no query parameter ${name} here.`;
  return code === "missing_param" ? `The query parameter ${name} is required.` : `The query parameter ${name}: ${message}`;
}

function inputOf(prepared: PreparedOperation, raw: RawInput): ReadInput {
  if (raw.ahead instanceof RequestError) throw raw.ahead;
  return raw.ahead ?? readInput(prepared, raw);
}

const NO_MEMBERS = z.strictObject({});

/** Unknown members are refused everywhere; an operation that takes any name says so with a catchall. */
function closed(schema: InputSchema | null): InputSchema {
  if (schema === null) return NO_MEMBERS;
  return schema.def.catchall === undefined ? schema.strict() : schema;
}
