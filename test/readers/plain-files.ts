import { readFeedFile } from "../harness/feed-file.ts";

/** TikTok's files of a canonical file, by the shortest way: of values that need no more than quoting and escaping. */

type Row = Readonly<Record<string, string>>;

const LISTED_MAX = 10;

const spoken = (word: string): string => (word === "backorder" ? "available for order" : word.replaceAll("_", " "));
const spaceless = (url: string): string => (/^https?:/.test(url) ? url.replaceAll(" ", "%20") : url);

function tiktokRow(row: Row): Row {
  const { id = "", link = "", image_link = "", additional_image_link = "", availability = "", identifier_exists: _, ...others } = row;
  const listed = additional_image_link.split(",").slice(0, LISTED_MAX).map(spaceless).join(",");
  const urls = { link: spaceless(link), image_link: spaceless(image_link), additional_image_link: listed };
  return { sku_id: id, ...others, ...urls, availability: spoken(availability) };
}

function tiktokRows(canonical: string): { readonly names: readonly string[]; readonly rows: readonly Row[] } {
  const rows = readFeedFile(canonical).map(tiktokRow);
  const names = Object.keys(rows[0] ?? {}).filter((name) => rows.some((row) => row[name] !== ""));
  return { names, rows };
}

export function plainCsv(canonical: string): string {
  const { names, rows } = tiktokRows(canonical);
  const cells = rows.map((row) => names.map((name) => `"${(row[name] ?? "").replaceAll('"', '""')}"`));
  return [names, ...cells].map((line) => `${line.join(",")}\n`).join("");
}

const INVALID_IN_XML = /[\uFFFE\uFFFF]/g;
const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replace(INVALID_IN_XML, "");

export function plainRss(canonical: string): string {
  const { names, rows } = tiktokRows(canonical);
  const element = (row: Row, name: string): string => (row[name] === "" ? "" : `<g:${name}>${escaped(row[name] ?? "")}</g:${name}>`);
  const items = rows.map((row) => `<item>${names.map((name) => element(row, name)).join("")}</item>\n`);
  const about = "<title>Shop</title><link>https://shop.example/</link><description>All</description>\n";
  return `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${about}${items.join("")}</channel></rss>`;
}
