import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { members, parseJson } from "../src/kernel/unsafe.ts";
import { catalogOfSize } from "./catalog/catalog-of-size.ts";
import { makeExport } from "./catalog/make-export.ts";
import { load, percentile, treeCpuSeconds } from "./measure.ts";
import { record, type ResultLine } from "./results.ts";
import { startService } from "./running-server.ts";

/** `node bench/console-api.ts --variants 10000 --feeds 20`: what the console asks while people write a rule, and on its first page. */
const { values } = parseArgs({ options: { variants: { type: "string", default: "10000" }, feeds: { type: "string", default: "20" } } });
const variants = Number(values.variants);
const feeds = Number(values.feeds);
const REQUESTS = 200;
/** A run that takes longer is stuck. */
const WAITS_MAX = 6_000;
/** What a merchant has while one is being written. */
const RULES = 20;
const TEXTS = [
  'Set title to concat([G]brand, " ", [D]title) when [G]title not contains [G]brand and [G]brand is not blank',
  'Exclude when [D]price < 5 or [D]inventory_quantity <= 0 and [D]status = "active"',
  "Set title to\n  uper([D]titel)",
  'Replace in title "sale" with "" when [G]custom_label_0 in ("a", "b", "c")',
];

await using service = await startService({ SAMPLE_SHOP: "0", RATE_LIMIT_MERCHANT: "0" });
const file = path.join(service.dataDir, "one.csv");
makeExport(catalogOfSize(variants), file);
const installed = members(parseJson(await service.command("shop", "add", "--csv", file, "--domain", "one.example", "--json")));
const key = String(installed["merchant_key"]);
const primary = String(installed["feed_id"]);
const post = (route: string, body: object) => service.ask(key, route, { method: "POST", body: JSON.stringify(body) });
for (let at = 1; at < feeds; at += 1) await post("/feeds", { feed_type: "market", target_market: "US", display_name: `Market ${at}` });
for (let at = 0; at < RULES; at += 1)
  await post(`/feeds/${primary}/rules`, {
    rule: { type: "set_value", target: "custom_label_0", value: `${at}`, condition: `[D]price > ${at}` },
  });
for (let waits = 0; (await anyRunning()) && waits < WAITS_MAX; waits += 1) await sleep(100);

const lines: ResultLine[] = [];
await timed("a rule checked", (at) => post(`/feeds/${primary}/rules/check`, { rule: { text: TEXTS[at % TEXTS.length] } }), 20);
await timed("the overview", () => service.ask(key, "/overview"), 50);
await record(`node bench/console-api.ts --variants ${variants} --feeds ${feeds}`, lines);

async function timed(what: string, ask: (at: number) => Promise<unknown>, goalMs: number): Promise<void> {
  const [first] = await load(1, 1, ask);
  await load(1, 20, ask);
  const before = treeCpuSeconds(service.pid);
  const samples = await load(1, REQUESTS, ask);
  const cpuMs = ((treeCpuSeconds(service.pid) - before) * 1000) / REQUESTS;
  const figure = `p50 ${percentile(samples, 0.5).toFixed(1)} ms, p95 ${percentile(samples, 0.95).toFixed(1)} ms, first ${first?.toFixed(0)} ms, processor ${cpuMs.toFixed(1)} ms each`;
  lines.push({ what: `${feeds} feeds of ${variants} rows: ${what}`, figure, beside: `p95 ≤ ${goalMs} ms` });
}

async function anyRunning(): Promise<boolean> {
  const { data: runs } = await service.ask(key, "/feeds/runs/history?per_page=100");
  return Array.isArray(runs) && runs.some((run) => members(run)["status"] === "running");
}
