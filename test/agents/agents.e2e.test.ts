import { afterAll, beforeAll, expect, test } from "vitest";
import { branded, members } from "../../src/kernel/unsafe.ts";
import type { ApiClient } from "../harness/api-client.ts";
import { csvShop, type CsvShop } from "../harness/csv-shop.ts";
import { clonedService, type ClonedService } from "../harness/service-on-clone.ts";
import { agent, type Agent, type Cost } from "./agent.ts";

/**
 * Tasks that merchants give agents, done with the tools alone by a script in a model's place. Each test looks at the end state over REST, and
 * says what the way there costs: how many calls, and at most how many bytes of arguments and results.
 */

const HEADER =
  "Handle,Title,Body (HTML),Vendor,Type,Published,Option1 Name,Option1 Value,Variant SKU,Variant Barcode,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Cost per item,Image Src,Status";

interface Item {
  readonly handle: string;
  readonly title: string;
  readonly barcode?: string;
  readonly price: number;
  readonly cost: number;
}

const exportOf = (items: readonly Item[]): string =>
  [
    HEADER,
    ...items.map(({ handle, title, barcode = "", price, cost }) =>
      [
        ...[handle, title, `${title} in solid oak and made to last for years.`, "Oakline", "Furniture", "TRUE", "Title", "Default Title"],
        ...[handle.toUpperCase(), barcode, "5", "deny", price, cost, `https://cdn.example/${handle}.jpg`, "active"],
      ].join(","),
    ),
    "",
  ].join("\n");

const ITEMS: readonly Item[] = [
  { handle: "desk", title: "Writing desk", barcode: "4006381333931", price: 400, cost: 100 },
  { handle: "chair", title: "Office chair", barcode: "5901234123457", price: 200, cost: 110 },
  { handle: "shelf", title: "SOLID OAK SHELF FOR BOOKS", barcode: "9780201379624", price: 100, cost: 80 },
  { handle: "stool", title: "FOLDING STOOL WITH CUSHION", price: 50, cost: 20 },
  { handle: "lamp", title: "Reading lamp", price: 80, cost: 30 },
];

let home: ClonedService;
let shops = 0;

beforeAll(async () => {
  home = await clonedService();
  await home.start();
});
afterAll(() => home[Symbol.asyncDispose]());

interface Given extends AsyncDisposable {
  readonly shop: CsvShop;
  readonly feed: string;
  readonly by: Agent;
}

/** A shop of its own, its published primary feed, and an agent with its key. */
async function given(toolsets = ""): Promise<Given> {
  shops += 1;
  const shop = await csvShop(home, `agents-${shops}.example`, exportOf(ITEMS));
  const by = await agent(home.url, shop.key, toolsets);
  const feed = String((await shop.client.get("/feeds")).list[0]?.["id"]);
  return { shop, feed, by, [Symbol.asyncDispose]: () => by[Symbol.asyncDispose]() };
}

/** Runs the feed and waits until it has ended; answers the run. */
async function runFeed(by: Agent, feedId: string): Promise<string> {
  const { answer } = await by.change("run_feed", { feed_id: feedId });
  const { id } = members(answer["data"]);
  const ended = await by.until("run_feed", { feed_id: feedId, mode: "status" }, ({ data }) => {
    const latest = members(data);
    return latest["id"] === id && latest["status"] !== "running";
  });
  expect(members(ended["data"])).toMatchObject({ status: "completed", publication: "live" });
  return String(id);
}

async function assign(client: ApiClient, feedId: string, channel: string): Promise<void> {
  expect((await client.put(`/feeds/${feedId}/channels/${channel}`, {})).status).toBe(200);
}

/** What the feed says, by the handles of its products. */
async function published(client: ApiClient, feedId: string): Promise<Readonly<Record<string, Readonly<Record<string, unknown>>>>> {
  const { list } = await client.get(`/feeds/${feedId}/products?per_page=100`);
  return Object.fromEntries(
    list.map((row) => {
      const values = members(row["fields"]);
      return [/\/products\/([^?]*)/.exec(String(values["link"]))?.[1] ?? "", values];
    }),
  );
}

