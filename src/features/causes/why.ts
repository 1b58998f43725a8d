import { REASON, REASON_START } from "../../engine/plan/exclusion-reasons.ts";
import type { StageName } from "../../engine/plan/feed-plan.ts";

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

/** What a reason of the feed's own says, the stage that gives it, and the setting that decides about it. */
export interface Why {
  readonly what: What;
  readonly stage: StageName;
  readonly setting: string | null;
}

const why = (what: What, stage: StageName, setting: string | null = null): Why => ({ what, stage, setting });

const EXACT: ReadonlyMap<string, Why> = new Map([
  [REASON.merchant, why("excluded_by_merchant", "overrides")],
  [REASON.notSelected, why("not_selected", "selection", "product_selection_mode")],
  [REASON.archived, why("archived", "settings")],
  [REASON.handleTaken, why("other", "settings")],
  [REASON.draft, why("draft", "settings", "import_unpublish_product")],
  [REASON.unlisted, why("unlisted", "settings", "import_unpublish_product")],
  [REASON.unknownStatus, why("other", "settings", "import_unpublish_product")],
  [REASON.unpublished, why("unpublished", "settings", "import_unpublish_product")],
  [REASON.variantUnpublished, why("unpublished", "settings", "import_unpublish_product")],
  [REASON.giftCard, why("gift_card", "settings", "gift_cards")],
  [REASON.subscriptionOnly, why("other", "settings")],
  [REASON.listingParent, why("other", "settings")],
  [REASON.notFirstVariant, why("other", "settings", "variants")],
  [REASON.negativePrice, why("other", "cells")],
  [REASON.noTitle, why("other", "normalise")],
  [REASON.duplicateId, why("duplicate_id", "normalise", "id_format")],
]);

const BEGINNINGS: readonly (readonly [string, Why])[] = [
  [REASON_START.notInCollection, why("not_selected", "selection", "product_selection_mode")],
  [REASON_START.notSold, why("not_sold", "cells")],
  [REASON_START.noPrice, why("no_price", "cells")],
  [REASON_START.currencyUnknown, why("no_price", "cells", "market_currency")],
  [REASON_START.notExtracted, why("not_extracted", "localise")],
  [REASON_START.allowance, why("allowance", "allowance")],
];

/** Undefined for a reason that only a rule can have given. */
export function whyOf(reason: string): Why | undefined {
  return EXACT.get(reason) ?? BEGINNINGS.find(([start]) => reason.startsWith(start))?.[1];
}
