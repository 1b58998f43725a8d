import type { ChannelAttribute } from "../../src/engine/channels/attribute.ts";
import type { FeedFacts } from "../../src/engine/channels/channel-input.ts";
import type { ChannelSettings } from "../../src/engine/channels/channel-settings.ts";
import type { Check, RunFacts } from "../../src/engine/channels/check.ts";
import { checkDigit, exampleGtin, withWrongCheckDigit } from "../../src/storefronts/sample/gtin.ts";
import type { KindName } from "./clean-catalog.ts";

/**
 * Rows that a check has to find. `sharedBadRows` has those of the shared checks, for every attribute a channel's table names; a pack's
 * `src/channels/<slug>/bad-rows.suite.ts` exports those of its own checks, and of shared ones that are another there:
 *
 *     export const BAD_ROWS: readonly BadRows[] = [
 *       { code: "missing_brand", field: "brand", rows: [{ columns: { brand: "" } }, { columns: { brand: "", gtin: "" } }] },
 *     ];
 *
 * The rows join a clean catalog, and the check then finds these rows and no other. `src/channels/every-check.test.ts` runs them, and
 * wants some for every check of every pack.
 */
export interface BadRows {
  readonly code: string;
  /** The channel's attribute, as the check names it. */
  readonly field: string | null;
  readonly rows: readonly BadRow[];
  /** Places of the rows that are found; not set: all of them. The others are there because they're fine. */
  readonly found?: readonly number[];
  /** Looked at without the clean catalog, whose rows would be found as well. */
  readonly alone?: true;
  /** What has to be so besides. */
  readonly feed?: Partial<FeedFacts>;
  readonly settings?: Partial<ChannelSettings>;
  /** Of a check of the feed as a whole, which has no rows: what it looks at. */
  readonly facts?: Partial<RunFacts>;
}

/** A row of the clean catalog with something changed. */
export interface BadRow {
  /** What it is before; a shirt unless said. */
  readonly base?: KindName;
  /** Feed columns (canonical names) or attributes of the channel that no feed column fills. */
  readonly columns: Readonly<Record<string, string>>;
  /** Rows with the same one are variants of one product; not set: a product of its own. */
  readonly product?: "A" | "B";
  readonly inventory?: string;
  readonly sku?: string;
}

/** What no channel reads, and what all of them do. */
const BAD_SHIPPING = [
  ...[
    "free",
    "DE",
    "DE:::",
    "DE::Standard",
    "DE:4.90 EUR",
    "DE::4.90 EUR",
    "US:CA:9.99",
    "US:CA:Ground:9.99 usd",
    "us:CA:Ground:9.99 USD",
    "US:CA:Ground:9.99 USD|US:NY:Air:1.00 USD",
  ],
  ...["US:CA:G:1.00 USD:1:2:3:4:5", "US:CA:G:1.00 USD,US:NY:Air:1.00 USD:1:2:3:4:5"],
];
const GOOD_SHIPPING = [
  ...["US:CA:Ground:9.99 USD", "US:CA:Ground:9.99 USD,US:NY:Air:1.00 USD", "US:::0 USD, CA:::19.995 KWD", ":::6.49USD"],
  'US:CA:2" box:9.99 USD',
];

type MadeRows = Omit<BadRows, "code" | "field">;
/** `attribute`: undefined for a check of the feed as a whole. */
type MakeRows = (column: string, attribute: ChannelAttribute | undefined) => MadeRows;

const each =
  (...values: readonly string[]): MakeRows =>
  (column) => ({ rows: values.map((value) => ({ columns: { [column]: value } })) });
/** The good ones come last and aren't found. */
const badAndGood =
  (bad: readonly string[], good: readonly string[]): MakeRows =>
  (column) => ({ ...each(...bad, ...good)(column, undefined), found: bad.map((_, at) => at) });
const rows =
  (...changes: readonly BadRow["columns"][]): MakeRows =>
  () => ({ rows: changes.map((columns) => ({ columns })) });
const feed =
  (facts: Partial<RunFacts>): MakeRows =>
  () => ({ rows: [], facts });

const words = (length: number): string =>
  "lorem ipsum dolor sit amet "
    .repeat(Math.ceil(length / 27))
    .slice(0, length - 1)
    .concat("x");

const tooLong: MakeRows = (column, attribute) => {
  const { type, maxLength } = attribute ?? { type: "text", maxLength: 0 };
  const length = (maxLength ?? 0) + 1;
  const address = (long: number): string => `https://harbour-hazel.example/${"a".repeat(long - 30 - 4)}.jpg`;
  if (type === "url") return each(address(length))(column, undefined);
  const value = type === "urls" ? address(length) : words(length);
  return { rows: [{ columns: { [column]: value } }, { columns: { [column]: value.slice(1) } }], found: [0] };
};

