import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseJson } from "../../src/kernel/unsafe.ts";
import { type ApiClient, eventually } from "../harness/api-client.ts";
import { csvShop } from "../harness/csv-shop.ts";
import { clonedService, type ClonedService } from "../harness/service-on-clone.ts";
import { type ServiceProcess } from "../harness/service-process.ts";

/** Runs from the command line: what a person sees of them, beside a running service and without one. */

const EXPORT = [
  "Handle,Title,Vendor,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Status",
  "blue-shoe,Blue shoe,acme,TRUE,Title,Default Title,S-1,5,deny,10,active",
  "red-shoe,Red shoe,acme,TRUE,Title,Default Title,S-2,5,deny,20,active",
  "",
].join("\n");

let home: ClonedService;
let service: ServiceProcess;
let client: ApiClient;
let rowId: string;

const command = (...args: readonly string[]): Promise<string> => home.command(...args).output;
const onFeed = (...args: readonly string[]): Promise<string> => command("runs", ...args, "--feed", "feed_1");
const refused = (asked: Promise<string>): Promise<string> =>
  asked.then(
    (said) => `it said ${said}`,
    (error: unknown) => String(error),
  );

beforeAll(async () => {
  home = await clonedService();
  service = await home.start();
  ({ client } = await csvShop(home, "shoes.example", EXPORT));
  const { list } = await client.get("/feeds/feed_1/products?search=blue");
  rowId = String(list[0]?.["row_id"]);
});
afterAll(() => home[Symbol.asyncDispose]());

test("a run whose test fails is held, told with its evidence, compared, downloaded and released", async () => {
  const put = await client.put("/feeds/feed_1/tests", { tests: [{ name: "Blue shoe", row_id: rowId, expect: { brand: "Acme" } }] });
  expect(put.status).toBe(200);
  await client.post("/feeds/feed_1/rules", { rule: { type: "set_value", target: "title", value: '=concat([D]title, " new")' } });
  const said = await command("run", "--feed", "feed_1");
  expect(said).toContain("Its file is held.");
  expect(said).toContain('- test_failed: 1 of 1 tests failed: "Blue shoe" expected brand "Acme", got "acme".');
  expect(said).toContain(`"Blue shoe", row ${rowId}: expected brand "Acme", got "acme"`);
  const released = "feedwright runs publish --feed feed_1 --run run_2";
  expect(said).toContain(`Publish it anyway with: ${released}`);

  const shown = await onFeed("show", "--run", "run_2");
  expect(shown).toMatch(/^Run run_2 of feed_1: completed, its file is held\n/);
  expect(shown).toMatch(
    /Products {2}2 included, 0 excluded\n {2}Changes {3}\+0 −0 ~2\n {2}Tests {5}0 passed, 1 failed, 0 without a matching row\n/,
  );
  expect(shown).toContain(released);

  const diff = await onFeed("diff", "--run", "2", "--limit", "1");
  expect(diff.split("\n")).toEqual([
    expect.stringMatching(/^~ \d+ title: "(?:Blue|Red) shoe" → "(?:Blue|Red) shoe new"$/),
    "run_1 → run_2: 0 added, 0 removed, 2 changed; showing the first 1, see more with --limit.",
    "",
  ]);
  expect(parseJson(await onFeed("diff", "--run", "run_2", "--against", "run_1", "--json"))).toMatchObject({
    run_id: "run_2",
    against: "run_1",
    changed: 2,
    total: 2,
    rows: [{ change: "changed" }, { change: "changed" }],
  });

  const file = join(home.dataDir, "held.txt");
  await onFeed("download", "--run", "run_2", "--out", file);
  expect(await readFile(file, "utf8")).toContain("Blue shoe new");
  expect(await command("feed", "download", "--feed", "feed_1")).not.toContain("Blue shoe new");

  expect(await onFeed("publish", "--run", "run_2")).toBe("Run run_2 is live with 2 products. It is served until a newer run completes.\n");
  expect(await command("feed", "download", "--feed", "feed_1")).toContain("Blue shoe new");
  expect(await onFeed("list")).toMatch(
    /^Id .*\nrun_2 .* regenerate +completed +live +2 +\+0 −0 ~2\nrun_1 .* extract +completed +superseded +2 +\+2 −0 ~0\n$/,
  );
  expect(parseJson(await onFeed("list", "--json"))).toMatchObject([{ id: "run_2", publication: "live" }, { id: "run_1" }]);
});

