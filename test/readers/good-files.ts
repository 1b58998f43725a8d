import type { ReaderCase } from "./readers-agree.ts";

/** Small files written by hand: a canonical one, and what each channel's facts make of it. */

const lines = (separator: string, rows: readonly (readonly string[])[]): string => rows.map((row) => `${row.join(separator)}\n`).join("");

/** 219 characters. */
const LONG = "Sturdy pan ".repeat(20).trim();
/** What a limit of 150 leaves of it. */
export const CUT = `${"Sturdy pan ".repeat(13)}Sturdy`;

const SALE = "2026-12-01T08:00+0100/2026-12-24T23:59+0100";
const SALE_COLONS = "2026-12-01T08:00+01:00/2026-12-24T23:59+01:00";
const CATEGORY = "Apparel & Accessories > Clothing";
const TAXONOMY = { "1604": CATEGORY };

// prettier-ignore
const CANONICAL = lines("\t", [
  ["id", "title", "description", "link", "image_link", "additional_image_link", "availability", "price", "sale_price", "sale_price_effective_date", "brand", "gtin", "mpn", "identifier_exists", "condition", "google_product_category", "product_type", "item_group_id", "color", "size", "shipping_weight", "shipping", "custom_label_0", "inner_note"],
  ["A-1", '"Pan 12"" ""Chef"", red"', "Fries & bakes <well>", "https://shop.example/p/pan?a=1&b=2", "https://cdn.example/pan.jpg?w=1,200", "https://cdn.example/a.jpg?w=1%2C200,https://cdn.example/b.jpg", "in_stock", "59.90 EUR", "49.90 EUR", SALE, "Nordwind", "4006381333931", "", "yes", "new", "1604", "Home > Kitchen", "G1", "Red", "", "0.4 kg", "DE::Standard:4.90 EUR", "Sale, Knits", "secret"],
  ["A-2", LONG, "Second", "https://shop.example/p/pan?v=2", "https://cdn.example/2.jpg", "", "backorder", "60.00 EUR", "", "", "Nordwind", "", "P-2", "no", "refurbished", "", "", "G1", "Blue", "", "", "", "", ""],
  ["B-1", "=1+1", "قميص 👍🏽", "https://shop.example/p/b", "", "", "out_of_stock", "1500.00 EUR", "1200.00 EUR", "", "", "", "", "no", "used", "", "", "", "", "", "", "", "", ""],
]);

const GOOGLE = CANONICAL.split("\n")
  .map((line) => line.split("\t"))
  .map((cells) => cells.filter((_, at) => at !== 19 && at !== 23).join("\t"))
  .join("\n")
  .replace(LONG, CUT);

// prettier-ignore
const GOOGLE_RSS = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
<title>Shop</title>
<link>https://shop.example/</link>
<description>Products</description>
<item><g:id>A-1</g:id><title>Pan 12" "Chef", red</title><g:description>Fries &amp; bakes &lt;well&gt;</g:description><link>https://shop.example/p/pan?a=1&amp;b=2</link><g:image_link>https://cdn.example/pan.jpg?w=1,200</g:image_link><g:additional_image_link>https://cdn.example/a.jpg?w=1,200</g:additional_image_link><g:additional_image_link>https://cdn.example/b.jpg</g:additional_image_link><g:availability>in_stock</g:availability><g:price>59.90 EUR</g:price><g:sale_price>49.90 EUR</g:sale_price><g:sale_price_effective_date>${SALE}</g:sale_price_effective_date><g:brand>Nordwind</g:brand><g:gtin>4006381333931</g:gtin><g:identifier_exists>yes</g:identifier_exists><g:condition>new</g:condition><g:google_product_category>Apparel &amp; Accessories &gt; Clothing</g:google_product_category><g:product_type><![CDATA[Home > Kitchen]]></g:product_type><g:item_group_id>G1</g:item_group_id><g:color>Red</g:color><g:shipping_weight>0.4 kg</g:shipping_weight><g:shipping><g:country>DE</g:country><g:service>Standard</g:service><g:price>4.90 EUR</g:price></g:shipping><g:custom_label_0>Sale, Knits</g:custom_label_0></item>
<item><g:id>A-2</g:id><title>${CUT}</title><g:description>Second</g:description><link>https://shop.example/p/pan?v=2</link><g:image_link>https://cdn.example/2.jpg</g:image_link><g:availability>backorder</g:availability><g:price>60.00 EUR</g:price><g:brand>Nordwind</g:brand><g:mpn>P-2</g:mpn><g:identifier_exists>no</g:identifier_exists><g:condition>refurbished</g:condition><g:item_group_id>G1</g:item_group_id><g:color>Blue</g:color></item>
<item><g:id>B-1</g:id><title>=1+1</title><g:description>قميص 👍🏽</g:description><link>https://shop.example/p/b</link><g:availability>out_of_stock</g:availability><g:price>1500.00 EUR</g:price><g:sale_price>1200.00 EUR</g:sale_price><g:identifier_exists>no</g:identifier_exists><g:condition>used</g:condition></item>
</channel>
</rss>
`;

/** Columns of lists and groups, and what the first row has in them. */
const QUOTED = {
  product_highlight: '"Soft, warm",B two, Pan 12" wide ,"Says ""soft, warm"""',
  product_detail: 'Specs:Size:"1,5 m","Care, all:By:""hand"""',
  structured_title: 'trained_algorithmic_media:"An oak, fine: bowl"',
};

const inTsv = (value: string): string => `"${value.replaceAll('"', '""')}"`;

