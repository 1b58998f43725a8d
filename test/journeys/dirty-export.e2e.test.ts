import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { apiClient, type ApiClient, eventually } from "../harness/api-client.ts";
import { readFeedFile } from "../harness/feed-file.ts";
import { type ClonedService, clonedService } from "../harness/service-on-clone.ts";
import { googleFaults } from "../oracle/google-product-data.ts";
import { DIRTY_ROWS, dirtyExport, type DirtyRow } from "./dirty-export.ts";

/** A catalog with every kind of dirt that real exports hold, from the file to what a merchant sees: every published row is right, or the reason shows. */

const RUN_ENDS_WITHIN_MS = 300_000;

let home: ClonedService;
let client: ApiClient;
let installed: Readonly<Record<string, unknown>>;

interface Listed {
  readonly excluded: boolean;
  readonly reason: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

async function writeExport(name: string, content: string | Buffer): Promise<string> {
  const file = join(home.dataDir, name);
  await writeFile(file, content);
  return file;
}

async function addShop(domain: string, content: string | Buffer): Promise<Readonly<Record<string, unknown>>> {
  const file = await writeExport(`${domain}.csv`, content);
  const said = await home.command("shop", "add", "--csv", file, "--domain", domain, "--currency", "EUR", "--country", "DE", "--json")
    .output;
  return members(parseJson(said));
}

async function rowsBySku(of: ApiClient, feedId: string): Promise<ReadonlyMap<string, Listed>> {
  const products = (await of.get(`/products?feed_id=${feedId}&per_page=100`)).list;
  const skus = new Map(products.map((product) => [String(product["id"]), String(product["sku"])]));
  const rows = (await of.get(`/feeds/${feedId}/products?per_page=100`)).list;
  return new Map(
    rows.map((row) => [
      skus.get(String(row["product_id"])) ?? "",
      { excluded: row["excluded"] === true, reason: String(row["excluded_reason"]), fields: members(row["fields"]) },
    ]),
  );
}

async function publishedRows(feedUrl: unknown): Promise<readonly Readonly<Record<string, string>>[]> {
  return readFeedFile(await (await fetch(String(feedUrl))).text());
}

/** A market feed whose first run has ended. */
async function marketFeed(name: string, targetMarket: string): Promise<string> {
  const made = await client.post("/feeds", { feed_type: "market", display_name: name, target_market: targetMarket });
  expect(made.status).toBe(201);
  const id = String(made.data["id"]);
  await runEnded(id);
  return id;
}

async function runEnded(feedId: string): Promise<Readonly<Record<string, unknown>>> {
  const latest = await eventually(
    () => client.get(`/feeds/${feedId}/runs/latest`),
    ({ data }) => data["status"] === "completed" || data["status"] === "failed",
    RUN_ENDS_WITHIN_MS,
  );
  return latest.data;
}

function outcomeFaults(row: Listed | undefined, cells: DirtyRow["cells"], outcome: DirtyRow["outcome"]): readonly string[] {
  const sku = cells["Variant SKU"];
  if (row === undefined) return [`${sku} isn't listed`];
  if ("excluded" in outcome) return row.excluded && outcome.excluded.test(row.reason) ? [] : [`${sku} is excluded for ${row.reason}`];
  if (row.excluded) return [`${sku} is excluded: ${row.reason}`];
  return Object.entries(outcome.file).flatMap(([name, wanted]) => {
    const value = String(row.fields[name]);
    const isRight = typeof wanted === "string" ? value === wanted : wanted.test(value);
    return isRight ? [] : [`${sku} has the ${name} ${value}, not ${String(wanted)}`];
  });
}

beforeAll(async () => {
  home = await clonedService();
  await home.start();
  installed = await addShop("dirty.example", dirtyExport());
  client = apiClient(home.url, String(installed["merchant_key"]));
});
afterAll(() => home[Symbol.asyncDispose]());

test("Every published row is right by Google's product data specification", async () => {
  const rows = await publishedRows(installed["feed_url"]);
  expect(rows).toHaveLength(DIRTY_ROWS.filter(({ outcome }) => "file" in outcome).length);
  expect(googleFaults(rows, "EUR")).toEqual([]);
});

test("Each kind of dirt is repaired, left out of the file or excluded with a reason, as the guide says", async () => {
  const rows = await rowsBySku(client, "feed_1");
  expect(DIRTY_ROWS.flatMap(({ cells, outcome }) => outcomeFaults(rows.get(cells["Variant SKU"] ?? ""), cells, outcome))).toEqual([]);
});

test("What a merchant should look at shows in the extract, in the terminal's answer and in the run", async () => {
  const codes = ["handle_repeated", "market_currency_unknown", "price_negative", "status_unknown", "title_missing"];
  for (const said of [installed, (await client.get("/extracts/latest")).data]) {
    const warnings = Array.isArray(said["warnings"]) ? said["warnings"].map((warning) => members(warning)["code"]) : [];
    expect(warnings).toEqual(expect.arrayContaining(codes));
  }
  expect(installed).toMatchObject({
    publication: "live",
    excluded_count: DIRTY_ROWS.filter(({ outcome }) => "excluded" in outcome).length,
  });
});

test("A market named after a country has that country's currency; of another market no price is written until the merchant says it", async () => {
  const sweden = await rowsBySku(client, await marketFeed("Sverige", "SE"));
  expect(sweden.get("PLAIN")?.fields["price"]).toBe("249.00 SEK");
  expect(sweden.get("FORMULA")).toMatchObject({ excluded: true, reason: "No price for SE" });

  const nordics = await marketFeed("Nordics", "Nordics");
  const unsaid = await rowsBySku(client, nordics);
  expect(unsaid.get("PLAIN")).toMatchObject({ excluded: true, reason: expect.stringContaining("market_currency") });
  expect([...unsaid.values()].every(({ excluded }) => excluded)).toBe(true);

  const changed = await client.patch(`/feeds/${nordics}/settings`, { market_currency: "DKK" });
  expect(changed.status).toBe(200);
  await vi.waitFor(async () => expect((await rowsBySku(client, nordics)).get("PLAIN")?.fields["price"]).toBe("199.00 DKK"), {
    timeout: RUN_ENDS_WITHIN_MS,
    interval: 50,
  });
});

test("An amount that a rule writes without a currency is published with the row's, and sale prices stay prices", async () => {
  const rule = { type: "calculate", target: "sale_price", value: "=[D]price * 0.9" };
  expect((await client.post("/feeds/feed_1/rules", { rule })).status).toBe(201);
  await client.post("/feeds/feed_1/regenerate");
  await runEnded("feed_1");
  const rows = await publishedRows(installed["feed_url"]);
  expect(rows[0]?.["sale_price"]).toMatch(/^\d+\.\d\d EUR$/u);
  expect(googleFaults(rows, "EUR")).toEqual([]);
});

test("The same catalog in Windows-1252 gives the same rows, with a warning", async () => {
  const other = await addShop("latin.example", Buffer.from(dirtyExport(), "latin1"));
  const rows = await publishedRows(other["feed_url"]);
  expect(googleFaults(rows, "EUR")).toEqual([]);
  expect(rows.every(({ title = "", brand = "" }) => !/[Ãâ]/u.test(title + brand))).toBe(true);
  expect(rows[0]?.["brand"]).toBe("Hafen & Söhne");
  expect(other["warnings"]).toEqual(expect.arrayContaining([expect.objectContaining({ code: "encoding_converted" })]));
});

test("Another shop's export is held, and the file that was served goes on being served", async () => {
  const served = await (await fetch(String(installed["feed_url"]))).text();
  const others = DIRTY_ROWS.map(({ cells, outcome }) => ({ cells: { ...cells, Handle: `other-${cells["Handle"]}` }, outcome }));
  const file = await writeExport("others.csv", dirtyExport(others));
  const said = members(parseJson(await home.command("extract", "--shop", "dirty.example", "--csv", file, "--json").output));
  expect(said).toMatchObject({
    publication: "held",
    held_reasons: expect.arrayContaining([expect.objectContaining({ code: "id_change" })]),
  });
  expect(await (await fetch(String(installed["feed_url"]))).text()).toBe(served);
});
