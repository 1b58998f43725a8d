/** Why a row is left out by the feed itself. Lists, counts and answers tell reasons apart by these words; a rule says its own. */
export const REASON = Object.freeze({
  merchant: "Excluded by merchant",
  notSelected: "Not selected for this feed",
  archived: "Archived in the shop",
  handleTaken: "Handle used by another product",
  draft: "Draft in the shop",
  unlisted: "Unlisted in the shop",
  unknownStatus: "Unknown status in the shop",
  unpublished: "Not published on the online store",
  variantUnpublished: "Variant not published on the online store",
  giftCard: "Gift card",
  subscriptionOnly: "Sold by subscription only",
  listingParent: "Combined listing parent",
  notFirstVariant: "Not the first variant of its product",
  negativePrice: "Price is negative",
  noTitle: "No title",
  duplicateId: "Duplicate id: an earlier row of the feed has it",
});

/** What reasons begin with that name something of the feed. */
export const REASON_START = Object.freeze({
  notInCollection: "Not in the collection ",
  notSold: "Not sold in ",
  noPrice: "No price for ",
  currencyUnknown: "Currency of market ",
  notExtracted: "Not extracted yet for ",
  allowance: "Plan allowance (",
});
