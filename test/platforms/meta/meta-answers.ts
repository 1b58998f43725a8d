import { members } from "../../../src/kernel/unsafe.ts";
import type { FakeAnswer, FakeRequest } from "../fake-platform.ts";

/** Answers in the Graph API's forms. */

export function graphError(code: number, message: string, more: { readonly subcode?: number; readonly status?: number } = {}): FakeAnswer {
  const error = { message, type: "OAuthException", code, error_subcode: more.subcode, fbtrace_id: "A1b2C3" };
  return { status: more.status ?? 400, body: { error } };
}

export function missingObject(id: string): FakeAnswer {
  const message = `Unsupported request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`;
  return graphError(100, message, { subcode: 33 });
}

/** A page of objects with the fields that were asked for. Cursors are positions. */
export function graphPageOf({ query, path }: Pick<FakeRequest, "query" | "path">, objects: readonly object[], pageMax: number): FakeAnswer {
  const from = Number(Buffer.from(query.get("after") ?? "", "base64url").toString() || 0);
  const limit = Math.min(Number(query.get("limit") ?? 25), pageMax);
  const data = objects.slice(from, from + limit).map((object) => project(object, query.get("fields") ?? "id"));
  const cursor = (at: number): string => Buffer.from(String(at)).toString("base64url");
  const after = cursor(from + limit);
  const next = from + limit < objects.length ? { next: `https://graph.facebook.com${path}?after=${after}` } : {};
  return { status: 200, body: { data, paging: { cursors: { before: cursor(from), after }, ...next } } };
}

/** The fields that were asked for, and the id; what has no value is left out. */
export function project(object: object, fields: string): object {
  const values = members(object);
  const names = [...new Set(["id", ...splitFields(fields)])];
  const entries = names.flatMap((asked): [string, unknown][] => {
    const [, name = "", inner] = /^([a-z_]+)(?:\{(.*)\})?$/.exec(asked) ?? [];
    const value = values[name];
    if (value === undefined || value === null) return [];
    return [[name, inner === undefined ? value : nested(value, inner)]];
  });
  return Object.fromEntries(entries);
}

function nested(value: unknown, fields: string): unknown {
  return Array.isArray(value) ? value.map((one: unknown) => project(members(one), fields)) : project(members(value), fields);
}

/** At the commas outside braces. */
function splitFields(fields: string): readonly string[] {
  return fields.match(/[a-z_]+(?:\{[^}]*\})?/g) ?? [];
}
