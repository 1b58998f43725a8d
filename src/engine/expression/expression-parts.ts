import { type Expression, nodesOf } from "./expression.ts";
import { patternWeight } from "./pattern.ts";
import { patternsOf } from "./patterns-of.ts";

/** A lookup is joined beside the chain, and so are categories, which costs what many nodes do. */
const LOOKUP_PARTS = 20;
/** Words of a list and pairs of a map stand in SQL once each: so many of them cost what a node does. */
const TEXTS_OF_PART = 4;
/**
 * Instructions of regular expressions. DuckDB compiles each about four times a query, and a preview or a run asks two queries: 1.5 million
 * instructions, all that a feed may have, take up to five seconds of the processor.
 */
export const INSTRUCTIONS_OF_PART = 75;

/** What these expressions take of a feed's bound: the parts to plan, and what their regular expressions compile to. */
export function partsOf(expressions: readonly Expression[]): number {
  return partsToPlan(expressions) + Math.floor(weightOf(expressions) / INSTRUCTIONS_OF_PART);
}

/**
 * What planning has to do for these expressions, counted in parts: columns, values, functions and comparisons, each once. A lookup counts as 20, as
 * does each category that is looked up, and every four texts of a list or map as one.
 */
export function partsToPlan(expressions: readonly Expression[]): number {
  let parts = 0;
  for (const node of allNodes(expressions)) parts += 1 + furtherParts(node);
  return parts;
}

/** About how many instructions the regular expressions in these compile to. */
export function weightOf(expressions: readonly Expression[]): number {
  let weight = 0;
  for (const node of allNodes(expressions)) for (const pattern of patternsOf(node)) weight += patternWeight(pattern);
  return weight;
}

function allNodes(expressions: readonly Expression[]): ReadonlySet<Expression> {
  return new Set(expressions.flatMap((expression) => [...nodesOf(expression)]));
}

function furtherParts(node: Expression): number {
  switch (node.kind) {
    case "lookup":
      return LOOKUP_PARTS - 1;
    case "category":
      return LOOKUP_PARTS * node.args.length - 1;
    case "in":
      return Math.floor(node.words.length / TEXTS_OF_PART);
    case "map":
      return Math.floor(node.pairs.length / TEXTS_OF_PART);
    default:
      return 0;
  }
}

/** What the active rules and the mappings of a feed may have together: planning them takes less than a second. */
export const PARTS_OF_FEED_MAX = 20_000;
