import { type ChannelInput, marketOf } from "../../engine/channels/channel-input.ts";
import type { Check } from "../../engine/channels/check.ts";
import type { CheckKit, CheckOptions } from "../../engine/channels/checks/check-kit.ts";
import { ASKS_IDENTIFIERS, asksIdentifiers } from "../../engine/channels/checks/identifier-checks.ts";
import { fillBrand } from "../../engine/channels/checks/required-checks.ts";
import { standardChecks } from "../../engine/channels/checks/standard-checks.ts";
import { IS_FREE_PHONE, isFreePhone, positivePrice } from "../../engine/channels/checks/price-checks.ts";
import { missingOptional } from "../../engine/channels/checks/variations.ts";
import { sql } from "../../engine/sql/fragment.ts";
import { hasMatch, numberOf } from "../../engine/sql/text-sql.ts";
import type { Sql } from "../../kernel/sql.ts";
import { MICROSOFT_ATTRIBUTES, NAMES_IN_XML } from "./attributes.ts";
import { PRODUCT_AD_COUNTRIES } from "./markets.ts";

const APPAREL_COUNTRIES = ["FR", "DE", "GB", "US"];
const SHIPPING_COUNTRIES = ["AT", "DE"];

const OPTIONS: CheckOptions = {
  severities: {
    description_contains_html: "error",
    link_domain_mismatch: "error",
    adult_flag_present: "error",
  },
  without: ["availability_date_missing", "availability_date_invalid", "id_equals_item_group_id", "custom_label_too_many_values"],
  apparelCountries: APPAREL_COUNTRIES,
  imageExtensions: ["bmp", "gif", "exif", "jpg", "jpeg", "png", "tif", "tiff"],
  idsIgnoreCase: true,
  refusesIpHosts: true,
  ownHeaders: Object.values(NAMES_IN_XML),
  // Files of up to 4 GB are fetched.
  fileBytesMax: 4 * 2 ** 30,
};

export function microsoftChecks(input: ChannelInput): readonly Check[] {
  const { country } = marketOf(input);
  const severities = { ...OPTIONS.severities, missing_item_group_id: APPAREL_COUNTRIES.includes(country) ? "error" : "warning" } as const;
  return standardChecks(MICROSOFT_ATTRIBUTES, input, { ...OPTIONS, severities }, (kit) => [
    ...blanks(kit),
    ...identifiers(kit),
    ...positivePrice(kit, { when: soldWithContract(kit), rule: `${IS_FREE_PHONE} and [G]title matches '${CONTRACT_WORDS}'` }),
    ...priceRange(kit),
    ...quotes(kit),
    ...market(kit),
    ...shipping(kit),
  ]);
}

/** What Microsoft has a default for. */
function blanks(kit: CheckKit): readonly Check[] {
  return [
    ...missingOptional(kit, "availability", {
      severity: "warning",
      category: "availability",
      message: "availability is blank, so Microsoft treats the product as in stock.",
      filledWith: "out_of_stock",
    }),
    ...missingOptional(kit, "condition", {
      severity: "info",
      message: "condition is blank, so Microsoft treats the product as new.",
      filledWith: "new",
    }),
  ];
}

function identifiers(kit: CheckKit): readonly Check[] {
  const [brand, gtin, mpn] = [kit.text("brand"), kit.text("gtin"), kit.text("mpn")];
  const asked = asksIdentifiers(kit);
  const incomplete = {
    code: "ms_gtin_plus_brand_required",
    category: "identifiers",
    severity: "warning",
    message: "A new product needs a brand together with a GTIN or an MPN.",
  } as const;
  return [
    ...kit.row("brand", {
      code: "missing_brand",
      category: "identifiers",
      severity: "warning",
      message: "A new product has no brand.",
      whatToDo: "Enter the vendor in the shop, or fill brand with a rule.",
      when: sql`${brand} = '' AND ${asked}`,
      rule: fillBrand(kit, ASKS_IDENTIFIERS),
    }),
    ...kit.row("brand", {
      ...incomplete,
      whatToDo: "Enter the vendor in the shop, or fill brand with a rule.",
      when: sql`${asked} AND ${brand} = '' AND (${gtin} <> '' OR ${mpn} <> '')`,
      rule: fillBrand(kit, ASKS_IDENTIFIERS, "([G]gtin is not blank or [G]mpn is not blank)"),
    }),
    ...kit.row("identifier_exists", {
      ...incomplete,
      whatToDo: "Enter the vendor and the barcode in the shop. If the manufacturer assigned no number, set identifier_exists to no.",
      when: sql`${asked} AND ${gtin} = '' AND ${mpn} = ''`,
      rule: {
        type: "set_value",
        target: "identifier_exists",
        value: "no",
        condition: `${ASKS_IDENTIFIERS} and [G]gtin is blank and [G]mpn is blank`,
      },
    }),
  ];
}

const CONTRACT_WORDS = "(?i)\\b(?:contract|installments?|instalments?|monthly|vertrag|rate|ratenzahlung|contrat|contrato|contratto)\\b";

function soldWithContract(kit: CheckKit): Sql {
  return sql`${isFreePhone(kit)} AND ${hasMatch(kit.text("title"), CONTRACT_WORDS)}`;
}

function priceRange(kit: CheckKit): readonly Check[] {
  const price = numberOf(kit.text("price"));
  return kit.row("price", {
    code: "ms_price_out_of_range",
    category: "prices",
    severity: "error",
    message: "The price isn't between 0.01 and 10,000,000.",
    whatToDo: "Correct the price in the shop, or exclude the row.",
    when: sql`${price} > 0 AND (${price} < 0.01 OR ${price} > 10000000)`,
    rule: { type: "exclude", reason: "Price out of range", condition: "not (number([G]price) between 0.01 and 10000000)" },
  });
}

/** The file has no quoting, so Microsoft shows a quote as it's written. */
function quotes(kit: CheckKit): readonly Check[] {
  return ["title", "description"].flatMap((column) =>
    kit.row(column, {
      code: "ms_quotes_in_value",
      category: column === "title" ? "titles" : "descriptions",
      severity: "warning",
      message: `${column} contains double quotes, which Microsoft asks you to leave out.`,
      whatToDo: "Replace them with a rule: write in for inches, and use typographic quotes.",
      when: sql`contains(${kit.text(column)}, '"')`,
      rule: { type: "replace", target: column, find: '"', replace_with: "\u201D", match: "text" },
    }),
  );
}

function market(kit: CheckKit): readonly Check[] {
  const { country } = kit.input.feed;
  return kit.feed({
    code: "ms_market_unsupported",
    category: "feed",
    severity: "error",
    message: `Microsoft shows no product ads in ${country}.`,
    whatToDo: "Choose another target_country in the channel's settings, or remove the channel from this feed.",
    affectedBy: ({ rows }) => (PRODUCT_AD_COUNTRIES.includes(country) ? undefined : rows),
  });
}

/** No rule is suggested: only the merchant knows what shipping costs, and an amount that isn't true is worse than none. */
function shipping(kit: CheckKit): readonly Check[] {
  const { country } = kit.input.feed;
  if (!SHIPPING_COUNTRIES.includes(country)) return [];
  return kit.row("shipping", {
    code: "missing_shipping",
    category: "shipping",
    severity: "error",
    message: `shipping is blank, but Microsoft requires it for each item in ${country}.`,
    whatToDo: `Fill shipping with a rule, such as ${country}:::4.90 EUR.`,
    when: sql`${kit.text("shipping")} = ''`,
  });
}
