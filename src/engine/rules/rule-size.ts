import { type Expression, nodesOf } from "../expression/expression.ts";
import { partsOf, weightOf } from "../expression/expression-parts.ts";
import { NODES_MAX } from "../expression/parse-expression.ts";
import { WEIGHT_OF_RULE_MAX } from "../expression/pattern-weight.ts";
import type { Step } from "../plan/feed-plan.ts";
import { expressionsOf } from "../plan/step-expressions.ts";
import { CONDITIONS_MAX } from "./condition-tree.ts";
import type { RuleFault } from "./rule-fault.ts";
import type { ReadTexts } from "./rule-reading.ts";

/** What a rule takes of the bounds of rules and feeds. */
export interface RuleSize {
  readonly conditions: number;
  /** What it takes of the bound on a feed's parts (`partsOf`). */
  readonly parts: number;
  /** Functions over the feed. */
  readonly feedwide: number;
  readonly tables: readonly string[];
  /** Regular expressions by the member they stand in. */
  readonly patterns: ReadonlyMap<string, string>;
  readonly splits: boolean;
}

const TESTS: ReadonlySet<Expression["kind"]> = new Set(["compare", "matches", "in", "between", "blank"]);

export function sizeOf(steps: readonly Step[], condition: Expression | null, texts: ReadTexts): RuleSize {
  const asked = condition === null ? [] : [...nodesOf(condition)];
  return {
    conditions: asked.filter(({ kind }) => TESTS.has(kind)).length,
    parts: partsOf(steps.flatMap(expressionsOf)),
    feedwide: [...nodesOfSteps(steps)].filter(({ kind }) => kind === "feedwide").length,
    tables: [...texts.tables],
    patterns: texts.patterns,
    splits: steps.some(({ op }) => op === "split"),
  };
}

export function sizeFaults(steps: readonly Step[], { conditions }: RuleSize): readonly RuleFault[] {
  const faults: RuleFault[] = [];
  if (conditions > CONDITIONS_MAX)
    faults.push({
      at: "/condition",
      code: "invalid_param",
      message: `A rule can have at most ${CONDITIONS_MAX} conditions. This rule has ${conditions}. Use in (…) or a lookup table.`,
    });
  const seen = nodesOfSteps(steps);
  if (seen.size > NODES_MAX)
    faults.push({
      at: "",
      code: "invalid_param",
      message: `A rule can have at most ${NODES_MAX} parts. This rule has ${seen.size}. Split it into several rules.`,
    });
  return faults;
}

/** Rules of before this bound go on being read. */
export function weightFaults(steps: readonly Step[]): readonly RuleFault[] {
  const weight = weightOf(steps.flatMap(expressionsOf));
  if (weight <= WEIGHT_OF_RULE_MAX) return [];
  const message = `The regular expressions of a rule can compile to at most ${WEIGHT_OF_RULE_MAX} instructions together. These compile to about ${weight}. Split the rule, or use fewer Unicode classes such as \\pL.`;
  return [{ at: "", code: "invalid_param", message }];
}

function nodesOfSteps(steps: readonly Step[]): ReadonlySet<Expression> {
  return new Set(steps.flatMap((step) => expressionsOf(step).flatMap((part) => [...nodesOf(part)])));
}
