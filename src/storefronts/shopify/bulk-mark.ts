import type { ExtractionMark } from "../storefront-port.ts";
import type { PartQuery } from "./part-query.ts";

/**
 * Operations outlive the process that started them, and hold one of five slots. The first line of a query is a comment that
 * says whose it is: Shopify keeps the text, so whoever comes next can take it over or take it away, without any memory of ours.
 */
export function markedQuery(mark: ExtractionMark, { name, document }: PartQuery): string {
  return `# feedwright ${mark.shop} ${mark.extract} ${name}\n${document}`;
}

export interface QueryMark extends ExtractionMark {
  /** Name of the query among those of its extract. */
  readonly name: string;
}

/** Whose query this is; undefined for one that is not ours, or of another shape than ours are today. */
export function markOf(query: string): QueryMark | undefined {
  const [, shop, extract, name] = /^# feedwright (\S+) (\S+) (\S+)\n/.exec(query) ?? [];
  if (shop === undefined || extract === undefined || name === undefined) return undefined;
  return { shop, extract, name };
}
