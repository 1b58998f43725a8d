import { partsOf } from "../../engine/expression/expression-parts.ts";
import { nodesOf } from "../../engine/expression/expression.ts";
import { patternsOf } from "../../engine/expression/patterns-of.ts";
import { pointed } from "../../engine/rules/schema-faults.ts";
import type { WrittenPattern } from "../definitions/index.ts";
import type { SourceColumns } from "../metafields/index.ts";
import { mappedExpression } from "./effective-mappings.ts";

type Mappings = Readonly<Record<string, string | null>>;

/** What columns read, and what the expressions among it are made of. */
export interface SizedMappings {
  readonly texts: Mappings;
  readonly parts: number;
  /** Functions over the feed. */
  readonly feedwide: number;
  /** Tables they look up, which therefore can't be removed. */
  readonly lookups: readonly string[];
}

export function mappingsWith(texts: Mappings, columns: SourceColumns): SizedMappings {
  const expressions = Object.values(texts).flatMap((mapped) => mappedExpression(mapped, columns) ?? []);
  const nodes = expressions.flatMap((expression) => [...nodesOf(expression)]);
  return {
    texts,
    parts: partsOf(expressions),
    feedwide: nodes.filter(({ kind }) => kind === "feedwide").length,
    lookups: [...new Set(nodes.flatMap((node) => (node.kind === "lookup" ? [node.table] : [])))],
  };
}

/** The regular expressions in mappings: one that is none would fail every run. */
export function patternsOfMappings(
  mappings: ReadonlyMap<string, string | null | undefined>,
  columns: SourceColumns,
): readonly WrittenPattern[] {
  return [...mappings].flatMap(([name, mapped]) => {
    const expression = mappedExpression(mapped ?? null, columns);
    const patterns = expression === undefined ? [] : [...nodesOf(expression)].flatMap(patternsOf);
    return [...new Set(patterns)].map((pattern) => ({ pattern, param: `/mappings/${pointed(name)}`, code: "validation_failed" }));
  });
}
