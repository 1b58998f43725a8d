import type { ChannelInput } from "../../engine/channels/channel-input.ts";
import type { Check } from "../../engine/channels/check.ts";
import type { CheckKit, CheckOptions } from "../../engine/channels/checks/check-kit.ts";
import { standardChecks } from "../../engine/channels/checks/standard-checks.ts";
import { positivePrice } from "../../engine/channels/checks/variations.ts";
import { PICTOGRAPH } from "../../engine/expression/functions/text-clean.ts";
import { isAmong, literal, sql } from "../../engine/sql/fragment.ts";
import { currencyOf } from "../../engine/sql/text-sql.ts";
import { TIKTOK_ATTRIBUTES } from "./attributes.ts";
import { CATALOG_CURRENCIES } from "./currencies.ts";

const OPTIONS: CheckOptions = {
  severities: {
    "text_attribute_too_long brand": "error",
    missing_gtin_and_mpn: "info",
    missing_item_group_id: "warning",
    missing_google_product_category: "info",
  },
  without: ["missing_gtin", "id_equals_item_group_id", "custom_label_too_many_values"],
  imageExtensions: ["jpg", "jpeg", "png"],
  // Files of up to 8 GB are fetched.
  fileBytesMax: 8 * 2 ** 30,
};

export function tiktokChecks(input: ChannelInput): readonly Check[] {
  return standardChecks(TIKTOK_ATTRIBUTES, input, OPTIONS, (kit) => [...positivePrice(kit), ...emoji(kit), ...currency(kit)]);
}

const EMOJI = `[${PICTOGRAPH}]`;

/** TikTok refuses emoji where other channels show them. */
function emoji(kit: CheckKit): readonly Check[] {
  const has = (column: string) => sql`regexp_matches(${kit.text(column)}, ${literal(EMOJI)})`;
  return [
    ...kit.row("title", {
      code: "tt_title_emoji",
      category: "titles",
      severity: "error",
      message: "The title has an emoji, which TikTok refuses.",
      whatToDo: "Take emoji out by a clean rule.",
      when: has("title"),
      rule: { type: "clean", target: "title", strip_emoji: true },
    }),
    ...kit.row("id", {
      code: "tt_sku_id_invalid",
      category: "identifiers",
      severity: "error",
      message: "The id has an emoji, which TikTok refuses.",
      whatToDo: "Use letters, digits, - and _.",
      when: has("id"),
      rule: { type: "clean", target: "id", strip_emoji: true },
    }),
  ];
}

function currency(kit: CheckKit): readonly Check[] {
  const code = currencyOf(kit.text("price"));
  return kit.row("price", {
    code: "tt_currency_unsupported",
    category: "prices",
    severity: "error",
    message: "No TikTok catalog can have this currency.",
    whatToDo: "Convert the prices by a rule, or use a feed in another currency.",
    when: sql`${code} <> '' AND NOT ${isAmong(code, CATALOG_CURRENCIES)}`,
  });
}
