import { any, compare, type Expression, isOneOf, not, source, text } from "../../expression/expression.ts";
import { REASON } from "../exclusion-reasons.ts";
import type { FeedDefinition } from "../feed-definition.ts";
import type { Stage, Step } from "../feed-plan.ts";

const is = (column: string, value: string): Expression => compare(source(column), "=", text(value));
const exclude = (reason: string, condition: Expression): Step => ({ op: "exclude", reason: text(reason), condition });

/** Words that a platform is known to write; blank where it says nothing. What any other word means is not ours to guess: such a product is kept back. */
const STATUSES: readonly string[] = ["", "active", "archived", "draft", "unlisted"];

/**
 * What the shop itself says must not be sold, and what the feed's settings leave out. A product that cannot be bought on the
 * online store has no place in a feed: channels disapprove the account for dead landing pages.
 */
export function settingsStage({ settings }: FeedDefinition): Stage {
  const steps: Step[] = [
    exclude(REASON.archived, is("status", "archived")),
    // Its link would lead to the product that has the handle.
    exclude(REASON.handleTaken, is("handle_taken", "true")),
  ];
  if (!settings.import_unpublish_product) {
    steps.push(
      exclude(REASON.draft, is("status", "draft")),
      exclude(REASON.unlisted, is("status", "unlisted")),
      exclude(REASON.unknownStatus, not(isOneOf(source("status"), STATUSES))),
      exclude(REASON.unpublished, is("published", "false")),
      exclude(REASON.variantUnpublished, is("variant_published", "false")),
    );
  }
  steps.push(
    ...(settings.gift_cards ? [] : [exclude(REASON.giftCard, is("gift_card", "true"))]),
    exclude(REASON.subscriptionOnly, is("requires_selling_plan", "true")),
    // Its children are the products; the parent only shows them together.
    exclude(REASON.listingParent, is("combined_listing_role", "parent")),
  );
  if (!settings.variants) steps.push(exclude(REASON.notFirstVariant, not(any(is("variant_position", "1"), is("variant_position", "")))));
  return { name: "settings", steps };
}
