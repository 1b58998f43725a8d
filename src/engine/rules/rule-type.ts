import type { z } from "zod";
import type { Expression } from "../expression/expression.ts";
import type { ValueType } from "../expression/term.ts";
import { PLAINLY } from "../../kernel/plain-faults.ts";
import type { RuleCondition } from "./condition-tree.ts";

/**
 * One kind of rule. `members` is what its definition holds besides what all rules have; `lower` says what it comes to in the
 * plan's operations. Condition, `stop`, `note`, text form, errors, trace and lint work on those and are no business of a type.
 */
export interface RuleType<M extends z.ZodObject> {
  readonly type: string;
  /** What it is for, in one sentence of the reference. */
  readonly summary: string;
  readonly members: M;
  /** A definition that the reference shows and the tests create. */
  readonly example: Readonly<Record<string, unknown>>;
  /** What one rule of it does, in plain English, without its condition: `Shorten title to 150 characters at a word`. */
  readonly describe: (members: z.output<M>) => string;
  readonly lower: (members: z.output<M>, read: RuleReading) => readonly RuleOperation[];
}

/** An operation of a rule, without what the reading adds to each: the rule's id and its condition. */
export type RuleOperation =
  | { readonly op: "assign"; readonly column: string; readonly value: Expression; readonly only?: Expression }
  | { readonly op: "exclude"; readonly reason: Expression; readonly only?: Expression }
  | { readonly op: "admit" }
  | { readonly op: "split"; readonly column: string; readonly items: Expression };

/**
 * Reads the texts of a definition. Each method takes the place of the member as a JSON Pointer below the definition
 * (`/value`, `/parts/0`), collects what is wrong there, and answers something harmless in that case.
 */
export interface RuleReading {
  /** A value: a number, a text, or an expression where the text begins with one `=` (`==` is a text that begins with `=`). */
  value(value: string | number, at: string, expected?: ValueType): Expression;
  /** A column (`[D]title`, `[G]title` or its bare name) or, beginning with `=`, an expression. */
  operand(text: string, at: string, expected?: ValueType): Expression;
  condition(condition: RuleCondition, at: string): Expression;
  /** The output column a rule writes, as it stands at this rule. Refused where the feed has none of that name. */
  target(column: string, at: string): Expression;
  /** A regular expression: as a literal, once it is known to be one (RE2). */
  pattern(pattern: string, at: string): Expression;
  /** A value of a lookup table of the shop, by key; blank where it has none. Without a column, the second one. */
  lookup(table: string, key: Expression, at: string, column?: string): Expression;
  /** The rule's own condition; always true where it has none. For operations that look at many rows. */
  readonly matched: Expression;
  /** The canonical text of a member that holds expressions within other text. */
  rewritten(at: string, text: string): void;
  fault(at: string, message: string): void;
}

/** A rule type as the registry holds it: its members are parsed by its own schema before anything else is asked of it. */
export interface AnyRuleType {
  readonly type: string;
  readonly summary: string;
  readonly members: z.ZodObject;
  readonly example: Readonly<Record<string, unknown>>;
  readonly read: (raw: unknown) => ReadMembers;
}

export type ReadMembers =
  | { readonly ok: true; readonly description: string; readonly lower: (read: RuleReading) => readonly RuleOperation[] }
  | { readonly ok: false; readonly error: z.ZodError };

export function anyRuleType<M extends z.ZodObject>({ type, summary, members, example, describe, lower }: RuleType<M>): AnyRuleType {
  return {
    type,
    summary,
    members,
    example,
    read(raw) {
      const parsed = members.safeParse(raw, PLAINLY);
      if (!parsed.success) return { ok: false, error: parsed.error };
      return { ok: true, description: describe(parsed.data), lower: (read) => lower(parsed.data, read) };
    },
  };
}

export function ruleType<M extends z.ZodObject>(definition: RuleType<M>): RuleType<M> {
  return Object.freeze(definition);
}
