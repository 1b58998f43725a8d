import { RequestError } from "../../kernel/errors.ts";
import type { KeyKind } from "../../kernel/scopes.ts";
import { FAULTS_MAX } from "./server-limits.ts";

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
  const repeated = query.pairs.filter(([name], index) => query.pairs.findIndex(([other]) => other === name) !== index);
  const [first, ...more] = [...new Set(repeated.map(([name]) => name))].map(repeatedFault);
  if (first !== undefined) throw invalidParameters([first, ...more]);
  return Object.fromEntries(query.pairs.filter(([name]) => name !== SHOP_ID || keyKind !== "merchant"));
}

function repeatedFault(name: string): ParameterFault {
  return { name, message: `The query parameter ${name} is given more than once. Send it once.` };
}

/** For routes without parameters. */
export function refuseQuery(url: string): void {
  if (queryText(url) !== "") throw invalidQuery("", "This route takes no query parameters. Remove them.");
}

/** What is wrong with a parameter; with the query as a whole, if it has no name. */
export interface ParameterFault {
  readonly name: string;
  readonly message: string;
}

export function invalidQuery(name: string, message: string): RequestError {
  return invalidParameters([{ name, message }]);
}

/** A query parameter is named by a JSON Pointer like a member of a body, once. The first is what the answer points at. */
export function invalidParameters(faults: readonly [ParameterFault, ...ParameterFault[]]): RequestError {
  const details = faults
    .slice(0, FAULTS_MAX)
    .filter(({ name }, index) => faults.findIndex((other) => other.name === name) === index)
    .map(({ name, message }) => ({ param: name === "" ? "" : `/${name}`, code: "invalid_param", message }));
  const [{ name, message }] = faults;
  return new RequestError("invalid_request", { message, param: name === "" ? "" : `/${name}`, details });
}

function fault(text: string): string | null {
  try {
    return decodeURIComponent(text).includes("\0") ? "The query contains the character U+0000. Remove it." : null;
  } catch {
    return "The query has a percent sign that doesn't start a valid UTF-8 sequence. Write %25 for a literal percent sign.";
  }
}
