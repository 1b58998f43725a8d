import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { members, parseJson } from "../src/kernel/unsafe.ts";
import { catalogOfSize } from "./catalog/catalog-of-size.ts";
import { makeExport } from "./catalog/make-export.ts";
import { load, percentile, treeKiB } from "./measure.ts";
import { record, type ResultLine } from "./results.ts";
import { startService } from "./running-server.ts";

/** `node bench/api.ts --variants 100000`: what clients of a running service see: lists, searches, and the API while two runs work. */
const { values } = parseArgs({ options: { variants: { type: "string", default: "100000" } } });
const variants = Number(values.variants);
const lines: ResultLine[] = [];
const OVERRIDES = 1_000;
const BATCH = 100;
/** Of the pages that batches are taken from, so that they lie apart. */
const PAGES_BETWEEN = Math.max(1, Math.floor(variants / BATCH / (OVERRIDES / BATCH) / 2));
const ms = (samples: readonly number[]): string =>
  `p50 ${percentile(samples, 0.5).toFixed(0)} ms, p95 ${percentile(samples, 0.95).toFixed(0)} ms`;

await using service = await startService({ SAMPLE_SHOP: "0", RATE_LIMIT_MERCHANT: "0" });
lines.push({ what: "start to ready, first start", figure: `${service.readySeconds.toFixed(2)} s`, beside: "≤ 6 s" });
const large = variants > 100_000;
const shops = [await addShop("one.example"), await addShop("two.example")];
const [shop] = shops;
if (shop === undefined) throw new Error("no shop");

await timedList("page in feed order", "", 8, large ? 400 : 150);
await timedList("page sorted by price", "&sort=price&order=desc", 8, large ? 400 : 150);
await timedList("page sorted by title", "&sort=title", 8, large ? 400 : 150);
if (large) await timedList("search, one client", "&search=wool%2012", 1, 1500);
else await timedList("search, 8 clients", "&search=wool%2012", 8, 600);
await overrideSome();
await timedProducts("products in feed order", "", 8, large ? 400 : 150);
await timedProducts("products sorted by price", "&sort=price&order=desc", 8, large ? 400 : 150);
await timedProducts("products sorted by title, overrides among them", "&sort=title", 8, large ? 400 : 150);
await timedProducts("products with overrides", "&has_overrides=true", 8, large ? 400 : 150);
await timedProducts("products searched", "&search=wool%2012", large ? 1 : 8, large ? 1500 : 600);
await duringRuns();
await record(`node bench/api.ts --variants ${variants}`, lines);

async function addShop(domain: string) {
  const file = path.join(service.dataDir, `${domain}.csv`);
  makeExport(catalogOfSize(variants), file);
  const installed = members(parseJson(await service.command("shop", "add", "--csv", file, "--domain", domain, "--json")));
  return { key: String(installed["merchant_key"]), feed: String(installed["feed_id"]), url: String(installed["feed_url"]) };
}

/** What a merchant edits by hand: a thousand rows, spread over the catalog, in batches as the API takes them. */
async function overrideSome(): Promise<void> {
  const startedAt = performance.now();
  for (let page = 1; page <= OVERRIDES / BATCH; page += 1) {
    const route = `/products?feed_id=${shop?.feed ?? ""}&sort=sku&per_page=${BATCH}&page=${page * PAGES_BETWEEN}`;
    const { data } = await service.ask(shop?.key ?? "", route);
    const ids = Array.isArray(data) ? data.map((product) => String(members(product)["id"])) : [];
    const products = ids.map((id, at) => ({ id, title: `Override ${page} ${at}`, custom_label_0: "bench", condition: "used" }));
    await service.ask(shop?.key ?? "", "/products/batch", { method: "PATCH", body: JSON.stringify({ products }) });
  }
  const figure = `${((performance.now() - startedAt) / (OVERRIDES / BATCH)).toFixed(0)} ms`;
  lines.push({ what: `${variants} rows: a batch of ${BATCH} products, listed and overridden`, figure, beside: "no goal" });
}

function timedList(what: string, query: string, clients: number, goalMs: number): Promise<void> {
  return timed({ what, route: `/feeds/${shop?.feed ?? ""}/products?`, query, clients, goalMs });
}

function timedProducts(what: string, query: string, clients: number, goalMs: number): Promise<void> {
  return timed({ what, route: `/products?feed_id=${shop?.feed ?? ""}&`, query, clients, goalMs });
}

interface TimedList {
  readonly what: string;
  readonly route: string;
  readonly query: string;
  readonly clients: number;
  readonly goalMs: number;
}

/** The first request of a kind loads what the others read; it is told apart, because a person waits for it once. */
async function timed({ what, route, query, clients, goalMs }: TimedList): Promise<void> {
  const ask = (at: number) => service.ask(shop?.key ?? "", `${route}page=${1 + (at % 40)}${query}`);
  const [first] = await load(1, 1, ask);
  await load(clients, clients * 2, ask);
  const samples = await load(clients, clients * 25, ask);
  lines.push({
    what: `${variants} rows: ${what}, ${clients} clients`,
    figure: `${ms(samples)}, first ${first?.toFixed(0)} ms`,
    beside: `p95 ≤ ${goalMs} ms`,
  });
}

async function duringRuns(): Promise<void> {
  for (const one of shops) await service.ask(one.key, `/feeds/${one.feed}/regenerate`, { method: "POST" });
  const api: number[] = [];
  const firstByte: number[] = [];
  let peakKiB = 0;
  while (await anyRunning()) {
    api.push(...(await load(4, 20, () => service.ask(shop?.key ?? "", "/feeds"))));
    firstByte.push(...(await load(1, 2, async () => (await fetch(shop?.url ?? "", { headers: { range: "bytes=0-99" } })).arrayBuffer())));
    peakKiB = Math.max(peakKiB, treeKiB(service.pid));
    await sleep(20);
  }
  lines.push(
    {
      what: `GET /v1/feeds while two runs of ${variants} work, 4 clients`,
      figure: `${ms(api)} (${api.length} requests)`,
      beside: "p95 ≤ 50 ms",
    },
    { what: "first bytes of a feed file meanwhile", figure: ms(firstByte), beside: "≤ 100 ms" },
    {
      what: "service with both runs, whole process tree",
      figure: `${Math.round(peakKiB / 1024)} MiB`,
      beside: "two job children of 1 GB each at most",
    },
  );
}

async function anyRunning(): Promise<boolean> {
  const states = await Promise.all(
    shops.map(async ({ key, feed }) => members((await service.ask(key, `/feeds/${feed}/runs/latest`))["data"])["status"]),
  );
  return states.includes("running");
}
