import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { apiClient, type ApiClient } from "../harness/api-client.ts";
import { clonedService, type ClonedService } from "../harness/service-on-clone.ts";
import type { ServiceProcess } from "../harness/service-process.ts";

/** A feed's definition as a file: made in one shop, reviewed, and applied to the feed of another that sells the same. */

const EXPORT = [
  "Handle,Title,Vendor,Type,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Image Src",
  "scarf,Wool scarf,Hazel,Scarves,Colour,Aqua,SC-1,shopify,3,12.90,https://images.example/scarf.jpg",
  "scarf,,,,,Rose,SC-2,shopify,5,12.90,",
  "hat,Felt hat,Hazel,Hats,Colour,Aqua,HA-1,shopify,1,20.00,https://images.example/hat.jpg",
  "sample,Sample pin,Hazel,Pins,Colour,Red,PI-1,shopify,1,1.00,https://images.example/pin.jpg",
  "",
].join("\n");

interface Shop {
  readonly client: ApiClient;
  readonly feedUrl: string;
}

let home: ClonedService;
let service: ServiceProcess;
let shops: readonly [Shop, Shop];
const file = (name: string): string => join(home.dataDir, name);

beforeAll(async () => {
  home = await clonedService();
  service = await home.start();
  await writeFile(file("export.csv"), EXPORT);
  shops = [await install("hazel.example"), await install("birch.example")];
});
afterAll(() => home[Symbol.asyncDispose]());

async function install(domain: string): Promise<Shop> {
  const said = await home.command("shop", "add", "--csv", file("export.csv"), "--domain", domain, "--json").output;
  const { merchant_key: key, feed_url: url } = members(parseJson(said));
  return { client: apiClient(home.url, String(key)), feedUrl: String(url) };
}

const bytesOf = async ({ feedUrl }: Shop): Promise<string> => (await fetch(feedUrl)).text();
const command = async (...args: readonly string[]): Promise<string> => home.command(...args).output;

/** Something of everything, by the single operations. */
async function furnish({ client }: Shop): Promise<void> {
  await client.patch("/feeds/1/extra_columns", { extra_columns: ["season"] });
  // Everything that would tell the two shops apart.
  await client.patch("/feeds/1/column_mappings", { mappings: { link: '="https://shop.example/" & [D]handle', season: "product_type" } });
  await client.post("/feeds/1/rules", { rule: { text: 'Exclude because "Sample" when [D]title contains "sample"' } });
  await client.post("/feeds/1/rules", { rule: { type: "append", target: "title", value: " by Hazel" } });
  await client.post("/feeds/1/rules", { rule: { type: "set_value", target: "season", value: "winter", active: false } });
  const { list } = await client.get("/feeds/1/products?search=felt");
  const cells = { cells: { title: "Finest felt hat" } };
  expect((await client.patch(`/feeds/1/products/${String(list[0]?.["product_id"])}/cells`, cells)).status).toBe(200);
}

