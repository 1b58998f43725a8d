import type { ArithmeticOperator, Comparison } from "./expression.ts";

/** What is written, as a tree that knows its places. Names are not resolved yet, and nothing is checked but the grammar. */
export type Written = { readonly at: number } & (
  | { readonly kind: "text" | "number"; readonly value: string }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "blank-value" }
  | { readonly kind: "column"; readonly side: "D" | "G" | null; readonly name: string }
  /** Bare words after a comparison: text, unless they are the name of a column where only a column makes sense. */
  | { readonly kind: "phrase"; readonly value: string }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly Written[] }
  | { readonly kind: "arithmetic"; readonly operator: ArithmeticOperator; readonly left: Written; readonly right: Written }
  | { readonly kind: "join"; readonly parts: readonly Written[] }
  | { readonly kind: "negative" | "not" | "blank"; readonly value: Written }
  | {
      readonly kind: "compare";
      readonly operator: Comparison | "matches";
      readonly left: Written;
      readonly right: Written;
      readonly caseSensitive: boolean;
    }
  | { readonly kind: "in"; readonly value: Written; readonly words: readonly Written[]; readonly caseSensitive: boolean }
  | { readonly kind: "between"; readonly value: Written; readonly low: Written; readonly high: Written; readonly caseSensitive: boolean }
  | { readonly kind: "all" | "any"; readonly parts: readonly Written[] }
  | { readonly kind: "case"; readonly branches: readonly { readonly when: Written; readonly then: Written }[]; readonly otherwise: Written }
);