const listOf = (answer: Readonly<Record<string, unknown>>) => branded<readonly unknown[]>(answer["data"] ?? []).map(members);

function expectCost(by: Agent, { calls, bytes }: Cost): void {
  const cost = by.cost();
  expect(cost.calls).toBe(calls);
  expect(cost.bytes).toBeLessThanOrEqual(bytes);
}

test("why is this product missing: 1 call, 2 KB", async () => {
  await using task = await given();
  const { by, feed, shop } = task;
  await shop.client.post(`/feeds/${feed}/rules`, { rule: { text: 'Exclude because "Clearance" when [D]handle = stool' } });
  await using operator = await agent(home.url, shop.key);
  await runFeed(operator, feed);

  const { data } = await by.read("product", { search: "folding stool" });
  const [inFeed] = listOf({ data: members(data)["feeds"] });
  expect(inFeed).toMatchObject({ feed_id: feed, state: "not_in_feed", what: "excluded_by_rule" });
  expect(JSON.stringify(inFeed)).toContain("Clearance");
  expectCost(by, { calls: 1, bytes: 2_000 });
});

/** What the merchant has in a list of the supplier's. */
const GTINS: Readonly<Record<string, string>> = { STOOL: "8712345678906", LAMP: "4012345678901" };

test("clear all missing-GTIN findings: 8 calls, 12 KB", async () => {
  await using task = await given("channels");
  const { by, feed, shop } = task;
  await assign(shop.client, feed, "google");
  await using operator = await agent(home.url, shop.key);
  await runFeed(operator, feed);

  const asked = { feed_id: feed, slug: "google", code: "missing_gtin" };
  const rows = listOf(await by.read("finding_rows", asked));
  expect(rows).toHaveLength(2);
  const { data } = await by.read("products", { search: "a" });
  const skuOf = new Map(listOf({ data }).map((product) => [product["id"] ?? product["product_id"], String(product["sku"])]));
  const products = rows.map(({ product_id: id }) => ({ id, gtin: GTINS[skuOf.get(id) ?? ""] }));
  await by.change("set_overrides", { products });
  await runFeed(by, feed);
  expect(listOf(await by.read("feed_findings", asked))).toEqual([]);
  expect((await shop.client.get(`/feeds/${feed}/channels/google/findings?code=missing_gtin`)).list).toEqual([]);
  expectCost(by, { calls: 8, bytes: 12_000 });
});

test("label three margin tiers: 5 calls, 8 KB", async () => {
  await using task = await given();
  const { by, feed, shop } = task;
  const tiers = [
    { name: "high", min: 60 },
    { name: "middle", min: 30, max: 60 },
    { name: "low", max: 30 },
  ];
  const { answer } = await by.change("set_margin_tiers", { feed_id: feed, slot: 0, by: "margin", tiers });
  expect(members(answer["data"])).toMatchObject({ cost_coverage: { with_cost: 5, total: 5 } });
  await runFeed(by, feed);
  const labels = Object.entries(await published(shop.client, feed)).map(([handle, values]) => [handle, values["custom_label_0"]]);
  expect(Object.fromEntries(labels)).toEqual({ desk: "high", chair: "middle", shelf: "low", stool: "high", lamp: "high" });
  expectCost(by, { calls: 5, bytes: 8_000 });
});

