import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { answeringServer } from "../harness/answering-server.ts";
import { type ApiAnswer, type ApiClient, eventually } from "../harness/api-client.ts";
import { csvShop } from "../harness/csv-shop.ts";
import { readFeedFile } from "../harness/feed-file.ts";
import { clonedService, type ClonedService } from "../harness/service-on-clone.ts";
import { smallMapping, smallTaxonomy } from "../harness/taxonomies.ts";

/** What a merchant may say of a feed besides rules, each from the request to the file that channels fetch. */

const EXPORT = [
  "Handle,Title,Vendor,Type,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Image Src",
  "scarf,Wool scarf,Hazel,Scarves,Colour,Aqua,SC-1,shopify,3,12.90,https://images.example/scarf.jpg",
  "scarf,,,,,Rose,SC-2,shopify,5,12.90,",
  "hat,Felt hat,Hazel,Hats,Colour,Aqua,HA-1,shopify,1,20.00,https://images.example/hat.jpg",
  "",
].join("\n");

const FINISHED_WITHIN_MS = 300_000;

let home: ClonedService;
let client: ApiClient;
let feedUrl: string;

beforeAll(async () => {
  home = await clonedService();
  await home.start();
  ({ client, feedUrl } = await csvShop(home, "hazel.example", EXPORT));
});
afterAll(() => home[Symbol.asyncDispose]());

const served = async () => readFeedFile(await (await fetch(feedUrl)).text());
/** One column of the file by SKU. */
const column = async (name: string) => Object.fromEntries((await served()).map((row) => [String(row["mpn"]), String(row[name])]));
const isFinished = ({ data }: ApiAnswer): boolean => data["status"] !== "running";

/** The run after this one, at its end. */
async function runAfter(id: unknown): Promise<Readonly<Record<string, unknown>>> {
  const ended = (answer: ApiAnswer): boolean => isFinished(answer) && answer.data["id"] !== id;
  return (await eventually(() => client.get("/feeds/1/runs/latest"), ended, FINISHED_WITHIN_MS)).data;
}

const latestRun = async () => (await client.get("/feeds/1/runs/latest")).data["id"];

async function regenerate(): Promise<Readonly<Record<string, unknown>>> {
  const before = await latestRun();
  expect((await client.post("/feeds/1/regenerate")).status).toBe(202);
  return runAfter(before);
}

describe("settings", () => {
  test("change the file by a run they start themselves", async () => {
    const before = await latestRun();
    const { status, data } = await client.patch("/feeds/feed_1/settings", { utm: { utm_source: "google" } });
    expect([status, data]).toEqual([200, expect.objectContaining({ object: "feed_settings", utm: { utm_source: "google" }, seo: false })]);
    expect(await runAfter(before)).toMatchObject({ status: "completed", publication: "live", trigger: "settings" });
    expect(Object.values(await column("link"))).toEqual(Array.from({ length: 3 }, () => expect.stringMatching(/[?&]utm_source=google$/)));
  });

  test("that change every id are held until a person releases them", async () => {
    const before = await latestRun();
    const ids = await column("id");
    await client.patch("/feeds/1/settings", { id_format: "sku" });
    const held = await runAfter(before);
    expect(held).toMatchObject({
      publication: "held",
      held_reasons: expect.arrayContaining([expect.objectContaining({ code: "identity_change" })]),
    });
    expect(await column("id")).toEqual(ids);
    await client.post(`/feeds/1/runs/${String(held["id"])}/publish`);
    expect(await column("id")).toEqual({ "SC-1": "SC-1", "SC-2": "SC-2", "HA-1": "HA-1" });
  });
});

