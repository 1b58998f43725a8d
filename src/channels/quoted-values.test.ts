import { XmlDocument } from "libxml2-wasm";
import { afterAll, describe, expect, test } from "vitest";
import { channelInput, columnsFor } from "../../test/harness/checked-catalog.ts";
import { testDuckdb } from "../../test/harness/duckdb.ts";
import { findingsQuery } from "../engine/channels/findings-query.ts";
import { name, sql } from "../engine/sql/fragment.ts";
import { members, parseJson } from "../kernel/unsafe.ts";
import { amazon } from "./amazon/pack.ts";
import { openRows, renderedText } from "./channel-under-test.suite.ts";
import type { ChannelPack } from "./channel-port.ts";
import { google } from "./google/pack.ts";
import { openai } from "./openai/pack.ts";
import { CHANNEL_PACKS } from "./packs.ts";

/** A value of a list or a group may be in quotes, so that it can contain the separator. */

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

const G = { g: "http://base.google.com/ns/1.0" };

/** The elements of one attribute in RSS; those of a group as their parts. */
async function elements(pack: ChannelPack, attribute: string, value: string): Promise<readonly unknown[]> {
  using document = XmlDocument.fromString(
    await renderedText(duckdb, pack, [{ values: { id: "1", [attribute]: value } }], { format: "rss" }),
  );
  return document.find(`//item/g:${attribute}`, G).map((node, at) => {
    const parts = document.find(`//item/g:${attribute}[${at + 1}]/g:*`, G).map((part) => part.content);
    return parts.length === 0 ? node.content : parts;
  });
}

const LISTS: readonly (readonly [value: string, items: readonly string[]])[] = [
  ['"Soft, warm",B two', ["Soft, warm", "B two"]],
  ['B two, "Soft, warm" ,"C"', ["B two", "Soft, warm", "C"]],
  ['"Says ""soft, warm"""', ['Says "soft, warm"']],
  ['"",  ,A,""', ["A"]],
  ['Pan 12" wide,14" wide', ['Pan 12" wide', '14" wide']],
  ['"Chef" pan, red', ['"Chef" pan', "red"]],
  ['"Soft, warm', ['"Soft', "warm"]],
  ['"', ['"']],
  ["Soft, warm", ["Soft", "warm"]],
];

const DETAILS: readonly (readonly [value: string, groups: readonly (readonly string[])[]])[] = [
  ['Specs:Size:"1,5 m"', [["Specs", "Size", "1,5 m"]]],
  ['"Specs: all":"Size ""W, D""":1 m,A:B:C', [["Specs: all", 'Size "W, D"', "1 m"], ["A", "B", "C"]]],
  ['"Specs:Size:1,5 m",A:B:C', [["Specs", "Size", "1,5 m"], ["A", "B", "C"]]],
  ['"Specs:Size:""1,5: m"""', [["Specs", "Size", "1,5: m"]]],
  ['Specs:Size: "1:5, m" , A:B:C', [["Specs", "Size", "1:5, m"], ["A", "B", "C"]]],
  ['Specs:Size:12" x 14":9, A:B:"C', [["Specs", "Size", '12" x 14":9'], ["A", "B", '"C']]],
  ['Specs:"Big" size:1 m,A:B:C', [["Specs", '"Big" size', "1 m"], ["A", "B", "C"]]],
  [':Size:"1,5 m"', [["Size", "1,5 m"]]],
  ["Specs:Size:1,5 m", [["Specs", "Size", "1"], ["5 m"]]],
]; // prettier-ignore

describe("RSS", () => {
  test.each(LISTS)("has an element for each item of the list %s.", async (value, items) => {
    expect(await elements(google, "product_highlight", value)).toEqual(items);
  });

  test.each(DETAILS)("has the parts of the groups %s.", async (value, groups) => {
    expect(await elements(google, "product_detail", value)).toEqual(groups);
  });

  test("has a text of two parts with its comma and its colon.", async () => {
    const value = 'trained_algorithmic_media:"An oak, fine: bowl"';
    expect(await elements(google, "structured_title", value)).toEqual([["trained_algorithmic_media", "An oak, fine: bowl"]]);
  });

  test.each(CHANNEL_PACKS.filter(({ formats }) => formats.some((format) => format.name === "rss")))(
    "of $displayName reads quotes.",
    async (pack) => {
      const list = pack.attributes.find(({ type }) => type === "urls");
      const images = await elements(pack, list?.name ?? "", '"https://shop.example/a,b.jpg",https://shop.example/c.jpg');
      expect(images).toEqual(["https://shop.example/a,b.jpg", "https://shop.example/c.jpg"]);
    },
  );
});

test("a list in quotes keeps as many items as the channel takes.", async () => {
  const values = { id: "1", promotion_id: Array.from({ length: 11 }, (_, at) => `"${at},"`).join(", ") };
  using document = XmlDocument.fromString(await renderedText(duckdb, google, [{ values }], { format: "rss" }));
  const kept = Array.from({ length: 10 }, (_, at) => `${at},`);
  expect(document.find("//item/g:promotion_id", G).map((node) => node.content)).toEqual(kept);
});

test("Amazon's bullet points are the items of the list.", async () => {
  const rows = [...LISTS.map(([value]) => value), '"1, 2",3,4,5,6,7'].map((value, at) => ({
    values: { id: `${at + 1}`, title: "Shirt", bullet_point: value },
  }));
  const settings: object = { seller_id: "A1", product_type: "SHIRT" };
  const { messages } = members(parseJson(await renderedText(duckdb, amazon, rows, settings)));
  if (!Array.isArray(messages)) throw new Error("messages are a list");
  const points = messages.map((message) => members(members(message)["attributes"])["bullet_point"]);
  const worded = (items: readonly string[]) => items.map((value): unknown => expect.objectContaining({ value }));
  expect(points).toEqual([...LISTS.map(([, items]) => items), ["1, 2", "3", "4", "5", "6"]].map(worded));
});

test("OpenAI's lists are those of the items.", async () => {
  const rows = [{ values: { id: "1", target_countries: '"US, mainland",CA' } }];
  expect(members(parseJson(await renderedText(duckdb, openai, rows)))["target_countries"]).toEqual(["US, mainland", "CA"]);
});

test("items in quotes are counted and measured as a whole.", async () => {
  const half = "x".repeat(80);
  const values = [
    `${half},${half}`,
    `"${half},${half}"`,
    Array(101).fill("a,").join(""),
    Array(100).fill('"a,"').join(),
    Array(101).fill('"a,"').join(),
  ];
  const columns = columnsFor(google);
  const input = channelInput(google, { columns });
  const opened = await openRows(
    duckdb,
    google,
    values.map((value, at) => ({
      values: { ...Object.fromEntries(columns.map((column) => [column, ""])), id: `${at}`, product_highlight: value },
    })),
  );
  const checks = google.checks({ ...opened.input, taxonomy: input.taxonomy }).filter(({ field }) => field === "product_highlight");
  const found = await duckdb.all(sql`SELECT * FROM (${findingsQuery(checks, opened.rows, name("ord"))}) ORDER BY ord`);
  expect(found.map((one) => [Number(one["ord"]), checks[Number(one["nth"])]?.code])).toEqual([
    [1, "text_attribute_too_long"],
    [1, "too_few_values"],
    [2, "too_many_values"],
    [4, "too_many_values"],
  ]);
});
