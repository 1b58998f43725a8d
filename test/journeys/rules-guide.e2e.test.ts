import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { apiClient, type ApiClient, eventually } from "../harness/api-client.ts";
import { csvShop } from "../harness/csv-shop.ts";
import { sampleService } from "../harness/sample-template.ts";
import type { ClonedService } from "../harness/service-on-clone.ts";
import { IN_TIME } from "../harness/slow-machine.ts";

/** The guides to rules and to their tests say what is so: their examples are sent to a running service, and the first one is worked out again by hand. */

const GUIDE = readFileSync(new URL("../../docs/guide/rules.md", import.meta.url), "utf8");

interface Example {
  readonly form: "json" | "text";
  readonly written: string;
  /** Whether it stands on the first page, before any heading. */
  readonly first: boolean;
}

const FIRST_PAGE_ENDS = GUIDE.indexOf("\n## ");
const EXAMPLES: readonly Example[] = [...GUIDE.matchAll(/^```(json|text) rule\n([\s\S]*?)\n```$/gm)].map((found) => ({
  form: found[1] === "json" ? "json" : "text",
  written: found[2] ?? "",
  first: found.index < FIRST_PAGE_ENDS,
}));
const TABLES = [...GUIDE.matchAll(/^```csv lookup_table (\w+)\n([\s\S]*?)^```$/gm)].map(([, name, csv]) => ({
  name: name ?? "",
  csv: csv ?? "",
}));

const ruleOf = ({ form, written }: Example): object => (form === "json" ? members(parseJson(written)) : { text: written });

/** 86 characters, so that two of them with brand and colour are beyond 150. */
const LONG = "Trail running shoes with a wide toe box and a rubber sole for long and muddy mornings";
/** With `Hazel Red ` before it exactly 150 characters, and 151. */
const FITS = "x".repeat(140);
const ONE_TOO_MANY = `${"x".repeat(130)} ${"y".repeat(10)}`;

/** Title, vendor, type, colour, price, cost; sizes and the rest are the same for all. */
const GOODS: readonly (readonly string[])[] = [
  ["Canvas sneakers", "Hazel", "Shoes", "Red", "99.99", "20.00"],
  ["Canvas sneakers at the edge", "Hazel", "Shoes", "Red", "100.00", "40.00"],
  ["Felt slippers", "Hazel", "shoes", "Blue", "50.00", "35.00"],
  ["Leather boots", "Hazel", "Shoes", "Black", "189.00", "140.00"],
  ["No price yet", "Hazel", "Shoes", "Black", "", "20.00"],
  ["No colour", "Hazel", "Shoes", "", "20.00", "18.00"],
  ["No brand", "", "Shoes", "Green", "20.00", "25.00"],
  ["No cost", "Hazel", "Shoes", "Green", "20.00", ""],
  [`${LONG}, ${LONG}`, "Hazel", "Shoes", "Red", "45.00", "30.00"],
  [FITS, "Hazel", "Shoes", "Red", "10.00", "1.00"],
  [ONE_TOO_MANY, "Hazel", "Shoes", "Red", "10.00", "9.00"],
  ["Shoe polish", "Hazel", "Shoes and care", "Brown", "7.00", "2.80"],
  ["Wool hat", "Hazel", "Hats", "Red", "25.00", "12.00"],
];
const HEADER =
  "Handle,Title,Vendor,Type,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Cost per item,Image Src,Lead time (variant.metafields.custom.lead_time_days)";
const EXPORT = [
  HEADER,
  ...GOODS.map(([title, vendor, type, colour, price, cost], at) => {
    const option = colour === "" ? "Title,Default Title" : `Colour,${colour}`;
    return `item-${at},"${title}",${vendor},${type},"Sale, ${type}",${option},SKU-${at},shopify,${at},${price},${cost},https://images.example/${at}.jpg,${at}`;
  }),
  "",
].join("\n");

const FINISHED_WITHIN_MS = 300_000;

interface Shop {
  readonly client: ApiClient;
  readonly key: string;
  readonly feed: string;
}

let home: ClonedService;
let small: Shop;
let sample: Shop;

async function shopOf(key: string): Promise<Shop> {
  const client = apiClient(home.url, key);
  const { list } = await eventually(
    () => client.get("/feeds"),
    (answer) => answer.list[0]?.["feed_url"] !== null && typeof answer.list[0]?.["last_run_at"] === "string",
    FINISHED_WITHIN_MS,
  );
  return { client, key, feed: `/feeds/${String(list[0]?.["id"])}` };
}

beforeAll(async () => {
  home = await sampleService();
  await home.start();
  const { key } = await csvShop(home, "hazel.example", EXPORT);
  const quickstart = await vi.waitFor(() => readFile(join(home.dataDir, "quickstart.json"), "utf8"), IN_TIME);
  small = await shopOf(key);
  sample = await shopOf(String(members(parseJson(quickstart))["merchant_key"]));
});
afterAll(() => home[Symbol.asyncDispose]());

