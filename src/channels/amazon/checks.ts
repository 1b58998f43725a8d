import type { ChannelInput } from "../../engine/channels/channel-input.ts";
import type { Check } from "../../engine/channels/check.ts";
import type { CheckKit, CheckOptions } from "../../engine/channels/checks/check-kit.ts";
import { standardChecks } from "../../engine/channels/checks/standard-checks.ts";
import { listItems } from "../../engine/channels/quoted-items.ts";
import { integer, isAmongInLambda, literal, sql } from "../../engine/sql/fragment.ts";
import { UNBRANDED } from "../../engine/vocabulary/placeholder-words.ts";
import { hasMatch } from "../../engine/sql/text-sql.ts";
import type { Sql } from "../../kernel/sql.ts";
import { AMAZON_ATTRIBUTES } from "./attributes.ts";
import { marketplaceOf } from "./marketplaces.ts";
import { AMAZON_OWN_NAMES, productTypeOf, skuOf } from "./cells.ts";

/** A listings feed may have so many messages (feed schema v2). */
const MESSAGES_MAX = 25_000;
const SKU_CHARACTERS_MAX = 40;

const OPTIONS: CheckOptions = {
  severities: { "title_too_long item_name": "error", "placeholder_identifier brand": "error" },
  brandOfUnbranded: UNBRANDED,
  // What these say of other channels, Amazon's own checks say below, or its listings don't have.
  without: [
    ...["missing_gtin", "missing_gtin_and_mpn", "missing_productType", "missing_condition", "missing_list_price", "id_too_long"],
    ...["duplicate_id", "link_domain_mismatch", "id_equals_item_group_id", "missing_id", "productType_invalid"],
    // Rows of a product are listings of their own.
    ...["title_duplicate_in_group", "same_image_for_different_colors"],
  ],
  imageExtensions: ["jpg", "jpeg", "png", "gif", "tif", "tiff"],
  ownHeaders: AMAZON_OWN_NAMES,
};

export function amazonChecks(input: ChannelInput): readonly Check[] {
  const { currency } = marketplaceOf(input.settings.marketplace_id, input.feed.country);
  const sellsAt = { place: "marketplace", currency, otherwise: " Or set marketplace_id to a marketplace with the feed's currency." };
  return standardChecks(AMAZON_ATTRIBUTES, input, { ...OPTIONS, sellsAt }, (kit) => [
    ...productChecks(kit),
    ...offerChecks(kit),
    ...titleChecks(kit),
    ...bulletChecks(kit),
  ]);
}

function productChecks(kit: CheckKit): readonly Check[] {
  const { input } = kit;
  const [gtin, asin] = [kit.text("gtin"), kit.text("merchant_suggested_asin")];
  const exempt = input.settings.exempt_from_gtin === true ? sql`true` : sql`false`;
  return [
    ...kit.row("productType", {
      code: "amz_missing_product_type",
      category: "required",
      severity: "error",
      message: "The product has no Amazon product type.",
      whatToDo:
        "Set product_type in the channel's settings. Or use product_type_by to name a lookup table from the shop's product types to Amazon's.",
      when: sql`${productTypeOf(input)} = ''`,
      rule: { type: "set_value", target: "productType", value: "PRODUCT", condition: "[G]productType is blank" },
    }),
    ...kit.row("gtin", {
      code: "amz_missing_product_identifier",
      category: "identifiers",
      severity: "error",
      message: "The product has no GTIN, ASIN or exemption.",
      whatToDo: "Enter the barcode in the shop, map merchant_suggested_asin, or set exempt_from_gtin if Amazon has granted it.",
      when: sql`${gtin} = '' AND ${asin} = '' AND NOT ${exempt}`,
      rule: { type: "exclude", reason: "No GTIN for Amazon", condition: "[G]gtin is blank and [G]merchant_suggested_asin is blank" },
    }),
    ...kit.row("id", {
      code: "amz_sku_too_long",
      category: "identifiers",
      severity: "error",
      message: `The SKU has more than ${SKU_CHARACTERS_MAX} characters.`,
      whatToDo: "Shorten the SKU in the shop.",
      when: sql`length(${skuOf(input)}) > ${integer(SKU_CHARACTERS_MAX)}`,
      value: skuOf(input),
    }),
    ...kit.feed({
      code: "feed_too_large",
      category: "feed",
      severity: "error",
      message: `The file has more than ${MESSAGES_MAX} products, the most that Amazon accepts at once.`,
      whatToDo: "Split the catalog over several feeds with the product selection.",
      affectedBy: ({ rows }) => (rows > MESSAGES_MAX ? 0 : undefined),
    }),
  ];
}

