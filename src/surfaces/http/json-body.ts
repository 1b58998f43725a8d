import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { AnyOperation } from "../../features/operation.ts";
import { type ErrorDetail, RequestError } from "../../kernel/errors.ts";
import type { Upload, UploadForm } from "../../kernel/operation.ts";
import { textFault } from "../../kernel/storable-text.ts";
import { branded, members, parseJson } from "../../kernel/unsafe.ts";
import { countsFault } from "./json-counts.ts";
import { bodyRefusal, childPointer } from "./member-faults.ts";
import { BODY_BYTES_MAX, BODY_DEPTH_MAX, LARGE_BODY_BYTES, LINGER_MS } from "./server-limits.ts";

/**
 * A body is read before the transaction begins, so that a slow client never holds one open, but looked at only after the
 * caller and the path are known. So a fault of reading is kept as a value until then.
 */
export type RawBody = Buffer | RequestError;

export const NO_BODY = Buffer.alloc(0);

/** Never rejects: what a client breaks off is its own fault, and must not look like a connection of ours that broke. */
export async function readBody(request: IncomingMessage, upload: Upload | null = null): Promise<RawBody> {
  try {
    return await readBytes(request, upload);
  } catch (cause) {
    return brokenOff(cause);
  }
}

export function brokenOff(cause: unknown): RequestError {
  return new RequestError("invalid_request", {
    message: "The connection closed before the whole body arrived. Send the request again.",
    cause,
  });
}

async function readBytes(request: IncomingMessage, upload: Upload | null): Promise<RawBody> {
  const bytesMax = upload?.bytesMax ?? BODY_BYTES_MAX;
  if (Number(request.headers["content-length"] ?? 0) > bytesMax) return tooLarge(request, bytesMax);
  const chunks: Buffer[] = [];
  let bodyBytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    // Without an encoding set on it, a request yields buffers.
    const bytes = branded<Buffer>(chunk);
    bodyBytes += bytes.length;
    if (bodyBytes > bytesMax) break;
    chunks.push(bytes);
  }
  if (bodyBytes > bytesMax) return tooLarge(request, bytesMax);
  if (bodyBytes === 0) return NO_BODY;
  return mediaTypeFault(request, upload) ?? Buffer.concat(chunks, bodyBytes);
}

/**
 * The rest of the body would arrive as the next request, so the connection ends: closed at once, it would be reset while the client still
 * writes, and the answer lost. So for a while what comes is thrown away.
 */
export async function lastAnswer(request: IncomingMessage, error: RequestError): Promise<RequestError> {
  if (request.readableEnded) return error;
  const left = new AbortController();
  const written = once(request, "end", { signal: left.signal }).catch(() => undefined);
  request.resume();
  await Promise.race([written, sleep(LINGER_MS, undefined, { signal: left.signal })]);
  left.abort();
  return error;
}

export function tooLarge(request: IncomingMessage, bytesMax: number): Promise<RequestError> {
  const message = `The body is larger than ${bytesMax} bytes. Send less data.`;
  return lastAnswer(request, new RequestError("payload_too_large", { message, headers: { connection: "close" } }));
}

const UTF8 = /^\s*(?:charset\s*=\s*"?utf-8"?\s*)?$/i;

/** `text/csv` of `Text/CSV; charset=utf-8; header=present`. */
export function mediaTypeOf(request: IncomingMessage): string {
  const [type = ""] = (request.headers["content-type"] ?? "").split(";", 1);
  return type.trim().toLowerCase();
}

function mediaTypeFault(request: IncomingMessage, upload: Upload | null): RequestError | undefined {
  const encoding = request.headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity") {
    return new RequestError("unsupported_media_type", { message: "Send the body without a Content-Encoding." });
  }
  const forms = Object.keys(upload?.forms ?? {});
  const files = upload?.file === undefined ? [] : [upload.file.mediaType];
  const type = mediaTypeOf(request);
  const parameters = (request.headers["content-type"] ?? "").split(";").slice(1);
  if (type === "application/json" && parameters.length <= 2 && parameters.every((text) => UTF8.test(text))) return undefined;
  if (forms.includes(type) && parameters.filter((text) => /^\s*charset\s*=/i.test(text)).every((text) => UTF8.test(text))) return undefined;
  if (forms.length + files.length === 0) return new RequestError("unsupported_media_type");
  const types = ["application/json", ...forms, ...files].map((form) => `\`${form}\``).join(" or ");
  return new RequestError("unsupported_media_type", { message: `Send the body as ${types}, encoded in UTF-8.` });
}