/** Every row of the live run by its id: its fields, and whether it is in the file. */
async function rowsOf({ client, feed }: Shop): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
  const rows = new Map<string, Readonly<Record<string, unknown>>>();
  for (let page = 1, more = true; more; page += 1) {
    const { list, body } = await client.get(`${feed}/products?per_page=100&page=${page}`);
    for (const row of list) rows.set(String(row["row_id"]), members(row["fields"]));
    more = members(body["meta"])["has_more"] === true;
  }
  return rows;
}

/** The source rows of the last extract by row id, as the platform gave them. */
async function sourceOf({ client }: Shop): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
  const { data } = await client.get("/extracts/latest");
  const download = await client.get(`/extracts/${String(data["id"])}/download`);
  const text = await (await fetch(String(download.data["url"]))).text();
  const rows: readonly unknown[] = parse(text, { columns: true, bom: true });
  return new Map(rows.map((row) => [String(members(row)["id"]), members(row)]));
}

/** These rules alone, followed by a run. */
async function runWith({ client, feed }: Shop, rules: readonly object[]): Promise<void> {
  const { list } = await client.get(`${feed}/rules`);
  for (const { id } of list) expect((await client.delete(`${feed}/rules/${String(id)}`)).status).toBe(204);
  for (const rule of rules) expect((await client.post(`${feed}/rules`, { rule })).status).toBe(201);
  expect(await ranAgain({ client, feed })).toMatchObject({ status: "completed", publication: "live" });
}

/** A new run of the feed, once it has ended. */
async function ranAgain({ client, feed }: Pick<Shop, "client" | "feed">) {
  const started = await client.post(`${feed}/regenerate`);
  expect(started.status).toBe(202);
  const { data } = await eventually(
    () => client.get(`${feed}/runs/${String(started.data["id"])}`),
    (answer) => answer.data["status"] !== "running",
    FINISHED_WITHIN_MS,
  );
  return data;
}

/** Whole words of a text, as many as there is room for. */
function cutAtWord(text: string, most: number): string {
  const words = text.split(" ");
  while ([...words.join(" ")].length > most) words.pop();
  return words.join(" ").replace(/[\s,]+$/u, "");
}

/** What the sentence on the first page promises of a row: its title and its label. */
function promised(source: Readonly<Record<string, unknown>>, before: Readonly<Record<string, unknown>>) {
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  const [price, cost] = [text(source["price"]), text(source["cost"])];
  const cheapShoes = text(source["product_type"]).toLowerCase() === "shoes" && price !== "" && Number(price) < 100;
  const parts = [before["brand"], before["color"], before["title"]].map(text).filter((part) => part !== "");
  const margin = price === "" || cost === "" || Number(price) <= 0 ? undefined : ((Number(price) - Number(cost)) / Number(price)) * 100;
  const tier = (percent: number): string => (percent >= 60 ? "high margin" : percent >= 30 ? "medium margin" : "low margin");
  return {
    title: cheapShoes ? cutAtWord(parts.join(" "), 150) : before["title"],
    custom_label_1: margin === undefined ? before["custom_label_1"] : tier(margin),
  };
}

describe("the guide to rule tests shows what the sample shop answers", () => {
  const guide = readFileSync(new URL("../../docs/guide/rule-tests.md", import.meta.url), "utf8");
  const shown = (name: string): string => {
    const found = new RegExp(`^\`\`\`${name}\\n([\\s\\S]*?)\\n\`\`\`$`, "m").exec(guide)?.[1];
    if (found === undefined) throw new Error(`the guide shows no ${name}`);
    return found;
  };
  const shownJson = (name: string) => members(parseJson(shown(`json ${name}`)));
  const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

  test("the counts of the sample shop", async () => {
    const { reasons, ...counts } = shownJson("scope");
    const { data } = await sample.client.get(`${sample.feed}/scope`);
    expect(data).toMatchObject(counts);
    expect(listOf(data["reasons"]).slice(0, 2)).toEqual(reasons);
  });

  test("the tests, what trying them out answers, and why the run is held", async () => {
    const { client, feed } = sample;
    expect((await client.put(`${feed}/tests`, shownJson("tests"))).status).toBe(200);
    const { tests, ...counts } = shownJson("results");
    const tried = await client.post(`${feed}/tests/run`);
    expect(tried.data).toMatchObject(counts);
    expect(listOf(tried.data["tests"]).slice(0, 1)).toEqual(tests);
    expect(await ranAgain(sample)).toMatchObject({ publication: "held", held_reasons: [{ code: "test_failed", message: shown("text") }] });
    expect((await client.put(`${feed}/tests`, { tests: [] })).status).toBe(200);
  });
});