describe("a feed's definition", () => {
  test("exported, planned and applied to the feed of another shop makes the same file there", async () => {
    await furnish(shops[0]);
    await command("run", "--feed", "feed_1");
    expect(await bytesOf(shops[1])).not.toBe(await bytesOf(shops[0]));
    await command("feed", "export", "--feed", "feed_1", "--out", file("feed.json"));
    const text = await readFile(file("feed.json"), "utf8");
    expect(text.endsWith("}\n")).toBe(true);
    expect(members(parseJson(text))).toMatchObject({ object: "feed_config", feed_id: "feed_1", extra_columns: ["season"] });
    expect(text).not.toContain('"version"');

    const plan = await command("feed", "plan", file("feed.json"), "--feed", "feed_2");
    expect(plan).toContain("+ extra column season\n");
    expect(plan).toContain('+ rule 1: Exclude because "Sample" when [D]title contains "sample"\n');
    expect(plan).toMatch(/\n3 of 4 rows would change: 1 newly excluded, 0 newly included\.\n {2}1 would leave the feed: /);
    const applied = await command("feed", "apply", file("feed.json"), "--feed", "feed_2", "--run");
    expect(applied).toMatch(
      /^Applied a configuration: 3 rules added, .*1 cell changed\. feed_2 is at version \d+\.\nRun run_\d+ completed with 3 products included and 1 excluded/,
    );
    expect(await bytesOf(shops[1])).toBe(await bytesOf(shops[0]));
    expect(await command("feed", "plan", file("feed.json"), "--feed", "feed_2", "--exit-code")).toBe(
      "No changes: feed_2 already matches the file.\n",
    );
  });

  test("is one version there, made at the command line, and undone by restoring the one before", async () => {
    const { client } = shops[1];
    const { list } = await client.get("/feeds/2/versions");
    expect(list.map(({ created_by: by, current }) => [by, current])).toEqual([
      ["Command line", true],
      ["System", false],
    ]);
    const before = await client.get(`/feeds/2/versions/${String(list[1]?.["id"])}`);
    const restored = await client.post(`/feeds/2/versions/${String(list[1]?.["id"])}/restore`);
    expect(restored.data).toEqual({ ...members(before.data["config"]), version: restored.data["version"] });
    expect(members(parseJson(await command("feed", "apply", file("feed.json"), "--feed", "feed_2", "--json")))).toMatchObject({
      feed_id: "feed_2",
      changed: true,
    });
  });

  test("with faults is refused with a line for each, and nothing is changed", async () => {
    await writeFile(
      file("wrong.json"),
      JSON.stringify({ settings: { seo: "yes" }, rules: [{ text: 'Set tittle to "x"' }], mappings: { brand: "vendr" } }),
    );
    const version = (await shops[0].client.get("/feeds/1")).data["version"];
    const said = await command("feed", "apply", file("wrong.json"), "--feed", "feed_1").catch(String);
    expect(said).toMatch(/\/settings\/seo: /);
    expect(said).toMatch(/\/rules\/0\/text, line 1, column \d+: There is no feed column tittle/);
    expect(said).toMatch(/\/mappings\/brand: There is no source column vendr\. Did you mean vendor\?/);
    const late = command("feed", "apply", file("feed.json"), "--feed", "feed_1", "--expected-version", "1");
    await expect(late).rejects.toThrow(/is now at version \d+, not 1/);
    await writeFile(file("wrong.json"), "{");
    await expect(command("feed", "plan", file("wrong.json"), "--feed", "feed_1")).rejects.toThrow(/wrong\.json isn't valid JSON/);
    expect((await shops[0].client.get("/feeds/1")).data["version"]).toBe(version);
  });

  test("of the size of a catalog is taken, and of more than 10 MiB is not", async () => {
    const { client } = shops[0];
    const rows = Array.from({ length: 15_000 }, (_, at) => [String(1 + at), { title: "x".repeat(100), vendor: "y" }] as const);
    const answer = await client.put("/feeds/1/config", { cells: Object.fromEntries(rows) });
    expect([answer.status, Object.keys(members(answer.data["cells"])).length]).toEqual([200, 15_000]);
    expect((await client.put("/feeds/1/config", { cells: { "1": { title: "x".repeat(11 * 1024 * 1024) } } })).code).toBe(
      "payload_too_large",
    );
  });

  test("is exported, planned and applied without a running service too", async () => {
    await service.stop();
    const present = await command("feed", "export", "--feed", "feed_2");
    await writeFile(file("present.json"), present);
    expect(await command("feed", "apply", file("present.json"), "--feed", "feed_2")).toMatch(/^No changes\. feed_2 is at version \d+\.\n$/);
    await expect(command("feed", "plan", file("feed.json"), "--feed", "feed_1", "--exit-code")).rejects.toThrow("ended with 2");
  });
});