/** A tab-delimited file with more columns, which are blank in all rows but the first. */
const withQuoted = (file: string): string => {
  const added = [Object.keys(QUOTED), Object.values(QUOTED).map(inTsv)];
  return file
    .split("\n")
    .map((line, at) => (line === "" ? "" : [line, ...(added[at] ?? ["", "", ""])].join("\t")))
    .join("\n");
};

const GOOGLE_QUOTED_RSS = GOOGLE_RSS.replace(
  "</item>",
  [
    '<g:product_highlight>Soft, warm</g:product_highlight><g:product_highlight>B two</g:product_highlight><g:product_highlight>Pan 12" wide</g:product_highlight>',
    '<g:product_highlight>Says "soft, warm"</g:product_highlight>',
    "<g:product_detail><g:section_name>Specs</g:section_name><g:attribute_name>Size</g:attribute_name><g:attribute_value>1,5 m</g:attribute_value></g:product_detail>",
    "<g:product_detail><g:section_name>Care, all</g:section_name><g:attribute_name>By</g:attribute_name><g:attribute_value>hand</g:attribute_value></g:product_detail>",
    "<g:structured_title><g:digital_source_type>trained_algorithmic_media</g:digital_source_type><g:content>An oak, fine: bowl</g:content></g:structured_title>",
    "</item>",
  ].join(""),
);

/** Names and words of the channels that write `in stock`. */
const spoken = (rss: string, backorder: string): string =>
  rss
    .replace(/<g:identifier_exists>\w+<\/g:identifier_exists>/g, "")
    .replaceAll(">in_stock<", ">in stock<")
    .replaceAll(">out_of_stock<", ">out of stock<")
    .replaceAll(">backorder<", `>${backorder}<`);

// prettier-ignore
const META = lines(",", [
  ["id", "title", "description", "availability", "condition", "price", "link", "image_link", "brand", "additional_image_link", "google_product_category", "product_type", "sale_price", "sale_price_effective_date", "gtin", "mpn", "item_group_id", "color", "shipping_weight", "shipping", "custom_label_0"],
  ["A-1", '"Pan 12"" ""Chef"", red"', '"Fries & bakes <well>"', '"in stock"', "new", '"59.90 EUR"', "https://shop.example/p/pan?a=1&b=2", '"https://cdn.example/pan.jpg?w=1,200"', "Nordwind", '"https://cdn.example/a.jpg?w=1%2C200,https://cdn.example/b.jpg"', "1604", '"Home > Kitchen"', '"49.90 EUR"', SALE_COLONS, "4006381333931", "", "G1", "Red", '"0.4 kg"', '"DE::Standard:4.90 EUR"', '"Sale, Knits"'],
  ["A-2", `"${LONG}"`, "Second", '"available for order"', "refurbished", '"60.00 EUR"', "https://shop.example/p/pan?v=2", "https://cdn.example/2.jpg", "Nordwind", "", "", "", "", "", "", "P-2", "G1", "Blue", "", "", ""],
  ["B-1", "=1+1", '"قميص 👍🏽"', '"out of stock"', "used", '"1500.00 EUR"', "https://shop.example/p/b", "", "", "", "", "", '"1200.00 EUR"', "", "", "", "", "", "", "", ""],
]);

