import type { MetafieldIdentity } from "../../engine/source/metafield-names.ts";

/**
 * Shopify has one category metafield for colours and patterns: its entries are called by the colour, and may name a pattern of the
 * taxonomy beside it. For feeds that is a metafield of its own, where a shop has any.
 */
const COLOUR_PATTERN = { namespace: "shopify", key: "color-pattern" };
const PATTERN_KEY = "color-pattern.pattern";

/** The pattern's metafield beside that of the colours; undefined for any other metafield. */
export function patternBeside({ level, namespace, key }: MetafieldIdentity): MetafieldIdentity | undefined {
  return namespace === COLOUR_PATTERN.namespace && key === COLOUR_PATTERN.key ? { level, namespace, key: PATTERN_KEY } : undefined;
}

export function isPattern({ namespace, key }: MetafieldIdentity): boolean {
  return namespace === COLOUR_PATTERN.namespace && key === PATTERN_KEY;
}

const SUFFIX = "#pattern";

/** What the pattern of an entry is known by among the names of objects. */
export function patternIn(id: string): string {
  return `${id}${SUFFIX}`;
}

/** The patterns of entries, by the entries' ids. */
export function patternNames(names: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...names].flatMap(([id, name]) => (id.endsWith(SUFFIX) ? [[id.slice(0, -SUFFIX.length), name]] : [])));
}
