import { RequestError } from "../../kernel/errors.ts";

/** What follows the `?`: names and values in the order they came, decoded. */
export interface QueryString {
  readonly pairs: readonly (readonly [name: string, value: string])[];
  /** Why nothing can be made of it, if so. It is raised only once the caller is known. */
  readonly fault: string | null;
}

/** `shop_id` belongs to the surface: it says for which shop the operation runs, so operations never see it. */
export const SHOP_ID = "shop_id";

export function readQueryString(url: string): QueryString {
  const start = url.indexOf("?");
  if (start === -1) return { pairs: [], fault: null };
  const text = url.slice(start + 1);
  return { pairs: [...new URLSearchParams(text)], fault: fault(text) };
}

/** The operation's own parameters, each at most once. */
export function queryMembers(query: QueryString): Readonly<Record<string, string>> {
  if (query.fault !== null) throw invalidQuery("", query.fault);
  const repeated = query.pairs.find(([name], index) => query.pairs.findIndex(([other]) => other === name) !== index);
  if (repeated !== undefined) throw invalidQuery(repeated[0], `The query parameter ${repeated[0]} is given more than once.`);
  return Object.fromEntries(query.pairs.filter(([name]) => name !== SHOP_ID));
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
