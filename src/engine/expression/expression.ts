import type { FunctionName } from "./functions/function-catalogue.ts";

/**
 * The typed expression tree: what conditions, rule values and mappings are once read. Frozen data, printable as JSON.
 *
 * Columns have a side. People write D (a source column) and G (an output column as it stands at this step). Only inside a plan:
 * L a source column's value in the feed's language or market, C the feed's own cell for a source column, O the shop's
 * override of an output column; these three are NULL where there is none.
 */
export type Expression =
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "number"; readonly value: string }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "column"; readonly side: Side; readonly name: string }
  | { readonly kind: "call"; readonly fn: FunctionName; readonly args: readonly Expression[] }
  | {
      readonly kind: "compare";
      readonly operator: Comparison;
      readonly left: Expression;
      readonly right: Expression;
      readonly caseSensitive: boolean;
    }
  | { readonly kind: "in"; readonly value: Expression; readonly words: readonly string[] }
  | { readonly kind: "present"; readonly value: Expression }
  | { readonly kind: "blank"; readonly value: Expression }
  | { readonly kind: "all" | "any"; readonly parts: readonly Expression[] }
  | { readonly kind: "not"; readonly part: Expression }
  | { readonly kind: "case"; readonly branches: readonly Branch[]; readonly otherwise: Expression };

export type Side = "D" | "G" | AttachedSide;
export type AttachedSide = "L" | "C" | "O";
export type Comparison = "=" | "!=" | "<" | "<=" | ">" | ">=" | "contains" | "starts with" | "ends with";

export interface Branch {
  readonly when: Expression;
  readonly then: Expression;
}

export interface ColumnRef {
  readonly side: Side;
  readonly name: string;
}

export const text = (value: string): Expression => ({ kind: "text", value });
export const source = (name: string): Expression => ({ kind: "column", side: "D", name });
export const output = (name: string): Expression => ({ kind: "column", side: "G", name });
export const call = (fn: FunctionName, ...args: readonly Expression[]): Expression => ({ kind: "call", fn, args });
export const not = (part: Expression): Expression => ({ kind: "not", part });
/** Whether a text is one of some words, ignoring case. */
export const isOneOf = (value: Expression, words: readonly string[]): Expression => ({ kind: "in", value, words });
export const isBlank = (value: Expression): Expression => ({ kind: "blank", value });
export const isPresent = (value: Expression): Expression => ({ kind: "present", value });
export const all = (...parts: readonly Expression[]): Expression => ({ kind: "all", parts });
export const any = (...parts: readonly Expression[]): Expression => ({ kind: "any", parts });
export const when = (condition: Expression, then: Expression, otherwise: Expression): Expression => ({
  kind: "case",
  branches: [{ when: condition, then }],
  otherwise,
});
export const compare = (left: Expression, operator: Comparison, right: Expression): Expression => ({
  kind: "compare",
  operator,
  left,
  right,
  caseSensitive: false,
});

/** The columns an expression reads, each once, as `side:name`. */
export function columnsRead(expression: Expression, found: Set<string> = new Set()): Set<string> {
  for (const node of nodesOf(expression)) {
    if (node.kind === "column") found.add(columnKey(node));
  }
  return found;
}

export function columnKey({ side, name }: ColumnRef): string {
  return `${side}:${name}`;
}

/** Every node, iteratively: a definition may nest as deep as its author likes until the checker has said no. */
function* nodesOf(root: Expression): Generator<Expression> {
  const waiting: Expression[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    waiting.push(...childrenOf(node));
  }
}

function childrenOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case "text":
    case "number":
    case "boolean":
    case "column":
      return [];
    case "call":
      return node.args;
    case "compare":
      return [node.left, node.right];
    case "in":
    case "present":
    case "blank":
      return [node.value];
    case "all":
    case "any":
      return node.parts;
    case "not":
      return [node.part];
    case "case":
      return [...node.branches.flatMap((branch) => [branch.when, branch.then]), node.otherwise];
    default:
      return node satisfies never;
  }
}