describe("columns, mappings and lookup tables", () => {
  test("reach the file with the next run: a column of its own that reads an expression over a table", async () => {
    const csv = { method: "PUT", body: "Colour,Google colour\naqua,Blue\n", headers: { "content-type": "text/csv" } };
    const key = String((await keyOf())["raw_key"]);
    const answer = await fetch(`${home.url}/v1/lookup_tables/colours`, {
      ...csv,
      headers: { ...csv.headers, authorization: `Bearer ${key}` },
    });
    expect([answer.status, members(members(await answer.json())["data"])["row_count"]]).toEqual([200, 1]);
    await client.patch("/feeds/1/extra_columns", { extra_columns: ["google_colour"] });
    const mappings = {
      google_colour: '=lookup("colours", [D]option1_value, blank, "Other")',
      title: '=[D]vendor & " " & [D]title',
      brand: null,
    };
    const { data } = await client.patch("/feeds/1/column_mappings", { mappings });
    expect(members(data["mappings"])).toMatchObject(mappings);
    expect(members(data["propagates_to"])).toMatchObject({ vendor: ["title", "identifier_exists"] });
    expect(await column("title")).toEqual({ "SC-1": "Wool scarf", "SC-2": "Wool scarf", "HA-1": "Felt hat" });
    await regenerate();
    expect(await column("google_colour")).toEqual({ "SC-1": "Blue", "SC-2": "Other", "HA-1": "Blue" });
    expect(await column("title")).toMatchObject({ "HA-1": "Hazel Felt hat" });
    expect(await column("brand")).toMatchObject({ "HA-1": "" });
  });

  test("are brought and listed at the command line too, beside the running service", async () => {
    const file = join(home.dataDir, "colours.csv");
    await writeFile(file, "Colour;Google colour\nAqua;Blue\nRose;Pink\n");
    expect(await home.command("lookup", "import", "hazel.example", "Colours", file).output).toMatch(/colours now has 2 rows/);
    expect(parseJson(await home.command("lookup", "list", "hazel.example", "--json").output)).toMatchObject([
      { name: "colours", row_count: 2 },
    ]);
    const refused: readonly (readonly [string, RegExp])[] = [
      ["Colour;Google colour\nAqua;Blue\naqua;Blue\n", /Row 2: the key "aqua"/],
      ["Colour\nAqua\n", /The mapping of google_colour in feed_1 uses the table/],
    ];
    for (const [csv, message] of refused) {
      await writeFile(file, csv);
      await expect(home.command("lookup", "import", "hazel.example", "colours", file).output).rejects.toThrow(message);
    }
    await regenerate();
    expect(await column("google_colour")).toMatchObject({ "SC-2": "Pink" });
    expect((await client.delete("/lookup_tables/colours")).code).toBe("lookup_table_in_use");
  });
});

