import {
  CATEGORY_NAMESPACE,
  type FoundMetafield,
  GOOGLE_NAMESPACE,
  identityText,
  type MetafieldIdentity,
  metafieldNames,
  OWN_NAMESPACE,
} from "../../engine/source/metafield-names.ts";
import { comparable, GOOGLE_KEYS } from "./export-columns.ts";

/**
 * Metafields of an export and the source columns they become.
 */
export interface MetafieldColumns {
  readonly product: readonly MetafieldColumn[];
  readonly variant: readonly VariantMetafieldColumn[];
}

export interface MetafieldColumn {
  readonly column: string;
  readonly metafield: MetafieldIdentity;
  /** The cells that hold it: more than one where the file has a `Google Shopping / …` column and the metafield's own. */
  readonly cells: readonly number[];
}

export interface VariantMetafieldColumn extends MetafieldColumn {
  /**
   * Index of the product's metafield that a variant's row may say differently: an export has one `Google Shopping / Condition`
   * for the product and its variants. -1: none.
   */
  readonly overrides: number;
}

interface ClaimedMetafield extends MetafieldIdentity {
  readonly cells: number[];
  readonly google: boolean;
}

/** `Material (product.metafields.custom.material)`: the name is in the shop's language, the brackets never are. */
const METAFIELD = /\((product|variant)\.metafields\.([^.()]+)\.([^()]+)\)\s*$/u;
/** It names one variant, so a row's says nothing of those below, as an export's other Google columns do. */
const PART_NUMBER = "mpn";
const GOOGLE = /^google shopping \/ (.+)$/u;

export function metafieldOf(name: string): MetafieldIdentity | undefined {
  const [, level, namespace, key] = METAFIELD.exec(name) ?? [];
  if (level !== undefined && namespace !== undefined && key !== undefined) {
    return { level: level === "variant" ? "variant" : "product", namespace: namespace.trim(), key: key.trim() };
  }
  const [, label] = GOOGLE.exec(comparable(name)) ?? [];
  if (label === undefined) return undefined;
  const named = GOOGLE_KEYS[label] ?? label.replaceAll(/[^\p{L}\p{N}]+/gu, "_");
  return { level: named === PART_NUMBER ? "variant" : "product", namespace: GOOGLE_NAMESPACE, key: named };
}

/** The columns of what the header names, in its order. `known`: the metafields of the previous snapshot. */
export function metafieldColumns(named: ReadonlyMap<number, MetafieldIdentity>, known: readonly FoundMetafield[] = []): MetafieldColumns {
  const found = new Map<string, ClaimedMetafield>();
  for (const [cell, metafield] of named) {
    const google = metafield.level === "product" && metafield.namespace === GOOGLE_NAMESPACE;
    claim(found, { ...metafield, google }).cells.push(cell);
  }
  const google = [...found.values()].filter((metafield) => metafield.google);
  for (const { namespace, key } of google) claim(found, { level: "variant", namespace, key, google: false });
  const names = namesOf([...found.values()], known);
  const columns = [...found].map(([identity, { cells, google: isGoogle, ...metafield }]) => ({
    cells,
    isGoogle,
    metafield,
    column: names.get(identity) ?? "",
  }));
  const product = columns.filter(({ metafield }) => metafield.level === "product");
  return {
    product: product.map(({ column, metafield, cells }) => ({ column, metafield, cells })),
    variant: columns
      .filter(({ metafield }) => metafield.level === "variant")
      .map(({ column, metafield, cells }) => ({
        column,
        metafield,
        cells,
        overrides: product.findIndex(
          (other) => other.isGoogle && other.metafield.namespace === metafield.namespace && other.metafield.key === metafield.key,
        ),
      })),
  };
}

/**
 * The columns' names, by identity. A metafield that had values keeps its column. Google's and the category's metafields are named last: an
 * old export always has Google's columns, mostly blank, and default mappings read these metafields under either name.
 */
function namesOf(found: readonly MetafieldIdentity[], known: readonly FoundMetafield[]): ReadonlyMap<string, string> {
  const present = new Set(found.map(identityText));
  const kept = new Map<string, string>();
  for (const metafield of known) {
    const identity = identityText(metafield);
    if (metafield.column !== null && metafield.owners > 0 && present.has(identity)) kept.set(identity, metafield.column);
  }
  const name = metafieldNames(kept.values());
  const order = found.toSorted((one, other) => turnOf(one) - turnOf(other));
  return new Map(order.map((metafield) => [identityText(metafield), kept.get(identityText(metafield)) ?? name(metafield)]));
}

/** The merchant's own namespace comes first, so the plain names don't depend on the columns' order. */
function turnOf({ namespace }: MetafieldIdentity): number {
  if (namespace === OWN_NAMESPACE) return 0;
  return [GOOGLE_NAMESPACE, CATEGORY_NAMESPACE].includes(namespace.toLowerCase()) ? 2 : 1;
}

function claim(found: Map<string, ClaimedMetafield>, metafield: MetafieldIdentity & { readonly google: boolean }): ClaimedMetafield {
  const identity = identityText(metafield);
  const known = found.get(identity) ?? { ...metafield, cells: [] };
  found.set(identity, known);
  return known;
}
