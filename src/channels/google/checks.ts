import type { ChannelInput } from "../../engine/channels/channel-input.ts";
import type { Check } from "../../engine/channels/check.ts";
import type { CheckKit, CheckOptions } from "../../engine/channels/checks/check-kit.ts";
import { ASKS_IDENTIFIERS, asksIdentifiers } from "../../engine/channels/checks/identifier-checks.ts";
import { IS_FREE_PHONE, isFreePhone, positivePrice } from "../../engine/channels/checks/price-checks.ts";
import { fillBrand } from "../../engine/channels/checks/required-checks.ts";
import { standardChecks } from "../../engine/channels/checks/standard-checks.ts";
import { literal, sql } from "../../engine/sql/fragment.ts";
import { GOOGLE_ATTRIBUTES } from "./attributes.ts";

const OPTIONS: CheckOptions = {
  severities: {
    unknown_google_product_category: "error",
    link_domain_mismatch: "error",
    "invalid_url additional_image_link": "warning",
  },
  without: ["id_equals_item_group_id"],
  apparelCountries: ["BR", "FR", "DE", "JP", "GB", "US"],
  refusesIpHosts: true,
  // Files of up to 4 GB are read.
  fileBytesMax: 4 * 2 ** 30,
};

/** Films, books and music. */
const MEDIA = "783";

export function googleChecks(input: ChannelInput): readonly Check[] {
  return standardChecks(GOOGLE_ATTRIBUTES, input, OPTIONS, ownChecks);
}

function ownChecks(kit: CheckKit): readonly Check[] {
  const media =
    kit.input.taxonomy === null ? sql`false` : sql`coalesce(list_contains(${kit.input.rows.category("ids")}, ${literal(MEDIA)}), false)`;
  const paidLater = sql`${isFreePhone(kit)} AND (${kit.text("installment")} <> '' OR ${kit.text("subscription_cost")} <> '')`;
  return [
    ...positivePrice(kit, {
      when: paidLater,
      rule: `${IS_FREE_PHONE} and ([G]installment is not blank or [G]subscription_cost is not blank)`,
    }),
    ...kit.row("brand", {
      code: "missing_brand",
      category: "identifiers",
      severity: "warning",
      message: "A new product has no brand.",
      whatToDo: "Enter the vendor in the shop, or fill brand with a rule.",
      when: sql`${kit.text("brand")} = '' AND ${asksIdentifiers(kit)} AND NOT ${media}`,
      rule: fillBrand(kit, ASKS_IDENTIFIERS, `not category_under([G]google_product_category, ${MEDIA})`),
    }),
    ...kit.row("condition", {
      code: "missing_condition",
      category: "required",
      severity: "info",
      message: "condition is blank, so Google treats the product as new.",
      whatToDo: "Fill in condition for used and refurbished products.",
      when: sql`${kit.text("condition")} = ''`,
      rule: { type: "set_value", target: "condition", value: "new", condition: "[G]condition is blank" },
    }),
  ];
}
