import type { CallName } from "./functions/every-function.ts";

/**
 * The typed expression tree: what conditions, rule values and mappings are once read and checked. Frozen data, printable as JSON.
 *
 * Columns have a side. People write D (a source column) and G (an output column as it stands at this step). Only inside a plan:
 * L a source column's value in the feed's language or market, C the feed's own cell for a source column, O the shop's
 * override of an output column (these three are NULL where there is none), and T a value the compiler has given a name.
 */
export type Expression =
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "number"; readonly value: string }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "blank-value" }
  | { readonly kind: "column"; readonly side: Side; readonly name: string }
  | { readonly kind: "call"; readonly fn: CallName; readonly args: readonly Expression[] }
  /** A function over all rows included so far; `only` narrows them further. */
  | { readonly kind: "feedwide"; readonly fn: FeedwideName; readonly args: readonly Expression[]; readonly only?: Expression }
  | {
      readonly kind: "lookup";
      readonly table: string;
      readonly key: Expression;
      readonly column?: string;
      readonly otherwise?: Expression;
      /** The key is a text in which the table's keys are looked for as whole words. */
      readonly words?: true;
    }
  /** A function that looks its arguments up in Google's taxonomy. */
  | { readonly kind: "category"; readonly fn: CategoryFunction; readonly args: readonly Expression[] }
  | { readonly kind: "arithmetic"; readonly operator: ArithmeticOperator; readonly left: Expression; readonly right: Expression }
  | { readonly kind: "negative"; readonly value: Expression }
  | {
      readonly kind: "compare";
      readonly operator: Comparison;
      readonly left: Expression;
      readonly right: Expression;
      readonly caseSensitive: boolean;
    }
  | { readonly kind: "matches"; readonly value: Expression; readonly pattern: string; readonly caseSensitive: boolean }
  | { readonly kind: "in"; readonly value: Expression; readonly words: readonly Word[]; readonly caseSensitive: boolean }
  | {
      readonly kind: "between";
      readonly value: Expression;
      readonly low: Expression;
      readonly high: Expression;
      readonly caseSensitive: boolean;
    }
  | { readonly kind: "present"; readonly value: Expression }
  | { readonly kind: "blank"; readonly value: Expression }
  | { readonly kind: "all" | "any"; readonly parts: readonly Expression[] }
  | { readonly kind: "not"; readonly part: Expression }
  | { readonly kind: "case"; readonly branches: readonly Branch[]; readonly otherwise: Expression }
  /** The text that belongs to a value, ignoring case; of equal ones the first. */
  | {
      readonly kind: "map";
      readonly value: Expression;
      readonly pairs: readonly Pair[];
      readonly otherwise: Expression;
      /** Every place in the value where a text of the pairs stands, as whole words or anywhere; the whole value if left out. */
      readonly within?: "word" | "text";
    };

export type Side = "D" | "G" | "T" | AttachedSide;
export type AttachedSide = "L" | "C" | "O";
export type ArithmeticOperator = "+" | "-" | "*" | "/";
export type Comparison = "=" | "!=" | "<" | "<=" | ">" | ">=" | "contains" | "starts with" | "ends with";

/** Functions that look at all rows of the feed (functions/catalog.ts). */
export type FeedwideName =
  | "rank"
  | "percentile"
  | "sum_in_feed"
  | "avg_in_feed"
  | "min_in_feed"
  | "max_in_feed"
  | "count_in_feed"
  | "group_min"
  | "group_max"
  | "group_count"
  | "group_sum"
  | "is_first_in_group"
  | "is_duplicate"
  | "_row_number"
  | "_first_in_group"
  | "_within_growth";

/** Functions that look categories up (functions/category.ts). */
export type CategoryFunction = "category_path" | "category_id" | "category_under";

/** A literal that `in` lists. */
export type Word = { readonly kind: "text"; readonly value: string } | { readonly kind: "number"; readonly value: string };

export interface Branch {
  readonly when: Expression;
  readonly then: Expression;
}

export interface Pair {
  readonly from: string;
  readonly to: string;
}

export interface ColumnRef {
  readonly side: Side;
  readonly name: string;
}

