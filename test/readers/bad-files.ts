import { CUT } from "./good-files.ts";
import type { ChangedFile } from "./other-right-files.ts";

/** Good files with one thing wrong, and what the reader has to say of each: whole faults, and cells as `row attribute: expected, found`. */
export interface BadFile extends ChangedFile {
  readonly faults?: readonly string[];
  readonly differences?: readonly string[];
}

// prettier-ignore
const FILES: readonly BadFile[] = [
  { what: "a byte order mark", of: "google", change: ["id\t", "\uFEFFid\t"], faults: ["the file begins with a UTF-8 byte order mark"] },
  { what: "carriage returns", of: "tiktok", change: ["custom_label_0\n", "custom_label_0\r\n"], faults: ["line 1: carriage return", "unknown attribute 'custom_label_0\\r'", "custom_label_0 is missing; row 1 has 'Sale, Knits'"] },
  { what: "no end of the last line", of: "google", change: ["used\t\t\t\t\t\t\t\n", "used\t\t\t\t\t\t\t"], faults: ["the last line has no line end"] },
  { what: "an unescaped quote in TSV", of: "google", change: ['"Pan 12"" ""Chef"", red"', 'Pan 12" "Chef", red'], faults: ["line 2: unescaped quote in 'Pan 12\" \"Chef\", red'", "row 1 ('A-1') is missing"] },
  { what: "an unescaped quote in CSV", of: "tiktok", change: ['"Pan 12"" ""Chef"", red"', '"Pan 12" ""Chef"", red"'], faults: ["line 2: unescaped quote after '\"Pan 12\"'", "row 1 ('A-1') is missing"] },
  { what: "a comma outside quotes", of: "tiktok", change: ['"Sale, Knits"', "Sale, Knits"], faults: ["line 2: 22 cells, the header has 21", "row 1 ('A-1') is missing"] },
  { what: "a space outside Meta's quotes", of: "meta", change: ['"in stock"', "in stock"], faults: ["line 2: 'in stock' has a space and is not quoted", "row 1 ('A-1') is missing"] },
  { what: "a line break inside quotes", of: "snapchat", change: ['"Sale, Knits"', '"Sale,\nKnits"'], faults: ["line 2: a quote that isn't closed: '\"Sale,'", "line 3: unescaped quote after 'Knits'", "row 1 ('A-1') is missing"] },
  { what: "a control character in a cell", of: "google", change: ["Second", "Sec\u0085ond"], faults: ["line 3: control character U+0085 in description"], differences: ["2 description: Second, Sec\u0085ond"] },
  { what: "a column twice", of: "google", change: ["\tmpn\t", "\tgtin\t"], faults: ["the column 'gtin' is there twice", "mpn is missing; row 2 has 'P-2'"], differences: ["1 gtin: 4006381333931, ", "2 gtin: , P-2"] },
  { what: "a column left blank", of: "google", change: ["\tP-2\t", "\t\t"], differences: ["2 mpn: P-2, "] },
  { what: "an unknown column", of: "pinterest", change: ["\tcustom_label_0\n", "\tnote\n"], faults: ["unknown attribute 'note'", "custom_label_0 is missing; row 1 has 'Sale, Knits'"] },
  { what: "Google's name of TikTok's id", of: "tiktok", change: ["sku_id,", "id,"], faults: ["unknown attribute 'id'", "there is no sku_id"] },
  { what: "quotes in Microsoft's TSV", of: "microsoft", change: ['Pan 12" "Chef", red', '"Pan 12"" ""Chef"", red"'], differences: ['1 title: Pan 12" "Chef", red, "Pan 12"" ""Chef"", red"'] },
];

const withoutLine = (number: number) => (file: string) =>
  file
    .split("\n")
    .toSpliced(number - 1, 1)
    .join("\n");
const swapped = (file: string): string =>
  file
    .split("\n")
    .toSpliced(1, 2, ...file.split("\n").slice(1, 3).toReversed())
    .join("\n");

/** The variants of the first product the other way round. */
const variantsTurned = (file: string): string =>
  file.replace(
    /"variants":\[(\{"id":"A-1".*?\}),(\{"id":"A-2".*?\})\]\}\n/,
    (_, one: string, other: string) => `"variants":[${other},${one}]}\n`,
  );