const TIKTOK = META.replace(/^id,/, "sku_id,");

const META_RSS = spoken(GOOGLE_RSS, "available for order").replace(SALE, SALE_COLONS).replace(CUT, LONG);

// prettier-ignore
const MICROSOFT = lines("\t", [
  ["id", "title", "description", "link", "image_link", "additional_image_link", "availability", "price", "sale_price", "sale_price_effective_date", "brand", "gtin", "mpn", "identifier_exists", "condition", "product_category", "product_type", "item_group_id", "color", "shipping_weight", "shipping", "custom_label_0"],
  ["A-1", 'Pan 12" "Chef", red', "Fries & bakes <well>", "https://shop.example/p/pan?a=1&b=2", "https://cdn.example/pan.jpg?w=1,200", "https://cdn.example/a.jpg?w=1%2C200,https://cdn.example/b.jpg", "in stock", "59.90 EUR", "49.90 EUR", SALE, "Nordwind", "4006381333931", "", "true", "new", "1604", "Home > Kitchen", "G1", "Red", "0.4 kg", "DE::Standard:4.90 EUR", "Sale, Knits"],
  ["A-2", CUT, "Second", "https://shop.example/p/pan?v=2", "https://cdn.example/2.jpg", "", "preorder", "60.00 EUR", "", "", "Nordwind", "", "P-2", "false", "refurbished", "", "", "G1", "Blue", "", "", ""],
  ["B-1", "=1+1", "قميص 👍🏽", "https://shop.example/p/b", "", "", "out of stock", "1500.00 EUR", "1200.00 EUR", "", "", "", "", "false", "used", "", "", "", "", "", "", ""],
]);

const MICROSOFT_RSS = spoken(GOOGLE_RSS.replaceAll("identifier_exists>yes<", "identifier_exists>true<"), "out of stock")
  .replaceAll("<g:condition>new", "<g:identifier_exists>true</g:identifier_exists><g:condition>new")
  .replaceAll("<g:condition>refurbished", "<g:identifier_exists>false</g:identifier_exists><g:condition>refurbished")
  .replaceAll("<g:condition>used", "<g:identifier_exists>false</g:identifier_exists><g:condition>used");

const without = (column: string, file: string): string => {
  const rows = file.split("\n").map((line) => line.split("\t"));
  const at = rows[0]?.indexOf(column);
  return rows.map((cells) => cells.filter((_, index) => index !== at).join("\t")).join("\n");
};

const PINTEREST = without("identifier_exists", GOOGLE)
  .replace("\tin_stock\t", "\tin stock\t")
  .replace("\tout_of_stock\t", "\tout of stock\t")
  .replace("\tbackorder\t", "\tpreorder\t")
  .replace(CUT, LONG);

const PINTEREST_RSS = spoken(GOOGLE_RSS, "out of stock").replace(CUT, LONG);

const at = (value: object): readonly object[] => [{ ...value, marketplace_id: "ATVPDKIKX0DER" }];
const worded = (value: string): readonly object[] => at({ value, language_tag: "en_US" });
const paid = (value: number): readonly object[] => [{ schedule: [{ value_with_tax: value }] }];
const stocked = (quantity: number): readonly object[] => [{ fulfillment_channel_code: "DEFAULT", quantity }];

const listing = (messageId: number, sku: string, attributes: object): object => ({
  ...{ messageId, sku, operationType: "UPDATE", productType: "PRODUCT", requirements: "LISTING", attributes },
});

