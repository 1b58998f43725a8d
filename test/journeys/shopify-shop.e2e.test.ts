import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { type Simulator, startSimulator } from "../../src/storefronts/simulator/start-simulator.ts";
import { apiClient, type ApiClient, eventually } from "../harness/api-client.ts";
import { readFeedFile } from "../harness/feed-file.ts";
import { clonedService, type ClonedService } from "../harness/service-on-clone.ts";

/** A merchant connects a shop on Shopify, played by the simulator, to a service that runs. */

const PRODUCTS = 60;
const ENDS_WITHIN_MS = 300_000;

let simulator: Simulator;
let home: ClonedService;
beforeAll(async () => {
  simulator = await startSimulator({ products: PRODUCTS, shopDomain: "first-shop.myshopify.com" });
  home = await clonedService();
  await home.start();
});
afterAll(async () => {
  await home[Symbol.asyncDispose]();
  await simulator[Symbol.asyncDispose]();
});

/** Every shop as it is stored, and what was made for it, without a process for each look. */
const installed = async () => {
  const { db } = home.database;
  const rows = (table: "shops" | "feeds" | "api_keys" | "extracts") =>
    db.selectFrom(table).select(["id", "shop_id"]).orderBy("id").execute();
  // When a shop's storage was counted depends on the moment.
  const shops = db.selectFrom("shops").select(["id", "domain", "name", "storefront_config", "updated_at"]).orderBy("id").execute();
  return Promise.all([shops, rows("feeds"), rows("api_keys"), rows("extracts")]);
};
const add = (...args: readonly string[]) => home.command("shop", "add", "--json", ...args).output;

describe("a shop that is connected by its token", () => {
  let added: Readonly<Record<string, unknown>>;
  let merchant: ApiClient;
  beforeAll(async () => {
    added = members(parseJson(await add("--shopify", simulator.url, "--token", simulator.token)));
    merchant = apiClient(home.url, String(added["merchant_key"]));
  });

  test("is what Shopify says it is", async () => {
    expect((await merchant.get("/shop")).data).toMatchObject({
      domain: "first-shop.myshopify.com",
      currency: "EUR",
      country: "IE",
      primary_locale: "en",
      languages: ["en", "de", "fr"],
    });
  });

  test("has a feed with every variant that may be sold, under the ids Shopify gives them", async () => {
    const rows = readFeedFile(await (await fetch(String(added["feed_url"]))).text());
    expect(rows.length).toBeGreaterThan(PRODUCTS);
    for (const row of rows) expect(row["id"]).toMatch(/^shopify_IE_8100000\d{6}_412\d{11}$/);
    expect(new Set(rows.map((row) => row["id"])).size).toBe(rows.length);
    const scope = members((await merchant.get(`/feeds/${String(added["feed_id"])}/scope`)).body["data"]);
    expect(scope["included_count"]).toBe(rows.length);
  });

  test("says for the products that are left out why, in the merchant's words", async () => {
    const reasons: unknown[] = [];
    for (let page = 1, more = true; more; page += 1) {
      const { list, body } = await merchant.get(`/feeds/${String(added["feed_id"])}/products?per_page=100&page=${page}`);
      reasons.push(...list.map((row) => row["excluded_reason"]));
      more = members(body["meta"])["has_more"] === true;
    }
    expect(reasons).toEqual(expect.arrayContaining(["Draft in the shop", "Sold by subscription only", "Combined listing parent"]));
  });

  test("has feeds of a collection that Shopify names, in the shop's own market with its own prices", async () => {
    const title = "Last pieces";
    const made = await merchant.post("/feeds", {
      ...{ feed_type: "market", display_name: "One collection", target_market: "ireland" },
      ...{ product_selection_mode: "collection", selected_collection_title: title.toUpperCase() },
    });
    expect([made.status, made.data["target_country"]]).toEqual([201, "IE"]);
    const route = `/feeds/${String(made.data["id"])}`;
    expect((await merchant.get(`${route}/selection`)).data).toMatchObject({
      collection_id: expect.stringMatching(/^gid:\/\/shopify\/Collection\/[0-9]+$/),
      collection_title: title,
    });
    const { data } = await eventually(
      () => merchant.get(route),
      (answer) => answer.data["feed_url"] !== null,
      ENDS_WITHIN_MS,
    );
    const read = async (url: unknown) => readFeedFile(await (await fetch(String(url))).text());
    const products = [...simulator.control.state()].filter(({ collections }) => collections.includes(title)).map(({ id }) => id);
    const ofPrimary = (await read(added["feed_url"])).filter((row) => products.includes(String(row["id"]).split("_")[2] ?? ""));
    expect(ofPrimary.length).toBeGreaterThan(0);
    expect(await read(data["feed_url"])).toEqual(ofPrimary);
  });

  test("keeps its token out of every answer, log and row", async () => {
    const seen = JSON.stringify([(await merchant.get("/shop")).body, (await merchant.get("/extracts")).body, home.logged()]);
    expect(seen).not.toContain(simulator.token);
  });

  test("is extracted again when somebody asks, and gives the same file", async () => {
    const etag = async () => (await fetch(String(added["feed_url"]), { method: "HEAD" })).headers.get("etag");
    const before = await etag();
    expect((await merchant.post("/extracts")).status).toBe(202);
    await eventually(
      () => merchant.get("/extracts/latest"),
      ({ data }) => data["status"] === "completed",
      ENDS_WITHIN_MS,
    );
    await eventually(
      () => merchant.get(`/feeds/${String(added["feed_id"])}/runs/latest`),
      ({ data }) => data["status"] === "completed" && data["trigger"] === "extract",
      ENDS_WITHIN_MS,
    );
    expect(await etag()).toBe(before);
  });
});

