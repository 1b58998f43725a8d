import { partsOf } from "../../engine/expression/expression-parts.ts";
import { type Expression, nodesOf } from "../../engine/expression/expression.ts";
import { patternsOf } from "../../engine/expression/patterns-of.ts";
import { pointed } from "../../engine/rules/schema-faults.ts";
import type { ErrorDetail } from "../../kernel/errors.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { JudgedPatterns } from "../patterns/index.ts";
import { mappedExpression } from "./effective-mappings.ts";
import { readSourceColumns, type SourceColumns } from "../metafields/index.ts";

type Mappings = Readonly<Record<string, string | null>>;

/** What the expression of a mapping is made of; nothing where it reads a column or none. */
function nodesOfMapping(mapped: string | null, columns: SourceColumns): readonly Expression[] {
  const expression = mappedExpression(mapped, columns);
  return expression === undefined ? [] : [...nodesOf(expression)];
}

/** How often mappings look at the whole feed. */
function mappedFeedwide(mappings: Mappings, columns: SourceColumns): number {
  return Object.values(mappings).flatMap((mapped) => nodesOfMapping(mapped, columns).filter(({ kind }) => kind === "feedwide")).length;
}

/** What mappings take of the feed's bounds. */
export interface MappedSize {
  /** Functions over the feed. */
  readonly feedwide: number;
  readonly parts: number;
}

export function mappedSize(mappings: Mappings, columns: SourceColumns): MappedSize {
  const expressions = Object.values(mappings).flatMap((mapped) => mappedExpression(mapped, columns) ?? []);
  return { feedwide: mappedFeedwide(mappings, columns), parts: partsOf(expressions) };
}

/** The same for a feed's stored mappings, over the columns its shop has now. */
export async function readMappedSize(shop: ShopDb, mappings: Mappings): Promise<MappedSize> {
  return mappedSize(mappings, await readSourceColumns(shop));
}

/** The lookup tables that mappings name, which therefore cannot be removed. */
export function mappedLookups(mappings: Mappings, columns: SourceColumns): readonly string[] {
  const nodes = Object.values(mappings).flatMap((mapped) => nodesOfMapping(mapped, columns));
  return [...new Set(nodes.flatMap((node) => (node.kind === "lookup" ? [node.table] : [])))];
}

/** The regular expressions in mappings, by feed column. */
export function patternsOfMappings(
  mappings: ReadonlyMap<string, string | null | undefined>,
  columns: SourceColumns,
): ReadonlyMap<string, readonly string[]> {
  return new Map([...mappings].map(([name, mapped]) => [name, nodesOfMapping(mapped ?? null, columns).flatMap(patternsOf)]));
}

/** A mapping whose regular expression is none would fail every run. */
export function mappingPatternFaults(patterns: ReadonlyMap<string, readonly string[]>, judged: JudgedPatterns): readonly ErrorDetail[] {
  return [...patterns].flatMap(([name, has]) =>
    [...new Set(has)]
      .flatMap((pattern) => judged.fault(pattern) ?? [])
      .map((message) => ({ param: `/mappings/${pointed(name)}`, code: "validation_failed", message })),
  );
}