// prettier-ignore
const AMAZON = JSON.stringify({
  header: { sellerId: "A1SELLER", version: "2.0", issueLocale: "en_US" },
  messages: [
    listing(1, "PAN-1", {
      item_name: worded('Pan 12" "Chef", red'), product_description: worded("Fries & bakes <well>"), brand: worded("Nordwind"),
      externally_assigned_product_identifier: at({ type: "ean", value: "4006381333931" }), condition_type: at({ value: "new_new" }),
      purchasable_offer: at({
        currency: "EUR", our_price: paid(59.9),
        discounted_price: [{ schedule: [{ start_at: "2026-12-01T08:00:00+01:00", end_at: "2026-12-24T23:59:00+01:00", value_with_tax: 49.9 }] }],
      }),
      fulfillment_availability: stocked(7), main_product_image_locator: at({ media_location: "https://cdn.example/pan.jpg?w=1,200" }),
      other_product_image_locator_1: at({ media_location: "https://cdn.example/a.jpg?w=1,200" }),
      other_product_image_locator_2: at({ media_location: "https://cdn.example/b.jpg" }), color: worded("Red"),
    }),
    listing(2, "A-2", {
      item_name: worded("Sturdy pan ".repeat(18).trim()), product_description: worded("Second"), brand: worded("Nordwind"),
      supplier_declared_has_product_identifier_exemption: at({ value: true }), condition_type: at({ value: "refurbished_refurbished" }),
      purchasable_offer: at({ currency: "EUR", our_price: paid(60) }), list_price: at({ currency: "EUR", value: 60 }),
      fulfillment_availability: stocked(0), main_product_image_locator: at({ media_location: "https://cdn.example/2.jpg" }), color: worded("Blue"),
    }),
    listing(3, "row-3", {
      item_name: worded("=1+1"), product_description: worded("قميص 👍🏽"), condition_type: at({ value: "used_good" }),
      supplier_declared_has_product_identifier_exemption: at({ value: true }), purchasable_offer: at({ currency: "EUR", our_price: paid(1200) }),
      list_price: at({ currency: "EUR", value: 1500 }), fulfillment_availability: stocked(0),
    }),
  ],
});

const seller = { seller_name: "Nordwind", is_eligible_search: true, is_eligible_checkout: false };
// prettier-ignore
const OPENAI = [
  { item_id: "A-1", title: 'Pan 12" "Chef", red', description: "Fries & bakes <well>", url: "https://shop.example/p/pan?a=1&b=2", image_url: "https://cdn.example/pan.jpg?w=1,200", additional_image_urls: "https://cdn.example/a.jpg?w=1%2C200,https://cdn.example/b.jpg", availability: "in_stock", price: "59.90 EUR", sale_price: "49.90 EUR", sale_price_start_date: "2026-12-01", sale_price_end_date: "2026-12-24T23:59+01:00", brand: "Nordwind", gtin: "4006381333931", condition: "new", product_category: CATEGORY, group_id: "G1", listing_has_variations: true, variant_dict: { Color: "Red" }, color: "Red", is_digital: false, shipping: "DE::Standard:4.90 EUR", ...seller },
  { item_id: "A-2", title: CUT, description: "Second", url: "https://shop.example/p/pan?v=2", image_url: "https://cdn.example/2.jpg", availability: "backorder", price: "60.00 EUR", brand: "Nordwind", mpn: "P-2", condition: "refurbished", group_id: "G1", listing_has_variations: true, color: "Blue", is_digital: true, ...seller },
  { item_id: "B-1", title: "=1+1", description: "قميص 👍🏽", url: "https://shop.example/p/b", availability: "out_of_stock", price: "1500.00 EUR", sale_price: "1200.00 EUR", condition: "used", ...seller },
].map((product) => `${JSON.stringify(product)}\n`).join("");

