import { RequestError } from "../../kernel/errors.ts";
import type { KeyKind } from "../../kernel/scopes.ts";

/** What follows the `?`: names and values in the order they came, decoded. */
export interface QueryString {
  readonly pairs: readonly (readonly [name: string, value: string])[];
  /** Why nothing can be made of it, if so. It is raised only once the caller is known. */
  readonly fault: string | null;
}

/** Of an operation for one shop it belongs to the surface, because it says for which one; such an operation never sees it. */
export const SHOP_ID = "shop_id";

export function readQueryString(url: string): QueryString {
  const text = queryText(url);
  return { pairs: [...new URLSearchParams(text)], fault: fault(text) };
}

/** What follows the `?`, as it came. */
export function queryText(url: string): string {
  const start = url.indexOf("?");
  return start === -1 ? "" : url.slice(start + 1);
}

/** The operation's own parameters, each at most once. */
export function queryMembers(query: QueryString, keyKind: KeyKind): Readonly<Record<string, string>> {
  if (query.fault !== null) throw invalidQuery("", query.fault);
  const repeated = query.pairs.find(([name], index) => query.pairs.findIndex(([other]) => other === name) !== index);
  if (repeated !== undefined) throw invalidQuery(repeated[0], `The query parameter ${repeated[0]} is given more than once.`);
  return Object.fromEntries(query.pairs.filter(([name]) => name !== SHOP_ID || keyKind !== "merchant"));
}

/** A query parameter is named by a JSON Pointer like a member of a body. */
export function invalidQuery(name: string, message: string): RequestError {
  const param = name === "" ? "" : `/${name}`;
  return new RequestError("invalid_request", { message, param, details: [{ param, code: "invalid_param", message }] });
}

function fault(text: string): string | null {
  try {
    return decodeURIComponent(text).includes("\0") ? "The query holds the character U+0000." : null;
  } catch {
    return "The query holds a percent sign that begins no valid UTF-8 sequence.";
  }
}