/** What an operation says of its body. */
type BodyRules = Pick<AnyOperation, "memberCodes" | "errors" | "itemMembers">;

const NO_RULES: BodyRules = Object.freeze({ memberCodes: {}, errors: [], itemMembers: [] });

/**
 * No body is `{}`. Throws what kept the body from being read, `invalid_json`, or, for text nobody can store, what a fault of its member is
 * answered with. Of `itemMembers` the operation refuses such text itself.
 */
export function parseBody(raw: RawBody, rules: BodyRules = NO_RULES, form?: UploadForm): unknown {
  if (raw instanceof RequestError) throw raw;
  if (raw.length === 0) return {};
  if (form !== undefined) return form.read(raw);
  const excess = raw.length > LARGE_BODY_BYTES ? countsFault(raw) : undefined;
  if (excess !== undefined) throw bodyRefusal([{ param: "", code: "invalid_param", message: excess }], rules);
  const value = parseText(raw);
  const fault = unstorableText(value, rules.itemMembers);
  if (fault !== undefined) throw bodyRefusal([fault], rules);
  return value;
}

function parseText(raw: Buffer): unknown {
  try {
    return parseJson(new TextDecoder("utf-8", { fatal: true }).decode(raw));
  } catch (cause) {
    throw new RequestError("invalid_json", { cause });
  }
}

type Fault = Omit<ErrorDetail, "param">;

/** A fault and the names that lead to it, the innermost first. */
interface Found {
  readonly fault: Fault;
  readonly names: readonly string[];
}

/**
 * Nobody can store U+0000 or half a surrogate pair, and a member named `__proto__` is an attack or an accident. One fault is enough: the
 * first, seen from the body's end. Nothing is kept of the millions of values it may have. Nesting is the client's, but ends at a fault.
 */
function unstorableText(body: unknown, itemMembers: readonly string[]): ErrorDetail | undefined {
  const found = valueFault(body, 0, (name) => itemMembers.includes(name));
  return found && { param: found.names.reduceRight<string>(childPointer, ""), ...found.fault };
}

/** `isExempt`: whose texts the operation refuses itself. */
type IsExempt = boolean | ((name: string) => boolean);

function valueFault(value: unknown, depth: number, isExempt: IsExempt): Found | undefined {
  if (depth > BODY_DEPTH_MAX) return faultOf("invalid_param", `Fields can be nested at most ${BODY_DEPTH_MAX} levels deep.`);
  if (typeof value === "string") return isExempt === true ? undefined : unstorable(value);
  if (typeof value !== "object" || value === null) return undefined;
  return Array.isArray(value) ? itemFault(branded<readonly unknown[]>(value), depth, isExempt) : memberFault(value, depth, isExempt);
}

function itemFault(items: readonly unknown[], depth: number, isExempt: IsExempt): Found | undefined {
  for (let at = items.length - 1; at >= 0; at -= 1) {
    const inner = valueFault(items[at], depth + 1, isExempt === true);
    if (inner !== undefined) return below(String(at), inner);
  }
  return undefined;
}

function memberFault(object: object, depth: number, isExempt: IsExempt): Found | undefined {
  const values = members(object);
  for (const name of Object.keys(values).toReversed()) {
    const isOfItem = typeof isExempt === "boolean" ? isExempt : isExempt(name);
    const inner = nameFault(name, isOfItem) ?? valueFault(values[name], depth + 1, isOfItem);
    if (inner !== undefined) return below(name, inner);
  }
  return undefined;
}

function nameFault(name: string, isOfItem: boolean): Found | undefined {
  if (name === "__proto__") return faultOf("unknown_param", "Unknown field. Remove it or check its spelling.");
  return isOfItem ? undefined : unstorable(name);
}

function unstorable(text: string): Found | undefined {
  const message = textFault(text);
  return message === undefined ? undefined : faultOf("invalid_param", message);
}

function faultOf(code: string, message: string): Found {
  return { fault: { code, message }, names: [] };
}

function below(name: string, { fault, names }: Found): Found {
  return { fault, names: [...names, name] };
}
