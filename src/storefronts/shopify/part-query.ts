import { createHash } from "node:crypto";
import { BULK_DOCUMENTS, type CatalogPart, type Part } from "./bulk-documents.ts";

/** A bulk operation to run. */
export interface PartQuery {
  /** What tells it from the others of an extract, in its mark and its files. */
  readonly name: string;
  readonly part: Part;
  readonly document: string;
  /** Whether the catalog goes live without it where it fails. */
  readonly optional: boolean;
}

export function catalogQuery(part: CatalogPart): PartQuery {
  return { name: part, part, document: BULK_DOCUMENTS[part], optional: false };
}

/** Of a document made for what feeds want now: the next attempt may want another one, and must not take this one's operation over. */
export function optionalQuery(part: Exclude<Part, CatalogPart>, document: string): PartQuery {
  const digest = createHash("sha256").update(document).digest("hex").slice(0, 12);
  return { name: `${part}-${digest}`, part, document, optional: true };
}
