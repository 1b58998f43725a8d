import { type Expression, nodesOf } from "./expression.ts";
import { patternWeight } from "./pattern.ts";
import { patternsOf } from "./patterns-of.ts";

/** A lookup is joined beside the chain, which costs what many nodes do. */
const LOOKUP_PARTS = 20;
/** Words of a list and pairs of a map stand in SQL once each: so many of them cost what a node does. */
const TEXTS_OF_PART = 4;
/** Instructions of regular expressions: DuckDB compiles them when it plans, and a feed of nothing else takes a few seconds for it. */
const INSTRUCTIONS_OF_PART = 150;

/**
 * What planning has to do for these expressions, counted in parts: columns, values, functions and comparisons, each once. A lookup counts as 20,
 * and every four texts of a list or map as one; so does what a regular expression compiles to, every 150 instructions.
 */
export function partsOf(expressions: readonly Expression[]): number {
  const nodes = new Set(expressions.flatMap((expression) => [...nodesOf(expression)]));
  let parts = 0;
  for (const node of nodes) parts += 1 + furtherParts(node);
  return parts;
}

function furtherParts(node: Expression): number {
  switch (node.kind) {
    case "lookup":
      return LOOKUP_PARTS - 1;
    case "in":
      return Math.floor(node.words.length / TEXTS_OF_PART);
    case "map":
      return Math.floor(node.pairs.length / TEXTS_OF_PART);
    default:
      return Math.floor(weightOf(node) / INSTRUCTIONS_OF_PART);
  }
}

/** What the regular expressions in this one node compile to. */
export function weightOf(node: Expression): number {
  return patternsOf(node).reduce((sum, pattern) => sum + patternWeight(pattern), 0);
}

/** What the active rules and the mappings of a feed may have together: planning them takes less than a second. */
export const PARTS_OF_FEED_MAX = 20_000;
