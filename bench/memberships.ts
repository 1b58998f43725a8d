import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { members, parseJson } from "../src/kernel/unsafe.ts";
import { catalogOfSize } from "./catalog/catalog-of-size.ts";
import { makeExport } from "./catalog/make-export.ts";
import { load, percentile } from "./measure.ts";
import { record, type ResultLine } from "./results.ts";
import { startService } from "./running-server.ts";

/** `node bench/memberships.ts --variants 100000 --feeds 10`: what an agent asks of a shop with many feeds: one product in all of them, products by where they are, health and history. */
const { values } = parseArgs({ options: { variants: { type: "string", default: "100000" }, feeds: { type: "string", default: "10" } } });
const variants = Number(values.variants);
const feeds = Number(values.feeds);
const REQUESTS = 40;
/** Feeds that a channel checks. */
const CHECKED = 1;
/** A run that takes longer is stuck. */
const WAITS_MAX = 6_000;

await using service = await startService({ SAMPLE_SHOP: "0", RATE_LIMIT_MERCHANT: "0" });
const file = path.join(service.dataDir, "one.csv");
makeExport(catalogOfSize(variants), file);
const installed = members(parseJson(await service.command("shop", "add", "--csv", file, "--domain", "one.example", "--json")));
const key = String(installed["merchant_key"]);
const primary = String(installed["feed_id"]);
for (let at = 1; at < feeds; at += 1) {
  const body = JSON.stringify({ feed_type: "market", target_market: "US", display_name: `Market ${at}` });
  await service.ask(key, "/feeds", { method: "POST", body });
}
for (const feed of (await feedIds()).slice(0, CHECKED))
  await service.ask(key, `/feeds/${feed}/channels/google`, { method: "PUT", body: "{}" });
for (let waits = 0; (await anyRunning()) && waits < WAITS_MAX; waits += 1) await sleep(100);

const { data } = await service.ask(key, `/products?feed_id=${primary}&per_page=100&page=300`);
const rows = (Array.isArray(data) ? data : []).map((row) => members(row));
const named = (member: string) => rows.map((row) => encodeURIComponent(String(row[member])));
const lines: ResultLine[] = [];
await timed("a product by its id", named("id").map((id) => `/products/lookup?product_id=${id}`), 300); // prettier-ignore
await timed("a product by its SKU", named("sku").map((sku) => `/products/lookup?sku=${sku}`), 300); // prettier-ignore
await timed("a product by a text", named("title").map((title) => `/products/lookup?search=${title}`), 300); // prettier-ignore
await timed("products in no feed, ten a page", ["/products/memberships?filter=not_in_any_feed&per_page=10"], 300);
await timed("products that need attention, ten a page", ["/products/memberships?filter=needs_attention&per_page=10"], 300);
await timed("the health of all feeds", ["/feeds/health"], 300);
await timed("the history of runs", ["/feeds/runs/history"], 300);
await timed("a product's fields in five feeds", [`/products/lookup?product_id=${named("id")[0] ?? ""}&fields=true`], null);
await record(`node bench/memberships.ts --variants ${variants} --feeds ${feeds}`, lines);

/** The first request of a kind opens files and loads what the others read. */
async function timed(what: string, routes: readonly string[], goalMs: number | null): Promise<void> {
  const ask = (at: number) => service.ask(key, routes[at % routes.length] ?? "");
  const [first] = await load(1, 1, ask);
  const samples = await load(1, goalMs === null ? 5 : REQUESTS, ask);
  const figure = `p50 ${percentile(samples, 0.5).toFixed(0)} ms, p95 ${percentile(samples, 0.95).toFixed(0)} ms, first ${first?.toFixed(0)} ms`;
  lines.push({ what: `${feeds} feeds of ${variants} rows: ${what}`, figure, beside: goalMs === null ? "no goal" : `≤ ${goalMs} ms` });
}

async function feedIds(): Promise<readonly string[]> {
  const { data: listed } = await service.ask(key, "/feeds");
  return (Array.isArray(listed) ? listed : []).map((feed) => String(members(feed)["id"]));
}

async function anyRunning(): Promise<boolean> {
  const { data: runs } = await service.ask(key, "/feeds/runs/history?per_page=100");
  return Array.isArray(runs) && runs.some((run) => members(run)["status"] === "running");
}
