import type { z } from "zod";

/**
 * What a rule sees of one row, as plain texts: the references below say in ordinary TypeScript what each rule type makes of it.
 * They know nothing of expressions, plans or SQL.
 */
export interface RuleRow {
  /** What the target holds before the rule. */
  readonly present: string;
  /** What a member's value, operand or condition comes to in this row, by its JSON Pointer (`/from`, `/parts/0`). */
  readonly at: (pointer: string) => string;
}

/** What the target holds after the rule. */
export type RuleReference<M> = (members: M, row: RuleRow) => string;

export type MembersOf<T extends { readonly members: z.ZodType }> = z.output<T["members"]>;

/** Missing or only white space. */
export function isBlank(text: string): boolean {
  return /^[ \t\n\r\u00A0]*$/.test(text);
}

export function firstPresent(...texts: readonly string[]): string {
  return texts.find((text) => !isBlank(text)) ?? "";
}

/** DuckDB's lower case: one code point to one. */
export function folded(text: string): string {
  return [...text].map((character) => (character === "İ" ? "i" : character.toLowerCase())).join("");
}

const TEXT_LENGTH_MAX = 20_000;

export function cut(text: string): string {
  return text.length <= TEXT_LENGTH_MAX ? text : [...text].slice(0, TEXT_LENGTH_MAX).join("");
}

/** A text as a regular expression that matches it and nothing else. */
export function literalPattern(text: string): string {
  return text.replaceAll(/[\\^$.|?*+()[\]{}/]/g, "\\$&");
}

/** Where a text stands as whole words. */
export function wordPattern(text: string): string {
  return `(?<![\\p{L}\\p{N}_])${literalPattern(text)}(?![\\p{L}\\p{N}_])`;
}