describe("taxonomies", () => {
  test("are updated from a file and a server beside the running service, shown, and kept where a file is bad", async () => {
    await using server = await answeringServer();
    server.answer((response) =>
      response.end(smallMapping("2030-02", ["Things", ...Array.from({ length: 299 }, (_, at) => `Things > Kind ${at}`)])),
    );
    const file = join(home.dataDir, "taxonomy.txt");
    await writeFile(file, smallTaxonomy("2030-01-01"));
    const updated = await home.command(
      "taxonomy",
      "update",
      "--google",
      file,
      "--shopify",
      `${server.url}/mapping.json`,
      "--accept-smaller",
    ).output;
    expect(updated).toMatch(/Google's product taxonomy: edition 2030-01-01 instead of 2021-09-21, 301 categories: 301 new, 5595 removed/u);
    expect(updated).toMatch(/Shopify's mapping to Google's taxonomy: edition 2030-02 instead of 2025-01, 300 categories.*mapping\.json\./u);
    await writeFile(file, `${smallTaxonomy("2030-01-02")}1 - Gone > Shoes\n`);
    await expect(home.command("taxonomy", "update", "--google", file).output).rejects.toThrow(
      /it has Gone > Shoes but not Gone.*The current edition stays in use/u,
    );
    expect(parseJson(await home.command("taxonomy", "show", "--json").output)).toMatchObject([
      {
        name: "google",
        edition: "2030-01-01",
        rows: 301,
        source: "taxonomy.txt",
        licence: expect.any(String),
        date: expect.stringMatching(/^\d{4}-/u),
      },
      { name: "shopify", edition: "2030-02", rows: 300, source: `${server.url}/mapping.json` },
    ]);
  });
});

describe("cells", () => {
  test("are kept, and every column that reads one follows with the next run; cleared, the platform's value is back", async () => {
    const { list } = await client.get("/feeds/1/products?search=felt");
    const product = String(list[0]?.["product_id"]);
    const route = `/feeds/1/products/${product}/cells`;
    const tried = await client.patch(route, { cells: { vendor: "Hazel & Co" }, preview: true });
    expect(tried.data).toMatchObject({
      object: "cell_preview",
      before: { title: "Hazel Felt hat" },
      after: { title: "Hazel & Co Felt hat" },
      changes: [{ field: "title" }],
    });
    const { data } = await client.patch(route, { cells: { vendor: "Hazel & Co", brand: "x" } });
    expect(data).toMatchObject({
      object: "cell_update",
      product_id: product,
      updated: { vendor: "Hazel & Co" },
      errors: [{ column: "brand", code: "output_column" }],
      overlay: { vendor: "Hazel & Co" },
      propagates_to: { vendor: ["title", "identifier_exists"] },
    });
    await regenerate();
    expect(await column("title")).toMatchObject({ "HA-1": "Hazel & Co Felt hat", "SC-1": "Hazel Wool scarf" });
    expect((await client.patch(route, { cells: { vendor: null } })).data).toMatchObject({ cleared: ["vendor"], overlay: {} });
    await regenerate();
    expect(await column("title")).toMatchObject({ "HA-1": "Hazel Felt hat" });
  });
});

describe("channels at the command line", () => {
  const channel = (verb: string, ...options: readonly string[]) =>
    home.command("channel", verb, "tiktok", "--feed", "feed_1", ...options).output;

  test("are assigned with settings, previewed, and removed, each with the file that follows", async () => {
    const address = feedUrl.replace(/\.txt$/, ".tiktok.xml");
    const assigned = await channel("assign", "--set", "format=rss", "--set", "omit_rows_with_errors=false");
    expect(assigned).toContain("TikTok is assigned to feed_1.\n");
    expect(assigned).toContain(`  File      ${address}\n  Rows      3\n  Findings  `);
    expect(assigned).toContain("To register the file by hand:\n  1. ");
    expect(await (await fetch(address)).text()).toContain("<g:title>Hazel Wool scarf</g:title>");

    const shown = await channel("preview");
    expect(shown.match(/^Row \d+ in the file for tiktok:$/gm)).toHaveLength(2);
    expect(shown).toMatch(/^sku_id +SC-1$/m);
    const rule = join(home.dataDir, "rule.json");
    await writeFile(rule, JSON.stringify({ type: "set_value", target: "gtin", value: "1234", condition: '[D]title contains "hat"' }));
    const effect = parseJson(await channel("preview", "--rule", rule, "--json"));
    expect(effect).toMatchObject({ summary: { total: 3, changed: 1 } });
    expect(members(effect)["findings"]).toContainEqual(
      expect.objectContaining({ channel: "tiktok", field: "gtin", cleared: 0, caused: 1 }),
    );

    expect(parseJson(await channel("remove", "--json"))).toEqual({ feed_id: "feed_1", channel: "tiktok", removed: true });
    expect((await fetch(address)).status).toBe(404);
    await expect(channel("remove")).rejects.toThrow(/ended with 1: /);
  });
});

/** A key for the one request that is no JSON. */
async function keyOf(): Promise<Readonly<Record<string, unknown>>> {
  return members(parseJson(await home.command("key", "create", "--shop", "hazel.example", "--scopes", "write_rules", "--json").output));
}
