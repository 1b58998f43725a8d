import type { z } from "zod";
import type { Expression } from "../expression/expression.ts";
import type { Step } from "../plan/feed-plan.ts";

/** One kind of rule. `lower` answers the steps it comes to; everything else about a rule works on those. */
export interface RuleType<M extends z.ZodObject> {
  readonly type: string;
  /** Members of the definition besides those all rules have. */
  readonly members: M;
  /** What it does, in plain English, without its condition. */
  readonly describe: (members: z.output<M>) => string;
  readonly lower: (members: z.output<M>, rule: LoweredRule) => readonly Step[];
}

/** What every step of a rule carries; the condition is absent where the rule always holds. */
export interface LoweredRule {
  readonly rule: number;
  readonly condition?: Expression;
}

export function ruleType<M extends z.ZodObject>(definition: RuleType<M>): RuleType<M> {
  return Object.freeze(definition);
}
