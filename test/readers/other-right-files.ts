import { CUT, type GoodName } from "./good-files.ts";

/** Good files with a change that the documents allow: what the README says the reader tolerates. */
export interface ChangedFile {
  readonly what: string;
  readonly of: GoodName;
  /** What becomes of the good file; of two texts, the first occurrence of the one becomes the other. */
  readonly change: readonly [string, string] | ((file: string) => string);
}

const CATEGORY = "Apparel & Accessories > Clothing";
const WHOLE = "Sturdy pan ".repeat(20).trim();

// prettier-ignore
export const OTHER_RIGHT: readonly ChangedFile[] = [
  { what: "a category's path", of: "google", change: ["\t1604\t", `\t${CATEGORY}\t`] },
  { what: "quotes without need", of: "google", change: ["\tNordwind\t", '\t"Nordwind"\t'] },
  { what: "columns in another order", of: "tiktok", change: (file) => file.split("\n").map((line) => line.replace(/^([^,]*),(=1\+1|title|"[^"]*(?:""[^"]*)*"),/, "$2,$1,")).join("\n") },
  { what: "Microsoft's category by Google's name", of: "microsoft", change: ["product_category", "google_product_category"] },
  { what: "Microsoft without quotes", of: "microsoft", change: ['Pan 12" "Chef", red', "Pan 12 Chef, red"] },
  { what: "a whole title for Microsoft", of: "microsoft", change: [CUT, WHOLE] },
  { what: "a cut title for Meta", of: "meta", change: [WHOLE, "Sturdy pan ".repeat(18).trim()] },
  { what: "Meta's comment lines", of: "meta", change: (file) => `# ref_application_id 1\n# ref_asset_id a\n${file}` },
  { what: "seconds and UTC", of: "meta", change: ["2026-12-01T08:00+01:00", "2026-12-01T07:00:00Z"] },
  { what: "a list in one element for Meta", of: "meta-rss", change: ["?w=1,200</g:additional_image_link><g:additional_image_link>", "?w=1%2C200,"] },
  { what: "TikTok's name of the id in RSS", of: "tiktok-rss", change: (file) => file.replaceAll("g:id>", "g:sku_id>") },
  { what: "any case for Snapchat", of: "snapchat", change: ["in stock", "In Stock"] },
  { what: "the currency in front for Snapchat", of: "snapchat", change: ["59.90 EUR", "EUR 59.90"] },
  { what: "the other word for a backorder", of: "pinterest", change: ["\tpreorder\t", "\tout of stock\t"] },
  { what: "a GTIN by its family's name", of: "amazon", change: ['"ean"', '"gtin"'] },
  { what: "the row's feed id as SKU", of: "amazon", change: ["row-3", "B-1"] },
  { what: "the list price of what isn't reduced", of: "amazon", change: ['"list_price":[{"currency":"EUR","value":60,"marketplace_id":"ATVPDKIKX0DER"}],', ""] },
  { what: "booleans as strings", of: "openai", change: (file) => file.replaceAll(":true", ':"true"').replaceAll(":false", ':"false"') },
  { what: "a list as a list", of: "openai", change: ['"https://cdn.example/a.jpg?w=1%2C200,https://cdn.example/b.jpg"', '["https://cdn.example/a.jpg?w=1,200","https://cdn.example/b.jpg"]'] },
  { what: "blank members", of: "openai", change: ['"title":"=1+1"', '"title":"=1+1","color":"","brand":null'] },
];
