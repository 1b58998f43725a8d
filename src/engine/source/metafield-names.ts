/**
 * Source columns of metafields: `metafield-<key>`, `variant-metafield-<key>`. Names are unique ignoring case; a later
 * metafield of a name that is taken carries its namespace too.
 */
export interface MetafieldIdentity {
  readonly level: "product" | "variant";
  readonly namespace: string;
  readonly key: string;
}

/** A metafield as an extract saw it. */
export interface FoundMetafield extends MetafieldIdentity {
  /** Its source column; null where it was not taken. */
  readonly column: string | null;
  /** Products, or variants, that have a value. */
  readonly owners: number;
}

/** The namespace in which the admin makes metafields unless another is named. */
export const OWN_NAMESPACE = "custom";
/** The namespace of Shopify's Google channel, and of what an export's Google columns say. */
export const GOOGLE_NAMESPACE = "mm-google-shopping";
/** The namespace of category metafields. */
export const CATEGORY_NAMESPACE = "shopify";

/** One text for one metafield, to look it up by. */
export function identityText({ level, namespace, key }: MetafieldIdentity): string {
  return `${level}\u0000${namespace}\u0000${key}`;
}

/** Metafields a snapshot remembers: what a person chooses from. A shop has a few dozen. */
const REMEMBERED_MAX = 500;

/** The most used ones first; where they are too many, those that were taken stay before those that were not. */
export function rememberedMetafields(found: readonly FoundMetafield[]): readonly FoundMetafield[] {
  const isTaken = ({ column }: FoundMetafield): number => (column === null ? 0 : 1);
  const byUse = found.toSorted((one, other) => other.owners - one.owners || compareTexts(identityText(one), identityText(other)));
  const kept = new Set(byUse.toSorted((one, other) => isTaken(other) - isTaken(one)).slice(0, REMEMBERED_MAX));
  return byUse.filter((metafield) => kept.has(metafield));
}

/** By code unit: the same on every machine. */
export function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** What a metafield's column is called where no other has the name. */
export function plainName({ level, key }: MetafieldIdentity): string {
  return `${prefixOf(level)}-${key}`;
}

function prefixOf(level: MetafieldIdentity["level"]): string {
  return level === "variant" ? "variant-metafield" : "metafield";
}

/** Names one metafield after the other; the same ones in the same order have the same names. `others`: names that are taken already. */
export function metafieldNames(others: Iterable<string> = []): (metafield: MetafieldIdentity) => string {
  const taken = new Set([...others].map((column) => column.toLowerCase()));
  return (metafield) => {
    const { namespace, key } = metafield;
    const prefix = prefixOf(metafield.level);
    const wanted = [plainName(metafield), `${prefix}-${namespace}-${key}`];
    let column = wanted.find((name) => !taken.has(name.toLowerCase()));
    for (let turn = 2; column === undefined; turn += 1) {
      const numbered = `${prefix}-${namespace}-${key}-${turn}`;
      if (!taken.has(numbered.toLowerCase())) column = numbered;
    }
    taken.add(column.toLowerCase());
    return column;
  };
}
