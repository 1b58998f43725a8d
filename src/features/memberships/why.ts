import { REASON, REASON_START } from "../../engine/plan/exclusion-reasons.ts";

/** Where a product stands with a feed, in one word of a closed list. */
export const WHATS = Object.freeze([
  ...([
    "live",
    "excluded_by_rule",
    "excluded_by_merchant",
    "not_selected",
    "draft",
    "archived",
    "unpublished",
    "unlisted",
    "gift_card",
  ] as const),
  ...([
    "no_price",
    "not_sold",
    "not_extracted",
    "allowance",
    "duplicate_id",
    "has_findings",
    "run_held",
    "feed_inactive",
    "other",
  ] as const),
]);
export type What = (typeof WHATS)[number];

/** What a reason of the feed's own says, and the setting that decides about it. */
export interface Why {
  readonly what: What;
  readonly setting: string | null;
}

const why = (what: What, setting: string | null = null): Why => ({ what, setting });

const EXACT: ReadonlyMap<string, Why> = new Map([
  [REASON.merchant, why("excluded_by_merchant")],
  [REASON.notSelected, why("not_selected", "product_selection_mode")],
  [REASON.archived, why("archived")],
  [REASON.handleTaken, why("other")],
  [REASON.draft, why("draft", "import_unpublish_product")],
  [REASON.unlisted, why("unlisted", "import_unpublish_product")],
  [REASON.unknownStatus, why("other", "import_unpublish_product")],
  [REASON.unpublished, why("unpublished", "import_unpublish_product")],
  [REASON.variantUnpublished, why("unpublished", "import_unpublish_product")],
  [REASON.giftCard, why("gift_card", "gift_cards")],
  [REASON.subscriptionOnly, why("other")],
  [REASON.listingParent, why("other")],
  [REASON.notFirstVariant, why("other", "variants")],
  [REASON.negativePrice, why("other")],
  [REASON.noTitle, why("other")],
  [REASON.duplicateId, why("duplicate_id", "id_format")],
]);

const BEGINNINGS: readonly (readonly [string, Why])[] = [
  [REASON_START.notInCollection, why("not_selected", "product_selection_mode")],
  [REASON_START.notSold, why("not_sold")],
  [REASON_START.noPrice, why("no_price")],
  [REASON_START.currencyUnknown, why("no_price", "market_currency")],
  [REASON_START.notExtracted, why("not_extracted")],
  [REASON_START.allowance, why("allowance")],
];

/** Undefined for a reason that only a rule can have given. */
export function whyOf(reason: string): Why | undefined {
  return EXACT.get(reason) ?? BEGINNINGS.find(([start]) => reason.startsWith(start))?.[1];
}
