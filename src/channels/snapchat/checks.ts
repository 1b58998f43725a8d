import type { ChannelInput } from "../../engine/channels/channel-input.ts";
import type { Check } from "../../engine/channels/check.ts";
import type { CheckKit, CheckOptions } from "../../engine/channels/checks/check-kit.ts";
import { standardChecks } from "../../engine/channels/checks/standard-checks.ts";
import { anyExpiry, oneIdentifier } from "../../engine/channels/checks/variations.ts";
import { hasMatch } from "../../engine/sql/text-sql.ts";
import { SNAPCHAT_ATTRIBUTES } from "./attributes.ts";

const OPTIONS: CheckOptions = {
  severities: {
    missing_item_group_id: "warning",
    missing_google_product_category: "info",
  },
  without: ["missing_gtin", "id_equals_item_group_id", "custom_label_too_many_values"],
  imageExtensions: ["jpg", "jpeg", "png"],
  ownDomain: false,
  zeroPrices: true,
  // The currency may come first.
  priceForms: (digits) => `${digits} [A-Z]{3}|[A-Z]{3} ${digits}`,
};

export function snapchatChecks(input: ChannelInput): readonly Check[] {
  return standardChecks(SNAPCHAT_ATTRIBUTES, input, OPTIONS, (kit) => [
    ...oneIdentifier(kit),
    ...negativePrice(kit),
    ...anyExpiry(kit),
    ...encodedLink(kit),
    ...counts(kit),
  ]);
}

const BELOW_ZERO = "^([A-Z]{3} )?-0*\\.?0*[1-9]";

/** Zero is a price here. */
function negativePrice(kit: CheckKit): readonly Check[] {
  const price = kit.text("price");
  return kit.row("price", {
    code: "price_zero_or_negative",
    category: "prices",
    severity: "error",
    message: "The price is below zero.",
    whatToDo: "Enter a price in the shop, or exclude the row.",
    when: hasMatch(price, BELOW_ZERO),
    rule: { type: "exclude", reason: "Price below zero", condition: `[G]price matches cs "${BELOW_ZERO}"` },
  });
}

function encodedLink(kit: CheckKit): readonly Check[] {
  const link = kit.text("link");
  return kit.row("link", {
    code: "snap_link_not_encoded",
    category: "links",
    severity: "warning",
    message: 'The link contains one of the characters " < > \\ ^ ` { | }, which RFC 2396 requires to be percent-encoded.',
    whatToDo: "Use the product's address from the shop, or percent-encode the link where you build it.",
    // The file takes care of spaces and what isn't ASCII.
    when: hasMatch(link, '["<>\\\\^`{|}]'),
  });
}

const ITEMS_MAX = 10_000_000;

function counts(kit: CheckKit): readonly Check[] {
  return kit.feed({
    code: "feed_too_large",
    category: "feed",
    severity: "error",
    message: `The file has more than ${ITEMS_MAX.toLocaleString("en-US")} items, the most that a catalog accepts.`,
    whatToDo: "Exclude products with the product selection, or split the catalog over several feeds.",
    affectedBy: ({ rows }) => (rows > ITEMS_MAX ? 0 : undefined),
  });
}
