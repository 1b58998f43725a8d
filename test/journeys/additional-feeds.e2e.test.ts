import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { apiClient, type ApiAnswer, type ApiClient, eventually } from "../harness/api-client.ts";
import { readFeedFile } from "../harness/feed-file.ts";
import { serviceHome, type ServiceHome } from "../harness/service-process.ts";

/** Feeds beside the primary one of the sample shop, each from the request to the file that channels fetch. */

const PUBLISHED_WITHIN_MS = 60_000;
let home: ServiceHome;
let client: ApiClient;
let primaryUrl: string;

beforeAll(async () => {
  home = await serviceHome({ SAMPLE_SHOP: "1", RATE_LIMIT_MERCHANT: "0" });
  await home.start();
  const quickstart = await vi.waitFor(async () => members(parseJson(await readFile(join(home.dataDir, "quickstart.json"), "utf8"))), {
    timeout: 5_000,
  });
  client = apiClient(home.url, String(quickstart["merchant_key"]));
  primaryUrl = String(quickstart["feed_url"]);
  await published("/feeds/1");
});
afterAll(() => home[Symbol.asyncDispose]());

const published = (route: string) =>
  eventually(
    () => client.get(route),
    ({ data }) => data["feed_url"] !== null,
    PUBLISHED_WITHIN_MS,
  );
const fileOf = async (url: unknown) => readFeedFile(await (await fetch(String(url))).text());
const idsOf = async (url: unknown) => (await fileOf(url)).map((row) => String(row["id"])).toSorted();
const routeOf = ({ data }: ApiAnswer) => `/feeds/${String(data["id"])}`;
const beside = (name: string) => primaryUrl.replace(/gmcfeed\.txt$/, name);

const COLLECTION = { feed_type: "language", display_name: "Collection", locale: "it", product_selection_mode: "collection" };

/** Of those the refusal of another names. */
async function someCollection(): Promise<string> {
  const refused = await client.post("/feeds", { ...COLLECTION, selected_collection_title: "no such" });
  expect([refused.status, refused.code]).toEqual([422, "collection_not_found"]);
  const [, first = ""] = /It has ([^,]+)/.exec(String(members(refused.body["error"])["message"])) ?? [];
  return first;
}

/** Rows of the primary feed by what its source says. */
async function productsIn(collection: string): Promise<readonly string[]> {
  await client.patch("/feeds/1/extra_columns", { extra_columns: ["in_collections", "product"] });
  await client.patch("/feeds/1/column_mappings", { mappings: { in_collections: "collections", product: "product_id" } });
  const before = (await client.get("/feeds/1/runs/latest")).data["id"];
  await client.post("/feeds/1/regenerate");
  await eventually(
    () => client.get("/feeds/1/runs/latest"),
    ({ data }) => data["id"] !== before && data["status"] === "completed",
    PUBLISHED_WITHIN_MS,
  );
  return (await fileOf(primaryUrl))
    .filter((row) => String(row["in_collections"]).split(", ").includes(collection))
    .map((row) => String(row["id"]))
    .toSorted();
}

test("a language feed comes alive by itself and is served at its own URL", async () => {
  const made = await client.post("/feeds", { feed_type: "language", display_name: "French", locale: "fr" });
  expect([made.status, made.data["feed_url"], made.data["slug"], made.data["channels"]]).toEqual([201, null, "french", []]);
  const { data } = await published(routeOf(made));
  expect(data["feed_url"]).toBe(beside("gmcfeed-fr.txt"));
  expect(await idsOf(data["feed_url"])).toEqual(await idsOf(primaryUrl));
  expect((await client.get("/feeds")).list.map((feed) => feed["locale"])).toEqual([null, "fr"]);
});

test("a collection feed holds exactly the collection's rows, a manual feed exactly its products", async () => {
  const title = await someCollection();
  const wanted = await productsIn(title);
  const collection = await client.post("/feeds", { ...COLLECTION, selected_collection_title: title });
  expect(collection.status).toBe(201);
  const { data } = await published(routeOf(collection));
  expect(await idsOf(data["feed_url"])).toEqual(wanted);

  const manual = await client.post("/feeds", { ...COLLECTION, display_name: "By hand", locale: "es", product_selection_mode: "manual" });
  const rows = await fileOf(primaryUrl);
  const products = [...new Set(rows.map((row) => String(row["product"])))].slice(3, 6);
  // More than other bodies may be: it is read, and its products are not there.
  const strangers = Array.from({ length: 100_000 }, (_, at) => String(9_000_000_000_000 + at));
  expect((await client.put(`${routeOf(manual)}/selection`, { product_ids: strangers })).code).toBe("validation_failed");
  expect((await client.put(`${routeOf(manual)}/selection`, { product_ids: products })).status).toBe(200);
  await eventually(
    () => client.post(`${routeOf(manual)}/regenerate`),
    ({ status }) => status === 202,
    PUBLISHED_WITHIN_MS,
  );
  const served = await published(routeOf(manual));
  expect(await idsOf(served.data["feed_url"])).toEqual(
    rows
      .filter((row) => products.includes(String(row["product"])))
      .map((row) => String(row["id"]))
      .toSorted(),
  );
});

test("a market without prices has no file: its first run is held", async () => {
  const made = await client.post("/feeds", { feed_type: "market", display_name: "Canada Feed", target_market: "ca" });
  expect(made.data).toMatchObject({ target_market: "CA", target_country: "CA", slug: "canada-feed" });
  const route = `${routeOf(made)}/runs/latest`;
  const { data } = await eventually(
    () => client.get(route),
    (answer) => answer.data["publication"] === "held",
    PUBLISHED_WITHIN_MS,
  );
  expect(data).toMatchObject({ trigger: "settings", included_count: 0, held_reasons: [{ code: "empty" }] });
  expect((await fetch(beside("gmcfeed-canada-feed.txt"))).status).toBe(404);
});

test("a feed that is deactivated answers 410 and keeps its name; activated it answers its file", async () => {
  const { list } = await client.get("/feeds");
  const french = `/feeds/${String(list.find((feed) => feed["locale"] === "fr")?.["id"])}`;
  expect((await client.delete(french)).status).toBe(204);
  expect((await fetch(beside("gmcfeed-fr.txt"))).status).toBe(410);
  expect((await client.get(french)).data["active"]).toBe(false);
  expect((await client.patch(french, { display_name: "x" })).code).toBe("feed_inactive");
  expect((await client.post(`${french}/regenerate`)).code).toBe("feed_inactive");
  expect((await client.post("/feeds", { feed_type: "market", display_name: "FR" })).code).toBe("slug_conflict");
  const back = await client.post(`${french}/activate`);
  expect([back.status, back.data["active"]]).toEqual([200, true]);
  expect((await fetch(beside("gmcfeed-fr.txt"))).status).toBe(200);
  expect((await client.delete("/feeds/1")).code).toBe("primary_feed_immutable");
});
