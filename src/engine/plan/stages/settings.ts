import { any, compare, type Expression, not, source, text } from "../../expression/expression.ts";
import type { FeedDefinition } from "../feed-definition.ts";
import type { Stage, Step } from "../feed-plan.ts";

const is = (column: string, value: string): Expression => compare(source(column), "=", text(value));
const exclude = (reason: string, condition: Expression): Step => ({ op: "exclude", reason: text(reason), condition });

/**
 * What the shop itself says must not be sold, and what the feed's settings leave out. A product that cannot be bought on the
 * online store has no place in a feed: channels disapprove the account for dead landing pages.
 */
export function settingsStage({ settings }: FeedDefinition): Stage {
  const steps: Step[] = [exclude("Archived in the shop", is("status", "archived"))];
  if (!settings.import_unpublish_product) {
    steps.push(
      exclude("Draft in the shop", is("status", "draft")),
      exclude("Unlisted in the shop", is("status", "unlisted")),
      exclude("Not published on the online store", is("published", "false")),
    );
  }
  steps.push(exclude("Gift card", is("gift_card", "true")));
  if (!settings.variants)
    steps.push(exclude("Not the first variant of its product", not(any(is("variant_position", "1"), is("variant_position", "")))));
  return { name: "settings", steps };
}