const sold = (variant: object) => ({ ...variant, seller: { name: "Nordwind" } });
const image = (url: string) => ({ type: "image", url });
// prettier-ignore
const ACP = [
  { id: "G1", title: 'Pan 12" "Chef", red', url: "https://shop.example/p/pan?a=1&b=2", variants: [
    sold({ id: "A-1", title: 'Pan 12" "Chef", red', description: { plain: "Fries & bakes <well>" }, url: "https://shop.example/p/pan?a=1&b=2", barcodes: [{ type: "GTIN", value: "4006381333931" }], price: { amount: 4990, currency: "EUR" }, list_price: { amount: 5990, currency: "EUR" }, availability: { available: true, status: "in_stock" }, categories: [{ value: "1604", taxonomy: "google_product_category" }, { value: "Home > Kitchen", taxonomy: "merchant" }], condition: ["new"], variant_options: [{ name: "Color", value: "Red" }], media: [image("https://cdn.example/pan.jpg?w=1,200"), image("https://cdn.example/a.jpg?w=1%2C200"), image("https://cdn.example/b.jpg")] }),
    sold({ id: "A-2", title: LONG, description: { plain: "Second" }, url: "https://shop.example/p/pan?v=2", price: { amount: 6000, currency: "EUR" }, availability: { available: true, status: "backorder" }, condition: ["refurbished"], variant_options: [{ name: "Color", value: "Blue" }], media: [image("https://cdn.example/2.jpg")] }),
  ] },
  { id: "B-1", title: "=1+1", url: "https://shop.example/p/b", variants: [
    sold({ id: "B-1", title: "=1+1", description: { plain: "قميص 👍🏽" }, url: "https://shop.example/p/b", price: { amount: 120000, currency: "EUR" }, list_price: { amount: 150000, currency: "EUR" }, availability: { available: false, status: "out_of_stock" }, condition: ["used"] }),
  ] },
].map((product) => `${JSON.stringify(product)}\n`).join("");

const SOLD = [
  { row_id: "row-1", sku: "PAN-1", quantity: 7 },
  { row_id: "row-2", sku: "", quantity: 0 },
  { row_id: "row-3", sku: "", quantity: -1 },
];

const common = { canonical: CANONICAL, taxonomy: TAXONOMY, attributes: SOLD };
const AMAZON_SETTINGS = { seller_id: "A1SELLER", marketplace_id: "ATVPDKIKX0DER", product_type: "PRODUCT", exempt_from_gtin: true };
/** In the third row it's no boolean. */
const DIGITAL = ["no", "TRUE", "maybe"].map((text, nth) => ({ ...SOLD[nth], is_digital: text }));

/** By name; every one of them is right. */
export const GOOD = {
  google: { ...common, channel: "google", format: "tsv", file: GOOGLE },
  "google-rss": { ...common, channel: "google", format: "rss", file: GOOGLE_RSS },
  "google-quoted": { ...common, channel: "google", format: "tsv", canonical: withQuoted(CANONICAL), file: withQuoted(GOOGLE) },
  "google-quoted-rss": { ...common, channel: "google", format: "rss", canonical: withQuoted(CANONICAL), file: GOOGLE_QUOTED_RSS },
  meta: { ...common, channel: "meta", format: "csv", file: META },
  "meta-rss": { ...common, channel: "meta", format: "rss", file: META_RSS },
  microsoft: { ...common, channel: "microsoft", format: "tsv", file: MICROSOFT },
  "microsoft-rss": { ...common, channel: "microsoft", format: "rss", file: MICROSOFT_RSS },
  pinterest: { ...common, channel: "pinterest", format: "tsv", file: PINTEREST },
  "pinterest-rss": { ...common, channel: "pinterest", format: "rss", file: PINTEREST_RSS },
  tiktok: { ...common, channel: "tiktok", format: "csv", file: TIKTOK },
  "tiktok-rss": { ...common, channel: "tiktok", format: "rss", file: META_RSS },
  snapchat: { ...common, channel: "snapchat", format: "csv", file: META },
  amazon: { ...common, channel: "amazon", format: "json", settings: AMAZON_SETTINGS, file: AMAZON },
  openai: { ...common, channel: "openai", format: "jsonl", attributes: DIGITAL, file: OPENAI },
  "openai-acp": { ...common, channel: "openai", format: "acp", settings: { seller_name: "Nordwind" }, file: ACP },
} as const satisfies Readonly<Record<string, ReaderCase & { readonly file: string }>>;

export type GoodName = keyof typeof GOOD;
