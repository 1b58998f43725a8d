import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { mappingsSection } from "../columns/index.ts";
import { type Bound, FEEDWIDE_BOUND, PARTS_BOUND } from "../definitions/index.ts";
import type { FeedRow } from "../feeds/index.ts";
import type { RuleList, RuleState } from "./rule-list.ts";

/** Rules, section 2: what planning and running stay quick with. */
export const RULES_MAX = 500;
const CONDITIONS_OF_FEED_MAX = 5_000;

/** A list names all rules, so of these nothing is elsewhere. */
const nowhere = async (): Promise<number> => 0;

/** Rules that do not run take no part in what a run has to do. */
export const RULE_BOUNDS: readonly Bound<RuleList>[] = [
  {
    name: "rules",
    max: RULES_MAX,
    message: () => `A feed can have at most ${RULES_MAX} rules. Combine some, or remove those that match nothing.`,
    of: ({ rules }) => rules.length,
    rest: nowhere,
  },
  {
    name: "conditions",
    max: CONDITIONS_OF_FEED_MAX,
    message: (total) =>
      `A feed's rules can have at most ${CONDITIONS_OF_FEED_MAX} conditions together, but this change would make it ${total}. Remove some.`,
    of: ({ rules }) => sum(rules, ({ conditions }) => conditions),
    rest: nowhere,
  },
  { ...PARTS_BOUND, of: (list) => sum(running(list), ({ parts }) => parts), rest: async (shop, feed) => (await mapped(shop, feed)).parts },
  {
    ...FEEDWIDE_BOUND,
    of: (list) => sum(running(list), ({ feedwide }) => feedwide),
    rest: async (shop, feed) => (await mapped(shop, feed)).feedwide,
  },
  {
    name: "splits",
    max: 1,
    message: () => "A feed can have only one active split_row rule. Deactivate the other one first.",
    of: (list) => running(list).filter(({ type }) => type === "split_row").length,
    rest: nowhere,
  },
];

function running({ rules }: RuleList): readonly RuleState[] {
  return rules.filter(({ active }) => active);
}

function sum(rules: readonly RuleState[], of: (rule: RuleState) => number): number {
  return rules.reduce((total, rule) => total + of(rule), 0);
}

function mapped(shop: ShopDb, feed: FeedRow) {
  return mappingsSection.load(shop, feed);
}