const tooMany: MakeRows = (column, attribute) => {
  const items = (count: number): string =>
    Array.from({ length: count }, (_, at) => `https://harbour-hazel.example/cdn/${at}.jpg`).join(",");
  const most = attribute?.maxItems ?? 0;
  return { rows: [{ columns: { [column]: items(most + 1) } }, { columns: { [column]: items(most) } }], found: [0] };
};

const variants = (...columns: readonly BadRow["columns"][]): readonly BadRow[] =>
  columns.map((changed, at) => ({ product: "A", columns: { item_group_id: "group_a", size: ["S", "M", "L"][at] ?? "XL", ...changed } }));

const withSeparators = (digits: string): string => `${digits.slice(0, 2)}-${digits.slice(2, 7)} ${digits.slice(7)}`;
const withDigit = (digits: string): string => `${digits}${checkDigit(digits)}`;

/** By code. What isn't here is made by the kind of code, or by the pack. */
const SHARED: Readonly<Record<string, MakeRows>> = {
  placeholder_identifier: each("N/A", "generic", " Unbranded ", "null"),
  id_too_long: tooLong,
  title_too_long: tooLong,
  description_too_long: tooLong,
  link_too_long: tooLong,
  image_link_too_long: tooLong,
  product_type_too_long: tooLong,
  custom_label_too_long: tooLong,
  text_attribute_too_long: tooLong,
  too_many_additional_images: tooMany,
  too_many_values: tooMany,
  too_few_values: badAndGood(["Only one", "One, "], ["One,two"]),
  duplicate_id: () => ({
    rows: [
      { columns: { id: "twice" } },
      { columns: { id: "twice" } },
      { columns: { id: "once" } },
      { columns: { id: "S P-1" } },
      { columns: { id: "S  P-1" } },
    ],
    found: [0, 1, 3, 4],
  }),
  id_invalid_characters: each("id\u{E000}1", "id\u007F2"),
  missing_gtin: rows({ gtin: "" }),
  missing_gtin_and_mpn: () => ({ rows: [{ columns: { gtin: "", mpn: "" } }, { columns: { gtin: "" } }], found: [0] }),
  identifier_exists_conflict: rows({ identifier_exists: "no" }, { identifier_exists: "yes", gtin: "", mpn: "", brand: "" }),
  invalid_gtin_length: each("1234567", "952123456789012345", "95212345678a1"),
  repeated_digit_gtin: each(
    "00000000",
    "1111111111111",
    "12345678",
    "01234567",
    "1234-5678",
    `${exampleGtin(78)}, 98765432`,
    "1234567890128",
    "012345678905",
  ),
  invalid_gtin_checksum: each(withWrongCheckDigit(exampleGtin(77))),
  bulk_gtin: each(withDigit("9952123456789"), withSeparators(withDigit("9952123456789"))),
  coupon_gtin: each(withDigit("981234567890"), withDigit("991234567890"), withSeparators(withDigit("51234567890"))),
  reserved_gtin: each(
    ...[withDigit("200123456789"), withDigit("021234567890")],
    ...[withSeparators(withDigit("021234567890")), `${exampleGtin(79)},${withDigit("200123456789")}`],
  ),
  duplicate_gtin: () => ({
    rows: [
      ...[exampleGtin(9_000_001), exampleGtin(9_000_001), exampleGtin(9_000_002)].map((gtin) => ({ columns: { gtin } })),
      { columns: { gtin: "614141000036", condition: "" } },
      { columns: { gtin: "0614141000036", condition: "new" } },
      { columns: { gtin: "614141000036", condition: "used" } },
      ...["4006381333931", "4006381 333931", "400-6381-333931", "4-006381 333931"].map((gtin) => ({ columns: { gtin } })),
      { columns: { gtin: "4006381 333931", condition: "used" } },
      { columns: { gtin: "4006381 333931", multipack: "6" } },
      { columns: { gtin: "4006381 333931", is_bundle: "yes" } },
    ],
    found: [0, 1, 3, 4, 6, 7, 8, 9],
  }),
  title_too_short: () => ({
    rows: ["Linen Shirt", "Cup", "リネンシャツ", "ソフトカラー リネンシャツ M"].map((title) => ({ columns: { title } })),
    found: [0, 1, 2],
  }),
  title_all_caps: each("LINEN SHIRT WITH SOFT COLLAR"),
  description_all_caps: each("A LIGHT SHIRT OF WASHED LINEN WITH A SOFT COLLAR"),
  title_promotional_text: badAndGood(
    [
      "Linen Shirt in Navy - 20 % off",
      "Linen Shirt in Navy, free shipping",
      "Best price: Linen Shirt in Navy",
      ...["New Arrivals: Linen Shirt in Navy", "Linen Shirt in Navy, big discounts", "Linen Shirt in Navy, summer sale"],
      ...[
        "Leinenhemd in Blau, gratis Versand",
        "Linneskjorta i blått, fri frakt",
        "Camisa de linho azul, frete grátis",
        "リネンシャツ 紺 送料無料",
      ],
      ...["Linnen hemd in blauw, 20% korting", "Koszula lniana niebieska, wyprzedaż"],
    ],
    ["Shirt of 100% off-white cotton, soft collar", "Shirt in 100 % Off-White, soft collar"],
  ),
  title_equals_description: rows({ title: "Linen shirt with a soft collar", description: "Linen shirt with a soft collar" }),
  title_duplicate_in_group: () => ({
    rows: variants({ title: "Linen shirt, soft collar" }, { title: "Linen shirt, soft collar" }, { title: "Linen shirt, stiff collar" }),
    found: [0, 1],
  }),
  description_contains_html: each(
    "A shirt of <b>washed linen</b>, dried in a day.",
    "A shirt of washed linen &amp; cotton, dried in a day.",
    `${"A shirt of washed linen. ".repeat(100)}It's <b>dried</b> in a day.`,
    ...["A cup with a <br glaze, fired once.", "A cup of &frac12; l, fired once.", "A cup &lt;b&gt;fired once &amp;amp; glazed &nowhere;."],
  ),
  description_contains_url: each(
    "Washed linen; see https://elsewhere.example/care for how to care for it.",
    `${"A shirt of washed linen. ".repeat(100)}See WWW.elsewhere.example/care for how to care for it.`,
  ),
  invalid_characters: (column) =>
    each(
      ...["Washed linen \u{E001} shirt, soft collar", "Washed linen \u0085 shirt, soft collar"],
      // A pattern of a rule doesn't see so far.
      ...(column === "description" ? [`${"A shirt of washed linen. ".repeat(100)}Dried \u{E001}in a day.`] : []),
    )(column, undefined),
  url_with_ip_address: (column) => ({
    rows: ["https://203.0.113.7/a.jpg", "http://203.0.113.7:8080/a.jpg", "https://10.0.0.1/a.jpg", "https://203.0.113.7.example/a.jpg"].map(
      (value) => ({ columns: { [column]: value } }),
    ),
    found: [0, 1],
  }),
  link_domain_mismatch: each("https://elsewhere.example/products/shirt", "https://harbour-hazel.example.elsewhere.example/shirt"),
  link_equals_homepage: () => ({
    rows: ["/", "?ref=feed", "/?utm_source=feed&p=", "/?product=linen-shirt", "/?utm_source=feed&p=12"].map((rest) => ({
      columns: { link: `https://harbour-hazel.example${rest}` },
    })),
    found: [0, 1, 2],
  }),
  image_is_placeholder: () => ({
    rows: [
      ...["no-image.jpg", "coming_soon.png?v=2", "productplaceholder.png", "defaultimage.png", "NoImage.png#a", "dummy.jpg"],
      ...["casino-image.jpg", "shirt.jpg?from=placeholder.png", "placeholder/shirt.jpg", "dummy's-shirt.jpg"],
      ...["12-large_default.jpg", "12-home_default/shirt.jpg"],
    ].map((file) => ({ columns: { image_link: `https://harbour-hazel.example/cdn/${file}` } })),
    found: [0, 1, 2, 3, 4, 5],
  }),
  image_link_generic: () => ({
    rows: Array.from({ length: 12 }, () => ({ columns: { image_link: "https://harbour-hazel.example/cdn/lookbook.jpg" } })),
  }),
  image_same_as_additional: rows({
    image_link: "https://harbour-hazel.example/cdn/front.jpg",
    additional_image_link: "https://harbour-hazel.example/cdn/back.jpg,https://harbour-hazel.example/cdn/front.jpg",
  }),
  price_invalid_format: (column) => ({
    rows: ["12,90", "$12.90", "12.90", "5.00 usd", "1234567890123456.00 USD", "-5.00 USD"].map((value) => ({
      columns: { [column]: value },
    })),
    // A price below zero has a finding of its own.
    found: column === "price" ? [0, 1, 2, 3, 4] : [0, 1, 2, 3, 4, 5],
  }),
  price_zero_or_negative: rows(
    { price: "0.00 USD", sale_price: "" },
    { price: "-1.00 USD", sale_price: "" },
    { price: "0.00 USD", sale_price: "", google_product_category: "267" },
  ),
  price_currency_mismatch: rows({ price: "59.00 GBP", sale_price: "" }, { price: "59.00 USD", sale_price: "49.00 GBP" }),
  sale_price_not_lower: rows({ price: "59.00 USD", sale_price: "59.00 USD" }, { price: "59.00 USD", sale_price: "100.00 USD" }),
  sale_price_too_low: rows({ price: "59.00 USD", sale_price: "5.90 USD" }),
  sale_price_without_price: rows({ price: "", sale_price: "59.00 USD" }),
  sale_date_invalid: (column) => ({
    rows: [
      ...["soon", "2026-12-02T00:00+0000/2026-12-01T00:00+0000", "2026-01-01/2026-01-31"],
      ...["2026-13-01T00:00+0000/2027-02-01T00:00+0000", "2026-12-01/2027-02-31"],
      ...["2026-11-01/2026-12-24/2027-01-01", "2026-11-01t00:00z/2026-12-24t00:00z", "2026-11-01/"],
      ...["2026-11-01/2026-11-22", "2026-11-24/2026-11-23", "2026-11-01T00:00+99:00/2026-12-24", "2026-11-01/2026-12-24T00:00+0160"],
      ...["2026-11-27T00:00+00:00/2026-11-30T23:59+00:00", "2026-11-20T13:00-0800/2026-12-01T15:30-0800", "2026-11-20T13:00Z/2026-12-01"],
      // The last day of a sale belongs to it.
      ...["2026-11-01/2026-11-23", "2026-11-23/2026-11-23", "2026-11-23T13:00Z/2026-11-23", "2026-11-01/2026-11-23T12:00:01Z"],
    ].map((value) => ({ columns: { [column]: value } })),
    found: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  }),
  availability_date_missing: rows({ availability: "preorder" }, { availability: "backorder" }),
  availability_date_invalid: each("next week", "2031-01-01", "2026-02-31", "2026-12-24t13:00z", "2026-12-24T13:00+99:00"),
  inventory_availability_conflict: () => ({
    rows: [
      { columns: {}, inventory: "0" },
      { columns: { availability: "out_of_stock" }, inventory: "0" },
      { columns: { availability: "in stock" }, inventory: "0" },
    ],
    found: [0, 2],
  }),
  expired_item: (column) => ({
    rows: ["2026-01-31", "2026-11-22", "2026-11-23T12:00Z", "2026-11-23T12:01Z", "2026-11-23", "2026-11-24"].map((value) => ({
      columns: { [column]: value },
    })),
    found: [0, 1, 2],
  }),
  expiration_date_invalid: each("soon", "2029-01-31", "2026-02-31", "2026-11-30T00:00+99:00"),
  dimension_invalid: (column) =>
    each("long", "12 miles", ...(column.includes("weight") ? ["0 kg", "1500000 g"] : ["0 cm", "5000 cm"]))(column, undefined),
  shipping_weight_invalid: (column) => ({
    rows: ["heavy", "12 stone", "4000 kg", "1500000 g", "2001 lb", "32001 oz", "900000 g", "2 kg"].map((value) => ({
      columns: { [column]: value },
    })),
    found: [0, 1, 2, 3, 4, 5],
  }),
  shipping_format_invalid: badAndGood(BAD_SHIPPING, GOOD_SHIPPING),
  unit_pricing_incomplete: rows(
    { unit_pricing_base_measure: "100 g" },
    { unit_pricing_base_measure: "100 g", unit_pricing_measure: "750 ml" },
  ),
  multipack_bundle_conflict: rows({ multipack: "1" }, { multipack: "4", is_bundle: "yes" }),
  adult_flag_present: each("yes"),
  missing_google_product_category: each(""),
  unknown_google_product_category: each("Apparel & Accessories > Clothing > Linen", "99999999", "212, 187"),
  category_depth_low: each("Apparel & Accessories", "436"),
  prohibited_category: each("Food, Beverages & Tobacco > Tobacco Products", "780", "782", "mature > weapons > guns"),
  missing_apparel_color: each(""),
  missing_apparel_gender: each(""),
  missing_apparel_age_group: each(""),
  missing_apparel_size: each(""),
  missing_item_group_id: () => ({ rows: variants({}, { item_group_id: "" }), found: [1] }),
  variant_attributes_missing: () => ({ rows: variants({}, { color: "" }) }),
  variant_attributes_identical: () => ({ rows: variants({}, { size: "S" }, {}), found: [0, 1] }),
  item_group_id_single_variant: rows({ item_group_id: "group_alone" }),
  same_image_for_different_colors: () => ({
    rows: variants({ color: "Navy", image_link: IMAGE }, { color: "Teal", image_link: IMAGE }),
  }),
  id_equals_item_group_id: () => ({
    rows: [
      { columns: { id: "same", item_group_id: "same" } },
      { columns: { id: "of_another", item_group_id: "" } },
      { columns: { id: "a", item_group_id: "of_another" } },
      { columns: { id: "b", item_group_id: "of_another" } },
    ],
    found: [0, 1],
  }),
  feed_empty: feed({ rows: 0 }),
  product_count_drop: feed({ rows: 60, rowsBefore: 100 }),
  feed_too_large: feed({ bytes: 2 ** 40 }),
  duplicate_headers: feed({ header: ["id", "title", "Title"] }),
  unknown_header: feed({ header: ["id", "colour_of_the_lid"] }),
  custom_label_too_many_values: (column) => ({
    rows: Array.from({ length: 1_001 }, (_, at) => ({ columns: { [column]: `label ${at}` } })),
  }),
};
const IMAGE = "https://harbour-hazel.example/cdn/both.jpg";