test("a feed whose only run is held says so wherever its file would be, and lists what the run holds", async () => {
  await client.post("/subscription", { plan: "growth" });
  const made = await client.post("/feeds", {
    feed_type: "market",
    display_name: "By hand",
    target_market: "US",
    product_selection_mode: "manual",
  });
  expect(made.status).toBe(201);
  const feed = String(made.data["id"]);
  const { data } = await eventually(
    () => client.get(`/feeds/${feed}/runs/latest`),
    (answer) => answer.data["publication"] === "held",
    30_000,
  );
  const run = String(data["id"]);
  const reason = `Run ${run} is held: The file would have no products.`;
  const publish = `feedwright runs publish --feed ${feed} --run ${run}`;
  expect(await refused(command("feed", "download", "--feed", feed))).toMatch(
    new RegExp(`ended with 1: ${feed} has no file yet\\. ${reason} Publish it with: ${publish}\n$`),
  );
  expect(await command("feed", "list", "--shop", "shoes.example")).toContain(`(not published: ${run} is held)`);
  expect(await command("runs", "list", "--feed", feed)).toMatch(/completed +held: empty +0 +\+0 −0 ~0\n/);
  const { list, body } = await client.get(`/feeds/${feed}/products`);
  expect(list.map((row) => row["excluded"])).toEqual([true, true]);
  expect(body["meta"]).toMatchObject({ publication: "held", notice: expect.stringContaining(reason) });

  const { data: shop } = await client.get("/shop");
  const file = await fetch(String(shop["feed_url"]).replace("gmcfeed.txt", "gmcfeed-by-hand.txt"));
  expect([file.status, await file.text()]).toEqual([404, expect.stringContaining("Its run is held until someone publishes it")]);
});

test("every refusal is one line that says what to do", async () => {
  expect(await refused(onFeed("show", "--run", "run_99"))).toMatch(
    /ended with 1: feed_1 has no run run_99\. List its runs with: feedwright runs list --feed feed_1\n$/,
  );
  expect(await refused(command("runs", "list", "--feed", "feed_9"))).toMatch(/ended with 1: There is no feed feed_9\..*\n$/);
  expect(await refused(onFeed("diff", "--run", "run_1"))).toMatch(
    /ended with 1: There is no stored run before run_1 to compare it with\.\n$/,
  );
  expect(await refused(onFeed("diff", "--run", "run_2", "--against", "run_77"))).toMatch(/ended with 1: This feed has no run run_77\.\n$/);
  expect(await refused(onFeed("download", "--run", "run_1", "--out", "/nowhere/file.txt"))).toMatch(
    /ended with 1: \/nowhere\/file\.txt can't be written: ENOENT\.\n$/,
  );
});

test("a scope follows a rule without a run", async () => {
  await client.post("/feeds/feed_1/rules", { rule: { type: "exclude", reason: "Too dear", condition: "[D]price > 15" } });
  const { data } = await eventually(
    () => client.get("/feeds/feed_1/scope"),
    (answer) => answer.data["status"] === "fresh",
    30_000,
  );
  expect(data).toMatchObject({ included_count: 1, excluded_count: 1, total_count: 2, reasons: [{ reason: "Too dear", count: 1 }] });
  expect((await client.get("/feeds/feed_1/runs")).list).toHaveLength(2);
});

test("without a service the same commands bring what they need", async () => {
  await service.stop();
  expect(await onFeed("publish", "--run", "run_1")).toContain("Run run_1 is live");
  expect(await onFeed("show", "--run", "run_1")).toContain("its file is live");
  expect(await onFeed("download", "--run", "run_1")).toContain("Blue shoe\t");
});
