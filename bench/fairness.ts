import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { members, parseJson } from "../src/kernel/unsafe.ts";
import { catalogOfSize } from "./catalog/catalog-of-size.ts";
import { makeExport } from "./catalog/make-export.ts";
import { median, percentile } from "./measure.ts";
import { record, type ResultLine } from "./results.ts";
import { startService } from "./running-server.ts";

/** `node bench/fairness.ts --variants 100000 --runs 50`: how long a small shop's runs take while a large one has many queued. */
const { values } = parseArgs({
  options: {
    variants: { type: "string", default: "100000" },
    small: { type: "string", default: "1000" },
    runs: { type: "string", default: "50" },
  },
});
const [variants, small, runs] = [Number(values.variants), Number(values.small), Number(values.runs)];
/** One run of each feed is queued at a time, so the large shop always has nine or ten. */
const FEEDS = 10;
const QUIET_RUNS = 15;
const POLL_MS = 20;
/** However many runs that is by then. */
const BESIDE_MS = 150_000;
const GOAL = 2;

interface BenchShop {
  readonly key: string;
  readonly feed: string;
}

await using service = await startService({ SAMPLE_SHOP: "0", RATE_LIMIT_MERCHANT: "0", RATE_LIMIT_SHOP: "0" });
const [large, little] = [await addShop("large.example", variants), await addShop("small.example", small)];
for (let at = 1; at < FEEDS; at += 1) {
  const body = JSON.stringify({ feed_type: "market", target_market: "US", display_name: `Market ${at}` });
  await service.ask(large.key, "/feeds", { method: "POST", body });
}
const feeds = (await listed(large, "/feeds")).map((feed) => String(feed["id"]));
while ((await running(large)) > 0) await sleep(POLL_MS);

const quiet = await timedRuns(() => QUIET_RUNS);
let started = 0;
let isFlooding = true;
const flooding = flood();
const since = performance.now();
const beside = await timedRuns((made) => (isFlooding && performance.now() - since < BESIDE_MS ? made + 1 : made));
isFlooding = false;
await flooding;

const ratio = median(beside) / median(quiet);
const figure = (samples: readonly number[]): string =>
  `p50 ${(median(samples) / 1_000).toFixed(2)} s, p95 ${(percentile(samples, 0.95) / 1_000).toFixed(2)} s of ${samples.length} runs`;
const lines: ResultLine[] = [
  { what: `a run of ${small} rows from request to end, alone`, figure: figure(quiet), beside: "the baseline" },
  {
    what: `the same while another shop's ${started} runs of ${variants} rows are queued and worked on`,
    figure: figure(beside),
    beside: `${ratio.toFixed(2)} ×, goal ≤ ${GOAL} ×`,
  },
];
await record(`node bench/fairness.ts --variants ${variants} --runs ${runs}`, lines);

async function addShop(domain: string, size: number): Promise<BenchShop> {
  const file = path.join(service.dataDir, `${domain}.csv`);
  makeExport(catalogOfSize(size), file);
  const installed = members(parseJson(await service.command("shop", "add", "--csv", file, "--domain", domain, "--json")));
  return { key: String(installed["merchant_key"]), feed: String(installed["feed_id"]) };
}

async function listed({ key }: BenchShop, route: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { data } = await service.ask(key, route);
  return (Array.isArray(data) ? data : []).map((item) => members(item));
}

async function running(shop: BenchShop): Promise<number> {
  return (await listed(shop, "/feeds/runs/history?per_page=100")).filter(({ status }) => status === "running").length;
}

/** Milliseconds from each request to the end of its run. `wanted`: how many by now. */
async function timedRuns(wanted: (made: number) => number): Promise<readonly number[]> {
  const samples: number[] = [];
  while (samples.length < wanted(samples.length)) {
    const askedAt = performance.now();
    await regenerate(little, little.feed);
    while ((await running(little)) > 0) await sleep(POLL_MS);
    samples.push(performance.now() - askedAt);
  }
  return samples;
}

const regenerate = (shop: BenchShop, feed: string) => service.ask(shop.key, `/feeds/${feed}/regenerate`, { method: "POST" });

/** Every feed that has no run gets one, until there were enough and they have ended. */
async function flood(): Promise<void> {
  while (isFlooding) {
    const busy = new Set(
      (await listed(large, "/feeds/runs/history?per_page=100"))
        .filter(({ status }) => status === "running")
        .map((run) => String(run["feed_id"])),
    );
    if (started >= runs && busy.size === 0) isFlooding = false;
    for (const feed of feeds) {
      if (busy.has(feed) || started >= runs) continue;
      await regenerate(large, feed);
      started += 1;
    }
    await sleep(200);
  }
}