// prettier-ignore
const ROWS: readonly BadFile[] = [
  { what: "a missing row", of: "google", change: withoutLine(3), faults: ["row 2 ('A-2') is missing"] },
  { what: "a missing item", of: "google-rss", change: withoutLine(8), faults: ["row 2 ('A-2') is missing"], },
  { what: "a missing message", of: "openai", change: withoutLine(2), faults: ["row 2 ('A-2') is missing"] },
  { what: "a row in the place of another", of: "google", change: (file) => `${withoutLine(3)(file)}X${"\t".repeat(21)}\n`, faults: ["row 2 ('A-2') is missing", "the file's row 3 ('X') is not in the canonical file"] },
  { what: "another order", of: "meta", change: swapped, faults: ["another order: row 1 is 'A-2', the canonical file has 'A-1'"] },
  { what: "a row nobody knows", of: "openai", change: ['{"item_id":"B-1"', '{"item_id":"X","is_eligible_search":true,"is_eligible_checkout":false}\n{"item_id":"B-1"'], faults: ["the file's row 3 ('X') is not in the canonical file"] },
  { what: "a cut id", of: "google", change: ["\nA-2\t", "\nA-\t"], differences: ["2 id: A-2, A-"] },
  { what: "an item that isn't closed", of: "google-rss", change: ["</item>\n<item><g:id>B-1</g:id>", "\n<item><g:id>B-1</g:id>"], faults: ["not well-formed XML: line 10, column 3: mismatched tag"] },
];

// prettier-ignore
const CELLS: readonly BadFile[] = [
  { what: "Google's spelling of availability", of: "meta", change: ['"in stock"', "in_stock"], differences: ["1 availability: in stock, in_stock"] },
  { what: "the others' spelling of availability", of: "google", change: ["in_stock", "in stock"], differences: ["1 availability: in_stock, in stock"] },
  { what: "a backorder Pinterest doesn't know", of: "pinterest", change: ["\tpreorder\t", "\tbackorder\t"], differences: ["2 availability: out of stock, backorder"] },
  { what: "preorder as OpenAI doesn't spell it", of: "openai", change: ['"backorder"', '"preorder"'], differences: ["2 availability: backorder, preorder"] },
  { what: "another condition", of: "tiktok", change: [",refurbished,", ",used,"], differences: ["2 condition: refurbished, used"] },
  { what: "a wrong number of decimals", of: "google", change: ["60.00 EUR", "60.0 EUR"], differences: ["2 price: 60.00 EUR, 60.0 EUR"] },
  { what: "a currency in front", of: "tiktok", change: ["60.00 EUR", "EUR 60.00"], differences: ["2 price: 60.00 EUR, EUR 60.00"] },
  { what: "the sale price as the price", of: "openai", change: ['"price":"59.90 EUR"', '"price":"49.90 EUR"'], differences: ["1 price: 59.90 EUR, 49.90 EUR"] },
  { what: "a price without its currency", of: "openai", change: ['"price":"60.00 EUR"', '"price":60'], faults: ["line 2: price is 60, not a string"], differences: ["2 price: 60.00 EUR, 60"] },
  { what: "a cut link", of: "google", change: ["pan?v=2", "pan?"], differences: ["2 link: https://shop.example/p/pan?v=2, https://shop.example/p/pan?"] },
  { what: "a title that should be cut", of: "google", change: [CUT, "Sturdy pan ".repeat(20).trim()], differences: [`2 title: ${CUT}, ${"Sturdy pan ".repeat(20).trim()}`] },
  { what: "a title cut inside a word", of: "google", change: [CUT, `${CUT} `], differences: [`2 title: ${CUT}, ${CUT} `] },
  { what: "a title cut further than needed", of: "openai", change: [CUT, CUT.slice(0, -7)], differences: [`2 title: ${"Sturdy pan ".repeat(20).trim()}, ${CUT.slice(0, -7)}`] },
  { what: "another title", of: "snapchat", change: ["=1+1", "'=1+1"], differences: ["3 title: =1+1, '=1+1"] },
  { what: "a comma inside a listed URL", of: "meta", change: ["a.jpg?w=1%2C200", "a.jpg?w=1,200"], differences: ["1 additional_image_link: https://cdn.example/a.jpg?w=1%2C200,https://cdn.example/b.jpg, https://cdn.example/a.jpg?w=1,200,https://cdn.example/b.jpg"] },
  { what: "a list in one element", of: "google-rss", change: ["200</g:additional_image_link><g:additional_image_link>", "200,"], differences: ["1 additional_image_link: https://cdn.example/a.jpg?w=1%2C200,https://cdn.example/b.jpg, https://cdn.example/a.jpg?w=1,200,https://cdn.example/b.jpg"] },
  { what: "a basic offset for Meta", of: "meta", change: ["08:00+01:00", "08:00+0100"], differences: ["1 sale_price_effective_date: 2026-12-01T08:00+0100/2026-12-24T23:59+0100, 2026-12-01T08:00+0100/2026-12-24T23:59+01:00"] },
  { what: "another hour", of: "pinterest", change: ["08:00+0100", "08:00+0000"], differences: ["1 sale_price_effective_date: 2026-12-01T08:00+0100/2026-12-24T23:59+0100, 2026-12-01T08:00+0000/2026-12-24T23:59+0100"] },
  { what: "another category", of: "microsoft", change: ["\t1604\t", "\t1605\t"], differences: ["1 product_category: Apparel & Accessories > Clothing, 1605"] },
  { what: "an id where OpenAI reads a path", of: "openai", change: ["Apparel & Accessories > Clothing", "1604"], differences: ["1 product_category: Apparel & Accessories > Clothing, 1604"] },
  { what: "yes for Microsoft", of: "microsoft", change: ["\ttrue\t", "\tyes\t"], differences: ["1 identifier_exists: true, yes"] },
];