export const BLANK: Expression = Object.freeze({ kind: "blank-value" });
export const text = (value: string): Expression => ({ kind: "text", value });
export const number = (value: number | string): Expression => ({ kind: "number", value: String(value) });
export const boolean = (value: boolean): Expression => ({ kind: "boolean", value });
export const source = (name: string): Expression => ({ kind: "column", side: "D", name });
export const output = (name: string): Expression => ({ kind: "column", side: "G", name });
export const call = (fn: CallName, ...args: readonly Expression[]): Expression => ({ kind: "call", fn, args });
export const not = (part: Expression): Expression => ({ kind: "not", part });
/** Whether a text is one of some words, ignoring case. */
export const isOneOf = (value: Expression, words: readonly string[]): Expression => ({
  kind: "in",
  value,
  words: words.map((word) => ({ kind: "text", value: word })),
  caseSensitive: false,
});
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
/** Texts one behind the other; joins of joins are one. */
export const joinedTexts = (parts: readonly Expression[]): Expression =>
  call("concat", ...parts.flatMap((part) => (part.kind === "call" && part.fn === "concat" ? part.args : [part])));
/** The text paired with a value, ignoring case. */
export const mapped = (value: Expression, pairs: readonly Pair[], otherwise: Expression, within?: "word" | "text"): Expression => ({
  kind: "map",
  value,
  pairs,
  otherwise,
  ...(within === undefined ? {} : { within }),
});
/** A text in which some words and phrases keep the spelling given here, whatever the case they have. */
export const spelled = (value: Expression, spellings: readonly string[]): Expression =>
  spellings.length === 0
    ? value
    : mapped(
        value,
        spellings.map((word) => ({ from: word, to: word })),
        value,
        "word",
      );

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
export function* nodesOf(root: Expression): Generator<Expression> {
  const waiting: Expression[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    waiting.push(...childrenOf(node));
  }
}

export function childrenOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case "text":
    case "number":
    case "boolean":
    case "blank-value":
    case "column":
      return [];
    case "call":
    case "category":
      return node.args;
    case "feedwide":
      return node.only === undefined ? node.args : [...node.args, node.only];
    case "lookup":
      return node.otherwise === undefined ? [node.key] : [node.key, node.otherwise];
    case "arithmetic":
    case "compare":
      return [node.left, node.right];
    case "between":
      return [node.value, node.low, node.high];
    case "negative":
    case "matches":
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
    case "map":
      return [node.value, node.otherwise];
    default:
      return node satisfies never;
  }
}

/** The same node over other children, in the order `childrenOf` gives them. */
export function withChildren(node: Expression, children: readonly Expression[]): Expression {
  const child = (at: number): Expression => {
    const found = children[at];
    if (found === undefined) throw new RangeError(`child ${at + 1} of ${node.kind} is missing`);
    return found;
  };
  switch (node.kind) {
    case "text":
    case "number":
    case "boolean":
    case "blank-value":
    case "column":
      return node;
    case "call":
    case "category":
      return { ...node, args: children };
    case "feedwide":
      return node.only === undefined
        ? { ...node, args: children }
        : { ...node, args: children.slice(0, -1), only: child(children.length - 1) };
    case "lookup":
      return node.otherwise === undefined ? { ...node, key: child(0) } : { ...node, key: child(0), otherwise: child(1) };
    case "arithmetic":
    case "compare":
      return { ...node, left: child(0), right: child(1) };
    case "between":
      return { ...node, value: child(0), low: child(1), high: child(2) };
    case "negative":
    case "matches":
    case "in":
    case "present":
    case "blank":
      return { ...node, value: child(0) };
    case "all":
    case "any":
      return { ...node, parts: children };
    case "not":
      return { ...node, part: child(0) };
    case "case": {
      const branches = node.branches.map((_, at) => ({ when: child(2 * at), then: child(2 * at + 1) }));
      return { ...node, branches, otherwise: child(2 * branches.length) };
    }
    case "map":
      return { ...node, value: child(0), otherwise: child(1) };
    default:
      return node satisfies never;
  }
}
