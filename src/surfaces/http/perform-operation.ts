import { z } from "zod";
import { keepUndone } from "../../features/changes/index.ts";
import type { AnyCall, AnyChange, AnyOperation } from "../../features/operation.ts";
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

/** A part of a request, read once; throws what is wrong with it when it is asked for, which is when its turn in the order of faults has come. */
type ReadPart<T = unknown> = () => T;

/** A request read before anything is asked of the database. */
export interface ReadRequest {
  readonly operation: AnyOperation;
  readonly path: ReadPart;
  readonly query: ReadPart;
  /** The body, and its digest where the operation takes one. */
  readonly input: ReadPart<Omit<ReadInput, "json"> & Pick<SentBody, "file">>;
  /** Neither a fault in the query nor in the body. */
  readonly isSound: boolean;
  /** For the audit log: the parts as they came, as far as they could be read. */
  readonly facts: Readonly<Record<"path" | "query" | "body", unknown>>;
  /** A read, or a change that was asked to be shown instead of made; such a request leaves no audit row. */
  readonly changesNothing: boolean;
}

export function readRequest(prepared: PreparedOperation, raw: RawInput): ReadRequest {
  const { operation } = prepared;
  const queryText = part(() => queryMembers(raw.query, operation.keyKind));
  const query = part(() => parsedQuery(prepared.query, queryText.read()));
  const input = part(() => inputOf(prepared, raw));
  const json = input.value?.json;
  return {
    operation,
    path: part(() => parsedPath(prepared.path, raw.path)).read,
    query: query.read,
    input() {
      const { body, digest } = input.read();
      return { body, digest, ...(raw.file === undefined ? {} : { file: raw.file }) };
    },
    isSound: query.isSound && input.isSound,
    facts: { path: raw.path, query: queryText.value, body: json },
    changesNothing: operation.effect === "read" || isPreview(operation, queryText.value, json),
  };
}

interface Part<T> {
  readonly read: ReadPart<T>;
  readonly isSound: boolean;
  /** Undefined where it is at fault. */
  readonly value: T | undefined;
}

function part<T>(read: () => T): Part<T> {
  try {
    const value = read();
    return { read: () => value, isSound: true, value };
  } catch (fault) {
    return {
      read: () => {
        throw fault;
      },
      isSound: false,
      value: undefined,
    };
  }
}

function isPreview({ previewMember, dryRun }: AnyOperation, query: unknown, body: unknown): boolean {
  return (previewMember !== null && members(body)[previewMember] === true) || (dryRun && members(query)["dry_run"] === "true");
}

/** What was answered, and what the audit log keeps of the request. */
export interface Performed {
  readonly output: unknown;
  readonly facts: Readonly<Record<string, unknown>>;
  /** Null: nothing has changed, so the log keeps nothing. */
  readonly action: string | null;
  /** Why `undo` doesn't take the change back; null where it does. */
  readonly irreversible: string | null;
}

/**
 * One operation, stage by stage, in the order in which faults are answered: the path and what it names, the query, the
 * body, the work. What changes nothing takes no transaction.
 */
export async function performReading(request: ReadRequest, opened: AnyCall): Promise<Performed> {
  const { operation, facts } = request;
  const call = { ...opened, fail: refuse };
  const path = request.path();
  const found = await operation.find(call, path);
  const target = await operation.target(call, path);
  const asked = { path, query: request.query(), ...request.input(), found };
  const prepared = await operation.prepare(call, asked);
  return { output: await operation.show(call, { ...asked, target, prepared }), action: null, facts, irreversible: null };
}

/** What a change was given to go by, before its transaction. */
export interface Preparation {
  readonly found: unknown;
  readonly prepared: unknown;
  /** For a change that has not come about. */
  readonly undo: () => Promise<void>;
}

/** Finds and prepares outside of any transaction what the change asks for. A request that is at fault is not prepared: `performChange` refuses it. */
export async function prepareChange({ operation, isSound, ...request }: ReadRequest, opened: AnyCall): Promise<Preparation> {
  const call = { ...opened, fail: refuse };
  const path = request.path();
  const found = await operation.find(call, path);
  if (!isSound) return { found, prepared: undefined, undo: async () => undefined };
  const prepared = await operation.prepare(call, { path, query: request.query(), ...request.input(), found });
  return { found, prepared, undo: () => operation.undo(call, prepared) };
}

/** The same stages for a change: `opened` is of its transaction, and no more than the database is waited for. */
export async function performChange(
  request: ReadRequest,
  opened: AnyChange,
  { found, prepared }: Pick<Preparation, "found" | "prepared">,
): Promise<Performed> {
  const { operation, facts } = request;
  const call = { ...opened, fail: refuse };
  const path = request.path();
  const target = await operation.target(call, path);
  const asked = { path, query: request.query(), ...request.input(), found };
  const before = await operation.before(target, call, asked);
  const output = await operation.run(call, { ...asked, target, prepared });
  const made = { path, body: asked.body, before, answer: output };
  return {
    output,
    irreversible: "shop" in opened ? await keepUndone(opened.shop, operation, made) : null,
    action: operation.auditOf(target),
    facts: { ...facts, ...(before === null ? {} : { before }), answer: output ?? null },
  };
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
  throw invalidParameters([first ?? { name: "", message: "The query isn't valid. Check its parameters." }, ...more]);
}

function parameterFault({ param, code, message }: ErrorDetail): ParameterFault {
  const name = param.slice(1);
  return { name, message: querySentence(name, code, message) };
}

function querySentence(name: string, code: string, message: string): string {
  if (code === "unknown_param") return `There is no query parameter ${name} here. Remove it or check its spelling.`;
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
