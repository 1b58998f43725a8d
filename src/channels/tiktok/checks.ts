import type { ChannelInput } from "../../engine/channels/channel-input.ts";
import type { Check } from "../../engine/channels/check.ts";
import type { CheckKit, CheckOptions } from "../../engine/channels/checks/check-kit.ts";
import { standardChecks } from "../../engine/channels/checks/standard-checks.ts";
import { refusedCharacters } from "../../engine/channels/checks/variations.ts";
import { isAmong, sql } from "../../engine/sql/fragment.ts";
import { currencyOf } from "../../engine/sql/text-sql.ts";
import { TIKTOK_ATTRIBUTES } from "./attributes.ts";
import { CATALOG_CURRENCIES } from "./currencies.ts";
import { emojiPattern } from "./emoji.ts";

const OPTIONS: CheckOptions = {
  severities: {
    "text_attribute_too_long brand": "error",
    missing_item_group_id: "warning",
    missing_google_product_category: "info",
  },
  without: ["missing_gtin", "id_equals_item_group_id", "custom_label_too_many_values"],
  imageExtensions: ["jpg", "jpeg", "png"],
  shippingSeparators: ",;",
  promotional: ["\\bhigh[- ]quality\\b", "\\bwholesale\\b"],
  // Files of up to 8 GB are fetched.
  fileBytesMax: 8 * 2 ** 30,
};

export function tiktokChecks(input: ChannelInput): readonly Check[] {
  return standardChecks(TIKTOK_ATTRIBUTES, input, OPTIONS, (kit) => [
    ...refusedCharacters(kit, emojiPattern(), "an emoji"),
    ...currency(kit),
  ]);
}

function currency(kit: CheckKit): readonly Check[] {
  const code = currencyOf(kit.text("price"));
  return kit.row("price", {
    code: "tt_currency_unsupported",
    category: "prices",
    severity: "error",
    message: "TikTok catalogs don't support this currency.",
    whatToDo: "Convert the prices with a rule, or use a feed in another currency.",
    when: sql`${code} <> '' AND NOT ${isAmong(code, CATALOG_CURRENCIES)}`,
  });
}