function offerChecks(kit: CheckKit): readonly Check[] {
  const quantity = kit.input.rows.carried("inventory_quantity");
  const image = kit.text("image_link");
  return [
    ...kit.row("availability", {
      code: "amz_quantity_negative",
      category: "availability",
      severity: "error",
      message: "The shop's quantity is below zero, so 0 is sent.",
      whatToDo: "Correct the stock in the shop.",
      when: sql`starts_with(${quantity}, '-')`,
      value: quantity,
    }),
    ...kit.row("image_link", {
      code: "amz_image_not_https",
      category: "images",
      severity: "warning",
      message: "The image's address doesn't start with https://.",
      whatToDo: "Serve images over https.",
      when: sql`starts_with(lower(${image}), 'http://')`,
      rule: { type: "replace", target: "image_link", find: "http://", replace_with: "https://", match: "text" },
    }),
  ];
}

const FORBIDDEN = "[!$?_{}^¬¦]";

/** Between words, besides spaces. */
const SEPARATORS = ",.;:()[]/|+&-–";
/** Articles, prepositions and conjunctions of more than three letters, in the languages of most marketplaces. */
const JOINING = Object.freeze(
  "with from into over your oder eine einen einer pour avec dans para sobre della delle degli voor naar".split(" "),
);

/** Almost no title needs the counting: the number of its different words tells. */
function repeatsWords(title: Sql): Sql {
  const words = sql`list_filter(string_split(translate(lower(${title}), ${literal(SEPARATORS)}, ${literal(" ".repeat(SEPARATORS.length))}), ' '), lambda word: length(word) > 3)`;
  const counted = sql`list_filter(${words}, lambda word: NOT ${isAmongInLambda(sql`word`, JOINING)})`;
  const most = sql`list_max(map_values(list_aggregate(${counted}, 'histogram')))`;
  return sql`CASE WHEN len(${words}) < len(list_distinct(${words})) + 2 THEN false ELSE coalesce(${most} > 2, false) END`;
}

function titleChecks(kit: CheckKit): readonly Check[] {
  const title = kit.text("title");
  return [
    ...kit.row("title", {
      code: "amz_title_forbidden_characters",
      category: "titles",
      severity: "warning",
      message: "The title contains one of the characters ! $ ? _ { } ^ ¬ ¦.",
      whatToDo: "Remove these characters from the title.",
      when: hasMatch(title, FORBIDDEN),
      rule: { type: "replace", target: "title", find: FORBIDDEN, replace_with: "", match: "regex" },
    }),
    ...kit.row("title", {
      code: "amz_title_repeated_words",
      category: "titles",
      severity: "warning",
      message: "The title has the same word more than twice.",
      whatToDo: "Write each word at most twice. Articles, prepositions and conjunctions may be repeated.",
      when: repeatsWords(title),
    }),
  ];
}

function bulletChecks(kit: CheckKit): readonly Check[] {
  const { maxLength, maxItems } = kit.attributes.find(({ name }) => name === "bullet_point") ?? {};
  if (typeof maxLength !== "number" || typeof maxItems !== "number") return [];
  // Each by itself: rules have no other way to shorten the items of a list.
  const items = Array.from({ length: maxItems }, (_, at) => `split_item([G]bullet_point, ",", ${at + 1})`);
  const short = items.map((item) => `truncate_words(${item}, ${maxLength})`);
  return kit.row("bullet_point", {
    code: "amz_bullet_too_long",
    category: "descriptions",
    severity: "warning",
    message: `A bullet point has more than ${maxLength} characters.`,
    whatToDo: "Shorten the bullet point.",
    when: sql`len(list_filter(${listItems(kit.text("bullet_point"))}, lambda item: length(trim(item)) > ${integer(maxLength)})) > 0`,
    rule: {
      type: "set_value",
      target: "bullet_point",
      value: `=join_nonblank(",", ${short.join(", ")})`,
      condition: items.map((item) => `length(trim(${item})) > ${maxLength}`).join(" or "),
    },
  });
}
