import { members } from "../../kernel/unsafe.ts";

/** Reads a line's members. The query says what comes, so a member of another type is one that we did not ask for: it reads as none. */

/** Blank is none. */
export function textAt(value: unknown, ...path: readonly string[]): string | null {
  const found = at(value, path);
  return typeof found === "string" && found !== "" ? found : null;
}

export function flagAt(value: unknown, ...path: readonly string[]): "true" | "false" | null {
  const found = at(value, path);
  return typeof found === "boolean" ? (found ? "true" : "false") : null;
}

/** As JSON writes it, which never has an exponent for what a shop counts or weighs. */
export function numberAt(value: unknown, ...path: readonly string[]): string | null {
  const found = at(value, path);
  return typeof found === "number" ? String(found) : null;
}

export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = at(value, path);
  return Array.isArray(found) ? found : [];
}

function at(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const name of path) found = members(found)[name];
  return found;
}

/** `gid://shopify/ProductVariant/123` */
export interface Gid {
  readonly type: string;
  readonly id: string;
}

/** Undefined for what is no id of Shopify's, and for ids that are no numbers (`TaxonomyCategory/na`). */
export function gidOf(text: string | null): Gid | undefined {
  const prefix = "gid://shopify/";
  if (text === null || !text.startsWith(prefix)) return undefined;
  const slash = text.indexOf("/", prefix.length);
  // Inventory levels carry a query behind their number.
  const query = text.indexOf("?", slash);
  const id = text.slice(slash + 1, query === -1 ? undefined : query);
  return slash === -1 || !/^[0-9]{1,18}$/.test(id) ? undefined : { type: text.slice(prefix.length, slash), id };
}
