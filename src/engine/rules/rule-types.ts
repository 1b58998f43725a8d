import { z } from "zod";
import type { Step } from "../plan/feed-plan.ts";
import { ConditionTree, conditionExpression } from "./condition-tree.ts";
import { exclude } from "./exclude.ts";
import type { LoweredRule, RuleType } from "./rule-type.ts";
import { setValue } from "./set-value.ts";

/** A stored rule, read and lowered: all that a plan needs of it. */
export interface RuleDefinition {
  readonly id: number;
  readonly type: string;
  /** The sentence a person reads. */
  readonly description: string;
  readonly steps: readonly Step[];
}

type RuleReader = (id: number, definition: unknown) => RuleDefinition;

/** Every rule type. A new one is a file beside this and one line here. */
const READERS: ReadonlyMap<string, RuleReader> = new Map([
  [setValue.type, readerOf(setValue)],
  [exclude.type, readerOf(exclude)],
]);

const RuleHead = z.looseObject({ type: z.string() });

/** Reads a rule as it is stored (`{type, condition?, note?, …members}`); throws a ZodError or a RangeError where it is none. */
export function readRule(id: number, definition: unknown): RuleDefinition {
  const { type } = RuleHead.parse(definition);
  const reader = READERS.get(type);
  if (reader === undefined) throw new RangeError(`There is no rule type ${type}`);
  return reader(id, definition);
}

function readerOf<M extends z.ZodObject>(ruleType: RuleType<M>): RuleReader {
  const whole = z.looseObject({
    type: z.literal(ruleType.type),
    condition: ConditionTree.optional(),
    note: z.string().max(1000).optional(),
  });
  return (id, definition) => {
    const { type, condition, note: _note, ...own } = whole.parse(definition);
    const members = ruleType.members.parse(own);
    const rule: LoweredRule = condition === undefined ? { rule: id } : { rule: id, condition: conditionExpression(condition) };
    return { id, type, description: ruleType.describe(members), steps: ruleType.lower(members, rule) };
  };
}
