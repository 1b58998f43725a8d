import { type Expression, nodesOf } from "../../engine/expression/expression.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { mappedExpression } from "./effective-mappings.ts";
import { readSourceColumns, type SourceColumns } from "./source-columns-of-shop.ts";

type Mappings = Readonly<Record<string, string | null>>;

/** What the expression of a mapping is made of; nothing where it reads a column or none. */
export function nodesOfMapping(mapped: string | null, columns: SourceColumns): readonly Expression[] {
  const expression = mappedExpression(mapped, columns);
  return expression === undefined ? [] : [...nodesOf(expression)];
}

/** How often mappings look at the whole feed. */
export function mappedFeedwide(mappings: Mappings, columns: SourceColumns): number {
  return Object.values(mappings).flatMap((mapped) => nodesOfMapping(mapped, columns).filter(({ kind }) => kind === "feedwide")).length;
}

/** The same for a feed's stored mappings, over the columns its shop has now. */
export async function countMappedFeedwide(shop: ShopDb, mappings: Mappings): Promise<number> {
  return mappedFeedwide(mappings, await readSourceColumns(shop));
}