describe("the first page of the guide", () => {
  const first = (form: Example["form"]) => EXAMPLES.filter((example) => example.first && example.form === form).map(ruleOf);

  test("says the same thing in JSON and in text", () => {
    expect([first("json").length, first("text").length]).toEqual([2, 2]);
    expect(GUIDE.slice(0, FIRST_PAGE_ENDS)).toContain(
      "title = brand + colour + title, cut at 150 at a word, only for shoes under 100; margins labelled in three tiers",
    );
  });

  test.each([
    ["a shop with every edge of the sentence", () => small, 13],
    ["the sample shop", () => sample, 1_000],
  ] as const)("does what its sentence promises, in either form: %s", async (_shop, shopFor, rowsMin) => {
    const shop = shopFor();
    await runWith(shop, []);
    const [before, source] = [await rowsOf(shop), await sourceOf(shop)];
    expect(before.size).toBeGreaterThanOrEqual(rowsMin);
    const expected = new Map([...before].map(([id, fields]) => [id, { ...fields, ...promised(source.get(id) ?? {}, fields) }]));
    await runWith(shop, first("json"));
    const asJson = await rowsOf(shop);
    await runWith(shop, first("text"));
    const asText = await rowsOf(shop);
    expect(asText).toEqual(asJson);
    expect(asJson).toEqual(expected);
  });

  test("reaches every edge: titles cut and not, all three tiers, rows that keep theirs", async () => {
    const after = [...(await rowsOf(small)).values()];
    const titles = after.map(({ title }) => String(title));
    expect(titles).toEqual(
      expect.arrayContaining([`Hazel Red ${FITS}`, `Hazel Red ${"x".repeat(130)}`, "Hazel No colour", "Green No brand"]),
    );
    expect(titles).toEqual(expect.arrayContaining(["No price yet", "Canvas sneakers at the edge", "Wool hat", "Shoe polish"]));
    expect(Math.max(...titles.map((title) => title.length))).toBe(150);
    expect(new Set(after.map((fields) => fields["custom_label_1"]))).toEqual(new Set(["high margin", "medium margin", "low margin", ""]));
  });

  test("shows what the sample shop answers", async () => {
    const shown = [...GUIDE.matchAll(/^```json\n([\s\S]*?)\n```$/gm)].map(([, json]) => members(parseJson(json ?? "")));
    const traced = shown.find((answer) => answer["stages"] !== undefined);
    const fields = (await rowsOf(sample)).get(String(traced?.["row_id"]));
    expect(GUIDE).toContain(`| \`title\` | Skerry Sneakers in cork | ${String(fields?.["title"])} |`);
    const { data } = await sample.client.post(`${sample.feed}/debug_rows`, { row_ids: [traced?.["row_id"]] });
    const rows: readonly unknown[] = Array.isArray(data["rows"]) ? data["rows"] : [];
    const stages = members(rows[0])["stages"];
    const changes = (of: unknown) => (Array.isArray(of) ? of.map((stage) => members(stage)["changes"]) : []);
    expect(changes(stages).slice(-2)).toEqual(changes(traced?.["stages"]).slice(-2));
    const preview = { text: 'Exclude because "Sold out" when [D]available = false' };
    const answer = await sample.client.post(`${sample.feed}/rules/preview`, { rule: preview });
    const previewed = shown.find((each) => each["object"] === "rule_preview");
    expect(answer.data["summary"]).toEqual(previewed?.["summary"]);
    expect(answer.data["results"]).toEqual(expect.arrayContaining([previewed?.["results"]].flat()));
  });
});

describe("every other example of the guide is accepted and previewed", () => {
  beforeAll(async () => {
    await runWith(small, []);
    for (const { name, csv } of TABLES) {
      const headers = { authorization: `Bearer ${small.key}`, "content-type": "text/csv" };
      const answer = await fetch(`${home.url}/v1/lookup_tables/${name}`, { method: "PUT", body: csv, headers });
      if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`);
    }
  });

  test("there are some, of every rule type", async () => {
    const { data } = await small.client.get("/rules/functions");
    const types = (Array.isArray(data["rule_types"]) ? data["rule_types"] : []).map((each) => String(members(each)["type"]));
    const titles = [...GUIDE.matchAll(/^\*\*`(\w+)`\*\*(?: and \*\*`(\w+)`\*\*)?/gm)].flatMap(([, one, other]) => [one, other]);
    expect(new Set(titles.filter((title) => title !== undefined && title !== "stop"))).toEqual(new Set(types));
    expect([EXAMPLES.length > types.length, TABLES.length]).toEqual([true, 1]);
  });

  test.concurrent.each(
    EXAMPLES.filter(({ first }) => !first).map((example) => [example.written.replaceAll(/\s+/g, " "), example] as const),
  )("%s", async (_shown, example) => {
    const { client, feed } = small;
    const rule = ruleOf(example);
    const preview = await client.post(`${feed}/rules/preview`, { rule });
    expect([preview.status, preview.data["object"]]).toEqual([200, "rule_preview"]);
    const created = await client.post(`${feed}/rules`, { rule });
    expect(created.status).toBe(201);
    expect((await client.delete(`${feed}/rules/${String(created.data["id"])}`)).status).toBe(204);
    // What it answers can be sent back, and is the same rule.
    const again = await client.post(`${feed}/rules`, { rule: { text: created.data["text"] } });
    expect([again.status, again.data["definition"]]).toEqual([201, created.data["definition"]]);
    expect((await client.delete(`${feed}/rules/${String(again.data["id"])}`)).status).toBe(204);
  });
});
