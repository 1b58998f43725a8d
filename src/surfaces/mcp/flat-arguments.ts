import type { AnyOperation } from "../../features/operation.ts";
import { RequestError } from "../../kernel/errors.ts";
import type { InputSchema } from "../../kernel/operation.ts";
import { prepareOperation, type PreparedOperation, type RawInput, readRequest, type ReadRequest } from "../http/perform-operation.ts";

/**
 * The arguments of a tool are one flat object: what REST takes in path, query and body, under the same names. A feed in the path is always
 * `feed_id`. What asks a REST operation for a preview isn't among them: every tool has `preview` for that.
 */
export interface FlatArguments {
  readonly prepared: PreparedOperation;
  /** The path parameter of an argument. */
  readonly path: ReadonlyMap<string, string>;
  readonly query: ReadonlySet<string>;
  readonly body: ReadonlySet<string>;
  /** Any other argument is a member of the body too. */
  readonly isOpen: boolean;
}

export type Arguments = Readonly<Record<string, unknown>>;

/** `renamed`: arguments with another name than REST's, by it. */
export function flatArguments(operation: AnyOperation, renamed: Readonly<Record<string, string>> = {}): FlatArguments {
  const rename = (name: string): string =>
    renamed[name] ?? (name === "id" && operation.http.path.startsWith("/feeds/{id}") ? "feed_id" : name);
  const path = new Map(namesOf(operation.path).map((name) => [rename(name), name]));
  const query = new Set(namesOf(operation.query).filter((name) => !(operation.dryRun && name === "dry_run")));
  // A document may name the feed it is of; the path says which feed is meant.
  const body = new Set(namesOf(operation.body).filter((name) => name !== operation.previewMember && !path.has(name)));
  const twice = [...query].find((name) => path.has(name) || body.has(name));
  if (twice !== undefined) throw new Error(`${operation.name} has two arguments called ${twice}`);
  return { prepared: prepareOperation(operation), path, query, body, isOpen: operation.body?.def.catchall !== undefined };
}

function namesOf(schema: InputSchema | null): readonly string[] {
  return schema === null ? [] : Object.keys(schema.shape);
}

/** `isPreview`: asks the operation itself to show what it would do. */
export function readArguments(flat: FlatArguments, given: Arguments, isPreview = false): ReadRequest {
  const { operation } = flat.prepared;
  const raw: RawInput = {
    path: Object.fromEntries([...flat.path].map(([name, member]) => [member, pathText(name, given[name])])),
    query: { pairs: [...queryPairs(flat, given), ...(isPreview && operation.dryRun ? [["dry_run", "true"] as const] : [])], fault: null },
    body: bodyOf(flat, given, isPreview),
  };
  refuseStrangers(flat, given);
  return readRequest(flat.prepared, raw);
}

function pathText(name: string, value: unknown): string {
  if (typeof value === "string" || typeof value === "number") return String(value);
  const code = value === undefined || value === null ? "missing_param" : "invalid_param";
  const message = code === "missing_param" ? `\`${name}\` is required.` : `\`${name}\` must be a string or a number.`;
  throw new RequestError("validation_failed", { message, param: `/${name}`, details: [{ param: `/${name}`, code, message }] });
}

function queryPairs({ query }: FlatArguments, given: Arguments): readonly (readonly [string, string])[] {
  return [...query].flatMap((name) => {
    const value = given[name];
    return value === undefined || value === null ? [] : [[name, queryText(value)] as const];
  });
}

/** Lists are joined as the query string has them. */
function queryText(value: unknown): string {
  if (Array.isArray(value)) return value.map(queryText).join(",");
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

function bodyOf({ prepared: { operation }, path, query, body, isOpen }: FlatArguments, given: Arguments, isPreview: boolean): Buffer {
  if (operation.body === null) return Buffer.alloc(0);
  const isMember = (name: string): boolean => body.has(name) || (isOpen && !path.has(name) && !query.has(name));
  const sent = Object.fromEntries(Object.entries(given).filter(([name]) => isMember(name)));
  const asking = isPreview && operation.previewMember !== null ? { [operation.previewMember]: true } : {};
  return Buffer.from(JSON.stringify({ ...sent, ...asking }));
}

function refuseStrangers({ path, query, body, isOpen }: FlatArguments, given: Arguments): void {
  if (isOpen) return;
  const known = [...path.keys(), ...query, ...body];
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  const [first] = unknown;
  if (first === undefined) return;
  const details = unknown.map((name) => ({
    param: `/${name}`,
    code: "unknown_param",
    message: `There is no argument ${name}. Remove it or check its spelling.`,
  }));
  const message = `There is no argument ${JSON.stringify(first)}. The arguments are ${known.join(", ")}.`;
  throw new RequestError("validation_failed", { message, param: `/${first}`, details });
}
