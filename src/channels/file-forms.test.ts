import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { XmlDocument } from "libxml2-wasm";
import { describe, expect, test } from "vitest";
import { channelInput, columnsFor } from "../../test/harness/checked-catalog.ts";
import { type TestDuckdb, testDuckdb } from "../../test/harness/duckdb.ts";
import { nameIn } from "../engine/channels/channel-file.ts";
import { type ChannelRow, renderedText } from "./channel-under-test.suite.ts";
import type { ChannelPack } from "./channel-port.ts";
import { META_ATTRIBUTES } from "./meta/attributes.ts";
import { meta } from "./meta/pack.ts";
import { CHANNEL_PACKS } from "./packs.ts";
import { tiktok } from "./tiktok/pack.ts";

const G = { g: "http://base.google.com/ns/1.0" };

/** Any text a feed's value may be: one clean line of any characters (rules, section 1). */
const cleanLine = fc
  .string({ unit: "binary", maxLength: 30 })
  .map((text) => text.replaceAll(/[\u0000-\u001F\u007F-\u009F\u2028\u2029]/g, " ").trim());
const NASTY = [
  '"',
  '""',
  "a,b;c",
  "a\u00A0b",
  "<![CDATA[x]]>",
  "&amp;",
  "</item>",
  "]]>",
  "'",
  "\\",
  "\uFFFE\uFFFF",
  "\u{10FFFF}\u{1F600}",
  "=1+1",
  "＜ｘ＞",
];

const titles = (): readonly string[] => [...NASTY, ...fc.sample(cleanLine, { numRuns: 40, seed: 18 })];
const rowsOf = (texts: readonly string[]): readonly ChannelRow[] =>
  texts.map((text, at) => ({ values: { id: `${at + 1}`, title: text, brand: text, color: text, link: text } }));

const formatted = (name: string) => CHANNEL_PACKS.filter(({ formats }) => formats.some((format) => format.name === name));

/** What XML 1.0 has no form for is left out. */
const inXml = (text: string): string => text.replaceAll(/[\uFFFE\uFFFF]/g, "");

/** Spaces of an address are percent-encoded; Snapchat takes ASCII alone. */
function inLink({ slug }: ChannelPack, text: string): string {
  const spaced = text.replaceAll(" ", "%20");
  return slug === "snapchat" ? spaced.replaceAll(/[\u0080-\u{10FFFF}]/gu, encodeURIComponent) : spaced;
}

/** The texts of an element of each item. */
function elements(xml: string, path: string): readonly string[] {
  using document = XmlDocument.fromString(xml);
  return document.find(path, G).map((node) => node.content);
}

test.each(CHANNEL_PACKS.flatMap((pack) => pack.formats.map((format) => [pack.displayName, format.name, pack, format] as const)))(
  "%s knows every name in its %s.",
  (_, __, pack, format) => {
    const input = channelInput(pack, { columns: columnsFor(pack) });
    const header = pack.cells(input).map(({ attribute }) => nameIn(format, attribute));
    const facts = { rows: 9, rowsBefore: 9, bytes: 9_000, header };
    const found = pack.checks(input).filter((check) => check.kind === "feed" && check.affectedBy(facts) !== undefined);
    expect(found.map(({ code }) => code)).toEqual([]);
  },
);

describe.each(formatted("rss"))("RSS of $displayName", (pack) => {
  test("is XML whatever characters values have, and reads as they are", async () => {
    await using duckdb = await testDuckdb();
    const texts = titles().filter((text) => text !== "");
    const xml = await renderedText(duckdb, pack, rowsOf(texts), { format: "rss" });
    expect(elements(xml, "/rss/channel/item/g:title")).toEqual(texts.map(inXml));
    expect(elements(xml, "/rss/channel/item/g:link")).toEqual(texts.map((text) => inXml(inLink(pack, text))));
  });

  test("is XML with no row at all", async () => {
    await using duckdb = await testDuckdb();
    expect(elements(await renderedText(duckdb, pack, [], { format: "rss" }), "//item")).toEqual([]);
  });
});

describe.each(formatted("csv"))("CSV of $displayName", (pack) => {
  test("reads as the values are, by the rules of RFC 4180", async () => {
    await using duckdb = await testDuckdb();
    const texts = titles();
    const [header = [], ...rows] = parse(await renderedText(duckdb, pack, rowsOf(texts), { format: "csv" }));
    expect(rows.map((row) => row[header.indexOf("title")])).toEqual(texts);
    expect(rows.map((row) => row[header.indexOf("link")])).toEqual(texts.map((text) => inLink(pack, text)));
  });
});

test("Microsoft's tab-delimited file has no quoting", async () => {
  await using duckdb = await testDuckdb();
  const [header, row] = lines(await renderedText(duckdb, packNamed("microsoft"), rowsOf(['a "b" c'])));
  expect(row?.split("\t")[header?.split("\t").indexOf("title") ?? -1]).toBe('a "b" c');
});

