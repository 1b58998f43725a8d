import type { ExtractionMark } from "../storefront-port.ts";
import { BULK_DOCUMENTS, type Part } from "./bulk-documents.ts";

/**
 * Operations outlive the process that started them, and hold one of five slots. The first line of a query is a comment that
 * says whose it is: Shopify keeps the text, so whoever comes next can take it over or take it away, without any memory of ours.
 */
export function markedQuery(mark: ExtractionMark, part: Part): string {
  return `# feedwright ${mark.shop} ${mark.extract} ${part}\n${BULK_DOCUMENTS[part]}`;
}

export interface QueryMark extends ExtractionMark {
  readonly part: string;
}

/** Whose query this is; undefined for one that is not ours, or of another shape than ours are today. */
export function markOf(query: string): QueryMark | undefined {
  const [, shop, extract, part] = /^# feedwright (\S+) (\S+) (\S+)\n/.exec(query) ?? [];
  if (shop === undefined || extract === undefined || part === undefined) return undefined;
  return { shop, extract, part };
}
