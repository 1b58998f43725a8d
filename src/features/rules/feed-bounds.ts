import { INSTRUCTIONS_OF_PART, PARTS_OF_FEED_MAX } from "../../engine/expression/expression-parts.ts";
import { FEEDWIDE_MAX } from "../../engine/expression/functions/catalog.ts";
import type { RuleDefinition } from "../../engine/rules/rule-reader.ts";
import { storedId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { type MappedSize, readMappedSize } from "../columns/index.ts";
import type { FeedRow } from "../feeds/index.ts";
import type { ShopChange } from "../operation.ts";
import { refuseRule } from "./read-written-rule.ts";
import { listRules, type RuleRow } from "./rule-queries.ts";

/** Rules, section 2: what planning and running stay quick with. */
export const RULES_MAX = 500;
const CONDITIONS_OF_FEED_MAX = 5_000;

/** What a rule takes of the feed's bounds. */
export interface SizedRule {
  readonly active: boolean;
  readonly conditions: number;
  readonly parts: number;
  readonly feedwide: number;
  readonly splits: boolean;
}

/** A bound that a feed's rules are past, and why that is no feed. */
export interface Excess {
  readonly bound: "rules" | "conditions" | "parts" | "feedwide" | "splits";
  readonly message: string;
}

/** Rules that do not run take no part in what a run has to do. `mapped`: the same of the feed's mappings. */
export function pastBounds(rules: readonly SizedRule[], mapped: MappedSize): readonly Excess[] {
  const running = rules.filter(({ active }) => active);
  const conditions = rules.reduce((sum, rule) => sum + rule.conditions, 0);
  const feedwide = running.reduce((sum, rule) => sum + rule.feedwide, mapped.feedwide);
  const parts = running.reduce((sum, rule) => sum + rule.parts, mapped.parts);
  const excesses: readonly (Excess & { readonly is: boolean })[] = [
    {
      bound: "rules",
      is: rules.length > RULES_MAX,
      message: `A feed has at most ${RULES_MAX} rules; join some of them, or remove those that match nothing.`,
    },
    {
      bound: "conditions",
      is: conditions > CONDITIONS_OF_FEED_MAX,
      message: `The rules of a feed have at most ${CONDITIONS_OF_FEED_MAX} conditions together; so they would have ${conditions}.`,
    },
    {
      bound: "parts",
      is: parts > PARTS_OF_FEED_MAX,
      message: `The active rules and the mappings of a feed have at most ${PARTS_OF_FEED_MAX} parts together (columns, values, functions and comparisons; a table lookup counts as 20, and every ${INSTRUCTIONS_OF_PART} instructions of a regular expression as one); so they would have ${parts}.`,
    },
    {
      bound: "feedwide",
      is: feedwide > FEEDWIDE_MAX,
      message: `A feed has at most ${FEEDWIDE_MAX} functions over all its rows (rank, group_min, limit_rows, deduplicate and the like) in its rules and mappings; so it would have ${feedwide}.`,
    },
    {
      bound: "splits",
      is: running.filter(({ splits }) => splits).length > 1,
      message: "A feed has at most one active split_row rule; deactivate the other one first.",
    },
  ];
  return excesses.flatMap(({ is, ...excess }) => (is ? [excess] : []));
}

/** The same of a rule that is kept. */
export function sizedRow({ active, conditions, parts, feedwide, rule_type: type }: RuleRow): SizedRule {
  return { active, conditions, parts, feedwide, splits: type === "split_row" };
}

interface Candidate {
  readonly feed: FeedRow;
  readonly rule: RuleDefinition;
  readonly active: boolean;
  /** Id of the rule it takes the place of. */
  readonly replaced?: number;
}

/** Refuses a rule with which the feed's rules add up to too much; what it adds nothing to is not its fault. */
export async function refusePastBounds(
  call: ShopChange & Refuse<"rule_invalid">,
  { feed, rule, active, replaced }: Candidate,
): Promise<void> {
  const rules = await listRules(call.shop, storedId("feed", feed.id));
  const others = rules.filter(({ id }) => id !== replaced).map(sizedRow);
  const mapped = await readMappedSize(call.shop, feed.mappings);
  const before = replaced === undefined ? undefined : rules.find(({ id }) => id === replaced);
  // A feed that is past the bound since before there was one can be made smaller step by step.
  const grows = active && rule.size.parts > (before?.active === true ? before.parts : 0);
  const adds = {
    rules: true,
    conditions: true,
    parts: grows,
    feedwide: active && rule.size.feedwide > 0,
    splits: active && rule.size.splits,
  };
  const excess = pastBounds([...others, { active, ...rule.size }], mapped).find(({ bound }) => adds[bound]);
  if (excess !== undefined) refuseRule(call, [{ at: "", code: "invalid_param", message: excess.message }]);
}