/** What is below a range, above it and at its ends. */
const outOfRange: MakeRows = (column, attribute) => {
  const [least = 0, most = 0] = attribute?.range ?? [];
  return badAndGood(["many", `${most + 1}`, `${least - 1}`], [`${most}`, `${least}`])(column, attribute);
};

const notOfForm: MakeRows = (column, attribute) =>
  attribute?.type === "list"
    ? badAndGood(["neither of them", "US, neither of them"], ["US", "US, CA"])(column, attribute)
    : badAndGood(["neither of them"], ["US"])(column, attribute);

const notListed: MakeRows = (column, attribute) =>
  each(attribute?.type === "integer" || attribute?.type === "number" ? "many" : "neither of them")(column, undefined);

/** Rows for a check that channels share; undefined where only the pack knows some. */
export function sharedBadRows(check: Check, attributes: readonly ChannelAttribute[]): BadRows | undefined {
  const { code, field } = check;
  const attribute = attributes.find(({ name }) => name === field);
  if (field !== null && attribute === undefined) return undefined;
  const column = attribute?.from ?? field ?? "";
  const make = SHARED[code] ?? byForm(code, attribute);
  return make === undefined ? undefined : { code, field, ...make(column, attribute) };
}

const BAD_ITEMS = [
  ...["nowhere", "http://localhost/p.jpg", "https://harbour-hazel.example/q r.jpg", "https://10.0.0.1/a.jpg", "https://cdn/a.jpg"],
  ...[
    "https://harbour-hazel.example:x/a.jpg",
    'https://harbour-hazel.example/"a".jpg',
    "https://[::1]/a.jpg",
    "http://localhost/a,nowhere",
  ],
];

