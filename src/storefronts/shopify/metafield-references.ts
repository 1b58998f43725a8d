import { parseJson } from "../../kernel/unsafe.ts";
import type { REFERENCE_DOCUMENTS } from "./reference-documents.ts";

/** What metafields point at, by what an access token has to be allowed to read. */
export type ReferenceKind = keyof typeof REFERENCE_DOCUMENTS;

const KINDS: Readonly<Record<string, ReferenceKind>> = {
  product_reference: "catalog",
  variant_reference: "catalog",
  collection_reference: "catalog",
  file_reference: "catalog",
  product_taxonomy_value_reference: "catalog",
  metaobject_reference: "metaobjects",
  mixed_reference: "metaobjects",
  page_reference: "pages",
  article_reference: "pages",
};
const LIST = "list.";

export function isReference(type: string): boolean {
  return type.endsWith("_reference");
}

/** Undefined: a customer, an order or a company, which no feed may name, or a type that Shopify has added since. */
export function referenceKind(type: string): ReferenceKind | undefined {
  return KINDS[type.startsWith(LIST) ? type.slice(LIST.length) : type];
}

const GID = /^gid:\/\/shopify\/[A-Za-z0-9]{1,64}\/[A-Za-z0-9-]{1,64}$/;

/** Ids in the value of a reference or a list of them, in their order. */
export function referencedIds(type: string, value: string): readonly string[] {
  const ids = type.startsWith(LIST) ? listOf(value) : [value];
  return ids.filter((id) => GID.test(id));
}

function listOf(value: string): readonly string[] {
  try {
    const items = parseJson(value);
    return Array.isArray(items) ? items.filter((item) => typeof item === "string") : [];
  } catch {
    return [];
  }
}