test("Meta's XML nests flattened headers, and has elements of their own for links into apps", async () => {
  await using duckdb = await testDuckdb();
  const values = {
    "video[0].url": "https://v.example/a?b=1&c=2",
    "product_tags[0]": "summer",
    "applink.ios_url": 'app://item?"<1>&',
    "applink.android_package": "",
  };
  const xml = await renderedText(duckdb, meta, [{ values: { id: "1", ...values } }, { values: { id: "2" } }], { format: "rss" });
  expect(elements(xml, "//item[1]/g:video/g:url")).toEqual([values["video[0].url"]]);
  expect(elements(xml, "//item/g:product_tags")).toEqual(["summer"]);
  expect(elements(xml, "//item/applink[@property='ios_url']/@content")).toEqual([values["applink.ios_url"]]);
  expect(elements(xml, "//item/applink")).toHaveLength(1);
});

test("every attribute of Meta's table has an element in XML", async () => {
  await using duckdb = await testDuckdb();
  const values = Object.fromEntries(META_ATTRIBUTES.map(({ name }) => [name, "x"]));
  const xml = await renderedText(duckdb, meta, [{ values }], { format: "rss" });
  expect(elements(xml, "//item/*")).toHaveLength(META_ATTRIBUTES.length);
});

const CANONICAL = ["in_stock", "out_of_stock", "preorder", "backorder"];
const SPELLINGS = [
  ["meta", ["in stock", "out of stock", "preorder", "available for order"]],
  ["microsoft", ["in stock", "out of stock", "preorder", "preorder"]],
  ["pinterest", ["in stock", "out of stock", "preorder", "preorder"]],
  ["tiktok", ["in stock", "out of stock", "preorder", "available for order"]],
  ["snapchat", ["In stock", "Out of stock", "Preorder", "Available for order"]],
] as const;

test.each(SPELLINGS)("%s spells availability its own way", async (slug, expected) => {
  await using duckdb = await testDuckdb();
  const rows = CANONICAL.map((availability, at) => ({ values: { id: `${at}`, availability } }));
  expect(await columnOf(duckdb, packNamed(slug), rows, "availability")).toEqual(expected);
});

test("dates of sales have an offset with a colon where the channel takes after Meta, whatever offset was written", async () => {
  await using duckdb = await testDuckdb();
  const written = [
    "2026-11-27T00:00+0000/2026-11-30T23:59-0530",
    "2026-11-27T00:00+00:00/2026-11-30T23:59Z",
    "2026-11-27/2026-11-30",
    "soon+0000",
  ];
  const rows = written.map((date, at) => ({ values: { id: `${at}`, sale_price_effective_date: date } }));
  const expected = ["2026-11-27T00:00+00:00/2026-11-30T23:59-05:30", ...written.slice(1)];
  for (const slug of ["meta", "tiktok", "snapchat"]) {
    expect(await columnOf(duckdb, packNamed(slug), rows, "sale_price_effective_date")).toEqual(expected);
  }
});

test("Pinterest's titles are cut at a word and TikTok's are sent as they are", async () => {
  await using duckdb = await testDuckdb();
  const title = "word ".repeat(120).trim();
  const rows = [{ values: { id: "1", title } }];
  expect(await columnOf(duckdb, packNamed("pinterest"), rows, "title")).toEqual(["word ".repeat(100).trim()]);
  expect(await columnOf(duckdb, tiktok, rows, "title")).toEqual([title]);
});

test("groups of shipping have semicolons in TikTok's CSV and elements in its XML", async () => {
  await using duckdb = await testDuckdb();
  const rows = [{ values: { id: "1", shipping: "US:CA:Ground:9.99 USD,CA::Ground:19.99 USD" } }];
  expect(await columnOf(duckdb, tiktok, rows, "shipping")).toEqual(["US:CA:Ground:9.99 USD;CA::Ground:19.99 USD"]);
  const xml = await renderedText(duckdb, tiktok, rows, { format: "rss" });
  expect(elements(xml, "//item/g:shipping/g:price")).toEqual(["9.99 USD", "19.99 USD"]);
  expect(elements(xml, "//item/g:sku_id")).toEqual(["1"]);
});

test("Microsoft's category has Google's name in XML, and its own in the tab-delimited file", async () => {
  await using duckdb = await testDuckdb();
  const rows = [{ values: { id: "1", google_product_category: "212" } }];
  expect(await columnOf(duckdb, packNamed("microsoft"), rows, "product_category")).toEqual(["212"]);
  expect(elements(await renderedText(duckdb, packNamed("microsoft"), rows, { format: "rss" }), "//item/g:google_product_category")).toEqual(
    ["212"],
  );
});

const lines = (text: string): readonly string[] => text.split("\n").slice(0, -1);

function packNamed(slug: string): ChannelPack {
  const found = CHANNEL_PACKS.find((pack) => pack.slug === slug);
  if (found === undefined) throw new Error(`no pack is called ${slug}`);
  return found;
}

/** One column of the file in the pack's first format. */
async function columnOf(duckdb: TestDuckdb, pack: ChannelPack, rows: readonly ChannelRow[], column: string) {
  const delimiter = pack.formats[0].name === "csv" ? "," : "\t";
  const [header = [], ...records] = parse(await renderedText(duckdb, pack, rows), { delimiter });
  return records.map((record) => record[header.indexOf(column)]);
}