// prettier-ignore
const XML: readonly BadFile[] = [
  { what: "a control character", of: "google-rss", change: ["Second", "Sec\u0001ond"], faults: ["not well-formed XML: line 8, column 205: not well-formed (invalid token)"] },
  { what: "a reference to a control character", of: "meta-rss", change: ["Second", "Sec&#8;ond"], faults: ["not well-formed XML: line 8, column 275: reference to invalid character number"] },
  { what: "a noncharacter", of: "pinterest-rss", change: [">Second", ">\uFFFESecond"], faults: ["not well-formed XML: line 8, column 272: not well-formed (invalid token)"] },
  { what: "a bare ampersand", of: "tiktok-rss", change: ["Fries &amp; bakes", "Fries & bakes"], faults: ["not well-formed XML: line 7, column 79: not well-formed (invalid token)"] },
  { what: "a text escaped twice", of: "microsoft-rss", change: ["Fries &amp; bakes", "Fries &amp;amp; bakes"], differences: ["1 description: Fries & bakes <well>, Fries &amp; bakes <well>"] },
  { what: "an element without its prefix", of: "google-rss", change: ["<g:id>A-1</g:id>", "<id>A-1</id>"], faults: ["line 7: <id> is not in Google's namespace"] },
  { what: "shipping that isn't nested", of: "google-rss", change: ["<g:shipping><g:country>DE</g:country><g:service>Standard</g:service><g:price>4.90 EUR</g:price></g:shipping>", "<g:shipping>DE::Standard:4.90 EUR</g:shipping>"], differences: ["1 shipping: elements country, region, service, price of DE::Standard:4.90 EUR, DE::Standard:4.90 EUR"] },
  { what: "an item split inside its quotes", of: "google-quoted-rss", change: ["Soft, warm<", "Soft</g:product_highlight><g:product_highlight>warm<"], differences: ['1 product_highlight: Soft, warm,B two,Pan 12" wide,Says "soft, warm"'] },
  { what: "quotes around an item", of: "google-quoted-rss", change: [">Soft, warm<", '>"Soft, warm"<'], differences: ['1 product_highlight: Soft, warm,B two,Pan 12" wide,Says "soft, warm"'] },
  { what: "quotes around a part", of: "google-quoted-rss", change: [">1,5 m<", '>"1,5 m"<'], differences: ['1 product_detail: elements section_name, attribute_name, attribute_value of Specs:Size:"1,5 m","Care, all:By:""hand"""'] },
  { what: "a channel without a link", of: "google-rss", change: ["<link>https://shop.example/</link>\n", ""], faults: ["<channel> does not have one <link>"] },
];