const BAD_ADDRESSES = [
  ...["nowhere", "ftp://harbour-hazel.example/a", "https://localhost/a", "https://10.0.0.1/a", "https://172.16.0.1:80", "https://127.1/"],
  ...["https://harbour-hazel.example/a.jpg,https://harbour-hazel.example/b.jpg", "https://user:pw@localhost/a", "https://cdn:80/a"],
];
/** With what lets somebody in, which looks like a bad host and its port. */
const GOOD_ADDRESSES = ["https://user:pw@harbour-hazel.example/a.jpg", "https://10.0.0.1:8080@harbour-hazel.example:80/b"];

function byForm(code: string, attribute: ChannelAttribute | undefined): MakeRows | undefined {
  if (attribute === undefined) return undefined;
  const { type } = attribute;
  if (code.startsWith("missing_")) return each("");
  if (code === "invalid_url")
    return type === "urls"
      ? badAndGood(
          BAD_ITEMS.map((bad) => `https://harbour-hazel.example/a.jpg,${bad},https://münchen.example:8443/b,https://c.example`),
          [GOOD_ADDRESSES.join(",")],
        )
      : badAndGood(BAD_ADDRESSES, GOOD_ADDRESSES);
  if (code === "invalid_image_extension")
    return (column) => ({
      rows: ["front.svg", "front.PDF?v=1", "front.html", "image.php?id=4", "12345.01", "front.jpg#.svg"].map((file) => ({
        columns: { [column]: `https://harbour-hazel.example/cdn/${file}` },
      })),
      found: [0, 1, 2],
    });
  if (!code.endsWith("_invalid")) return undefined;
  return attribute.range !== null ? outOfRange : attribute.form !== null ? notOfForm : notListed;
}