describe("a shop whose token reads products alone", () => {
  let narrow: Simulator;
  let merchant: ApiClient;
  beforeAll(async () => {
    narrow = await startSimulator({ products: 10, shopDomain: "second-shop.myshopify.com", scopes: ["read_products"] });
    const added = members(parseJson(await add("--shopify", narrow.url, "--token", narrow.token)));
    merchant = apiClient(home.url, String(added["merchant_key"]));
  });
  afterAll(() => narrow[Symbol.asyncDispose]());

  test("is told which scope a language feed needs, and has markets by their countries alone", async () => {
    const language = await merchant.post("/feeds", { feed_type: "language", display_name: "French", locale: "fr" });
    expect([language.status, language.code]).toEqual([422, "translation_scope_missing"]);
    expect(members(language.body["error"])["message"]).toContain("read_translations");
    const named = { feed_type: "market", display_name: "Britain", target_market: "united-kingdom" };
    expect(await merchant.post("/feeds", named)).toMatchObject({ status: 422, code: "invalid_param" });
    expect(await merchant.post("/feeds", { ...named, target_market: "GB" })).toMatchObject({ status: 201 });
  });
});

describe("what cannot be connected is told in one sentence, and nothing is installed", () => {
  test.each([
    ["a wrong token", () => ["--shopify", simulator.url, "--token", "shpat_wrong"], /refused the access token/],
    ["a domain that is none of Shopify's", () => ["--shopify", "example.com", "--token", "x"], /isn't a Shopify shop/],
    ["an inner address", () => ["--shopify", "http://169.254.169.254", "--token", "x"], /isn't a Shopify shop/],
    ["no token", () => ["--shopify", simulator.url], /needs the custom app's Admin API access token/],
    ["both roads at once", () => ["--shopify", simulator.url, "--token", "x", "--csv", "a.csv"], /Choose the source of the catalog/],
    ["a shop that is installed", () => ["--shopify", simulator.url, "--token", simulator.token], /is already installed/],
  ])("%s", async (_name, args, sentence) => {
    const before = await installed();
    await expect(add(...args())).rejects.toThrow(sentence);
    expect(await installed()).toEqual(before);
  });
});
