import { FEEDWIDE_MAX } from "../../engine/expression/functions/catalog.ts";
import type { RuleDefinition } from "../../engine/rules/rule-reader.ts";
import { storedId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { countMappedFeedwide } from "../columns/index.ts";
import type { FeedRow } from "../feeds/index.ts";
import type { ShopCall } from "../operation.ts";
import { refuseRule } from "./read-written-rule.ts";
import { listRules } from "./rule-queries.ts";

/** Rules, section 2: what planning and running stay quick with. */
export const RULES_MAX = 500;
const CONDITIONS_OF_FEED_MAX = 5_000;

interface Candidate {
  readonly feed: FeedRow;
  readonly rule: RuleDefinition;
  readonly active: boolean;
  /** Id of the rule it takes the place of. */
  readonly replaced?: number;
}

/** Refuses a rule with which the feed's rules add up to too much. */
export async function refusePastBounds(
  call: ShopCall & Refuse<"rule_invalid">,
  { feed, rule, active, replaced }: Candidate,
): Promise<void> {
  const rules = await listRules(call.shop, storedId("feed", feed.id));
  const others = rules.filter(({ id }) => id !== replaced);
  const refuse = (message: string): never => refuseRule(call, [{ at: "", code: "invalid_param", message }]);
  if (others.length >= RULES_MAX) refuse(`A feed has at most ${RULES_MAX} rules; join some of them, or remove those that match nothing.`);
  const conditions = others.reduce((sum, other) => sum + other.conditions, rule.size.conditions);
  if (conditions > CONDITIONS_OF_FEED_MAX)
    refuse(`The rules of a feed have at most ${CONDITIONS_OF_FEED_MAX} conditions together; with this one they have ${conditions}.`);
  if (!active) return;
  const running = others.filter((other) => other.active);
  const feedwide = running.reduce((sum, other) => sum + other.feedwide, rule.size.feedwide);
  const mapped = rule.size.feedwide === 0 ? 0 : await countMappedFeedwide(call.shop, feed.mappings);
  if (rule.size.feedwide > 0 && feedwide + mapped > FEEDWIDE_MAX)
    refuse(
      `A feed has at most ${FEEDWIDE_MAX} functions over all its rows (rank, group_min, limit_rows, deduplicate and the like) in its rules and mappings; with this rule it has ${feedwide + mapped}.`,
    );
  if (rule.size.splits && running.some(({ rule_type: type }) => type === "split_row"))
    refuse("A feed has at most one active split_row rule; deactivate the other one first.");
}
