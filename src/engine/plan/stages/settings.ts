import { any, compare, type Expression, isOneOf, not, source, text } from "../../expression/expression.ts";
import type { FeedDefinition } from "../feed-definition.ts";
import type { Stage, Step } from "../feed-plan.ts";

const is = (column: string, value: string): Expression => compare(source(column), "=", text(value));
const exclude = (reason: string, condition: Expression): Step => ({ op: "exclude", reason: text(reason), condition });

/** Words that a platform is known to write; blank where it says nothing. What any other word means is not ours to guess: such a product is kept back. */
const STATUSES: readonly string[] = ["", "active", "archived", "draft", "unlisted"];

/** Its link would lead to the product that has the handle. */
const HANDLE_TAKEN = "Handle used by another product";

/**
 * What the shop itself says must not be sold, and what the feed's settings leave out. A product that cannot be bought on the
 * online store has no place in a feed: channels disapprove the account for dead landing pages.
 */
export function settingsStage({ settings }: FeedDefinition): Stage {
  const steps: Step[] = [exclude("Archived in the shop", is("status", "archived")), exclude(HANDLE_TAKEN, is("handle_taken", "true"))];
  if (!settings.import_unpublish_product) {
    steps.push(
      exclude("Draft in the shop", is("status", "draft")),
      exclude("Unlisted in the shop", is("status", "unlisted")),
      exclude("Unknown status in the shop", not(isOneOf(source("status"), STATUSES))),
      exclude("Not published on the online store", is("published", "false")),
      exclude("Variant not published on the online store", is("variant_published", "false")),
    );
  }
  steps.push(
    ...(settings.gift_cards ? [] : [exclude("Gift card", is("gift_card", "true"))]),
    exclude("Sold by subscription only", is("requires_selling_plan", "true")),
    // Its children are the products; the parent only shows them together.
    exclude("Combined listing parent", is("combined_listing_role", "parent")),
  );
  if (!settings.variants)
    steps.push(exclude("Not the first variant of its product", not(any(is("variant_position", "1"), is("variant_position", "")))));
  return { name: "settings", steps };
}