// prettier-ignore
const JSON_FILES: readonly BadFile[] = [
  { what: "a message id twice", of: "amazon", change: ['"messageId":2', '"messageId":1'], faults: ["message 2 has messageId 1"] },
  { what: "a partial update", of: "amazon", change: ['"UPDATE"', '"PARTIAL_UPDATE"'], faults: ["message 1 has operationType 'PARTIAL_UPDATE', not UPDATE"] },
  { what: "another product type", of: "amazon", change: ['"PRODUCT"', '"SHIRT"'], faults: ["message 1 has productType 'SHIRT', not 'PRODUCT'"] },
  { what: "another seller", of: "amazon", change: ["A1SELLER", "A2SELLER"], faults: ["sellerId 'A2SELLER', not 'A1SELLER'"] },
  { what: "the id where there is a SKU", of: "amazon", change: ['"sku":"PAN-1"', '"sku":"A-1"'], differences: ["1 sku: PAN-1, A-1"] },
  { what: "another marketplace", of: "amazon", change: ["ATVPDKIKX0DER", "A1F83G8C2ARO7P"], differences: ["1 item_name: marketplace_id ATVPDKIKX0DER"] },
  { what: "a price that isn't exact", of: "amazon", change: ["59.9}", "59.900001}"], differences: ["1 purchasable_offer: our_price 59.90"] },
  { what: "a sale price without its list price", of: "amazon", change: ['"list_price":[{"currency":"EUR","value":1500,"marketplace_id":"ATVPDKIKX0DER"}],', ""], differences: ["3 list_price: one object with 1500.00 EUR, "] },
  { what: "a quantity that isn't the shop's", of: "amazon", change: ['"quantity":7', '"quantity":1'], differences: ["1 fulfillment_availability: quantity 7"] },
  { what: "an image in another slot", of: "amazon", change: ["locator_2", "locator_3"], differences: ["1 other_product_image_locator_2: one object with https://cdn.example/b.jpg, ", "1 other_product_image_locator_3: "] },
  { what: "an attribute from nowhere", of: "amazon", change: ['"color":[{"value":"Blue"', '"style":[{"value":"Blue"'], differences: ["2 style: ", "2 color: one object with Blue, "] },
  { what: "a GTIN of another kind", of: "amazon", change: ['"ean"', '"upc"'], differences: ["1 externally_assigned_product_identifier: ean 4006381333931"] },
  { what: "a member twice", of: "openai", change: ['"gtin":', '"title":"Pan","gtin":'], faults: ["line 1: the member 'title' is there twice"] },
  { what: "half a surrogate pair", of: "openai", change: ['"title":"=1+1"', String.raw`"title":"=1+1\ud83d"`], faults: ["line 3: lone surrogate"] },
  { what: "NaN", of: "openai", change: ['"gtin":"4006381333931"', '"gtin":NaN'], faults: ["line 1: NaN is no JSON"] },
  { what: "a checkout that exists no longer", of: "openai", change: ['"is_eligible_checkout":false', '"is_eligible_checkout":true'], differences: ["1 is_eligible_checkout: false, true"] },
  { what: "no word on the search", of: "openai", change: ['"is_eligible_search":true,', ""], faults: ["line 1: no is_eligible_search"] },
  { what: "text that isn't a boolean, written as false", of: "openai", change: ['"condition":"used"', '"condition":"used","is_digital":false'], differences: ["3 is_digital: , false"] },
  { what: "a group that hides its variants", of: "openai", change: ['"listing_has_variations":true', '"listing_has_variations":false'], differences: ["1 listing_has_variations: true, false"] },
  { what: "a variant's other price", of: "openai-acp", change: ['"amount":6000', '"amount":60'], differences: ["2 selling price: 6000 EUR, 60 EUR"] },
  { what: "the list price left out", of: "openai-acp", change: [',"list_price":{"amount":5990,"currency":"EUR"}', ""], differences: ["1 list price: 5990 EUR, "] },
  { what: "what is sold out as available", of: "openai-acp", change: ['"available":false', '"available":true'], differences: ["3 available: false, true"] },
  { what: "another first image", of: "openai-acp", change: ["pan.jpg?w=1,200", "pan.jpg?w=1"], differences: ["1 media: https://cdn.example/pan.jpg?w=1,200 https://cdn.example/a.jpg?w=1%2C200 https://cdn.example/b.jpg"] },
  { what: "another seller of a variant", of: "openai-acp", change: ['"name":"Nordwind"', '"name":"Südwind"'], differences: ["1 seller: Nordwind, Südwind"] },
  { what: "a product of another name", of: "openai-acp", change: ['"id":"B-1","title":"=1+1","url"', '"id":"B-1","title":"1","url"'], differences: ["3 product title: =1+1, 1"] },
  { what: "a member the protocol lacks", of: "openai-acp", change: ['"condition":["used"]', '"condition":["used"],"color":"Red"'], faults: ["line 2, variant 1: unknown member 'color'"] },
  { what: "the variants in another order", of: "openai-acp", change: variantsTurned, faults: ["the products and their variants aren't those of the canonical file: product 1 is [('G1', ['A-2', 'A-1'])], expected [('G1', ['A-1', 'A-2'])]", "another order: row 1 is 'A-2', the canonical file has 'A-1'"] },
];

export const BAD: readonly BadFile[] = [...FILES, ...ROWS, ...CELLS, ...XML, ...JSON_FILES];