test("prepare a weekend sale and undo it: 10 calls, 14 KB", async () => {
  await using task = await given();
  const { by, feed, shop } = task;
  const before = await published(shop.client, feed);
  const sale = {
    feed_id: feed,
    rule: { type: "calculate", target: "sale_price", value: "=[D]price * 0.8", condition: "[D]price >= 100" },
  };
  const previewed = await by.read("preview_rule", sale);
  const made = await by.read("apply_rule", { ...sale, preview_token: previewed["preview_token"] });
  await runFeed(by, feed);
  const onSale = await published(shop.client, feed);
  expect(Object.entries(onSale).map(([handle, values]) => [handle, values["sale_price"]])).toEqual(
    expect.arrayContaining([
      ["desk", "320.00 USD"],
      ["chair", "160.00 USD"],
      ["shelf", "80.00 USD"],
      ["stool", ""],
    ]),
  );

  const { tool, arguments: undoing } = members(made["undo"]);
  await by.change(String(tool), members(undoing));
  await runFeed(by, feed);
  expect(await published(shop.client, feed)).toEqual(before);
  expect((await shop.client.get(`/feeds/${feed}/rules`)).list).toEqual([]);
  expectCost(by, { calls: 10, bytes: 14_000 });
});

test("roll back yesterday's run: 5 calls, 10 KB", async () => {
  await using task = await given("runs");
  const { by, feed, shop } = task;
  const before = await published(shop.client, feed);
  await shop.client.post(`/feeds/${feed}/rules`, { rule: { type: "set_value", target: "brand", value: "Wrong" } });
  await using operator = await agent(home.url, shop.key);
  await runFeed(operator, feed);

  const [latest, good] = listOf(await by.read("run_history", { feed_id: feed }));
  expect(latest).toMatchObject({ publication: "live" });
  await by.read("diff_runs", { feed_id: feed, run_id: String(latest?.["run_id"] ?? latest?.["id"]) });
  await by.change("publish_run", { feed_id: feed, run_id: String(good?.["run_id"] ?? good?.["id"]) });
  expect((await by.read("run_feed", { feed_id: feed, mode: "status" }))["data"]).toBeDefined();
  expect(await published(shop.client, feed)).toEqual(before);
  expectCost(by, { calls: 5, bytes: 10_000 });
});

test("onboard a shop: 8 calls, 16 KB", async () => {
  await using task = await given("channels");
  const { by, feed } = task;
  const [primary] = listOf(await by.read("list_feeds"));
  expect(primary).toMatchObject({ id: feed });
  for (const slug of ["google"]) await by.change("assign_channel", { feed_id: feed, slug });
  await runFeed(by, feed);
  const { data: channel } = await by.read("feed_channel", { feed_id: feed, slug: "google" });
  expect(members(channel)).toMatchObject({ slug: "google", feed_url: expect.stringContaining("google") });
  await by.read("feed_health", { feed_id: feed });
  const file = await fetch(String(members(channel)["feed_url"]));
  expect(await file.text()).toContain("Writing desk");
  expectCost(by, { calls: 8, bytes: 16_000 });
});

test("fix ALL-CAPS titles in two feeds: 12 calls, 40 KB", async () => {
  await using task = await given();
  const { by, feed, shop } = task;
  const made = await shop.client.post("/feeds", { feed_type: "market", display_name: "Canada", target_country: "CA" });
  expect(made.status).toBe(201);
  const feeds = [feed, String(made.data["id"])];
  await using operator = await agent(home.url, shop.key);
  for (const id of feeds) {
    await assign(shop.client, id, "google");
    await runFeed(operator, id);
  }
  for (const id of feeds) {
    const [finding] = listOf(await by.read("feed_findings", { feed_id: id, slug: "google", code: "title_all_caps" }));
    expect(finding).toMatchObject({ affected_count: 2 });
    const change = { feed_id: id, rule: finding?.["suggested_rule"] };
    const previewed = await by.read("preview_rule", change);
    await by.read("apply_rule", { ...change, preview_token: previewed["preview_token"] });
    await runFeed(by, id);
    expect((await shop.client.get(`/feeds/${id}/channels/google/findings?code=title_all_caps`)).list).toEqual([]);
  }
  expectCost(by, { calls: 12, bytes: 40_000 });
});
