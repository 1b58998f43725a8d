import path from "node:path";
import { parseArgs } from "node:util";
import { members, parseJson } from "../src/kernel/unsafe.ts";
import { catalogOfSize } from "./catalog/catalog-of-size.ts";
import { makeExport } from "./catalog/make-export.ts";
import { load, percentile, treeCpuSeconds } from "./measure.ts";
import { record, type ResultLine } from "./results.ts";
import { startService } from "./running-server.ts";

/** `node bench/source-rows.ts --variants 100000`: what a spreadsheet of source rows asks for: pages of 100, as people scroll, sort, filter and jump. */
const { values } = parseArgs({ options: { variants: { type: "string", default: "100000" } } });
const variants = Number(values.variants);
const CLIENTS = 8;
const PER_PAGE = 100;
const PAGES = Math.floor(variants / PER_PAGE);
const GOAL = "p95 ≤ 60 ms";
const COLUMNS = "id,title,vendor,product_type,sku,barcode,price,compare_at_price,inventory_quantity,tags,status,link";

await using service = await startService({ SAMPLE_SHOP: "0", RATE_LIMIT_MERCHANT: "0" });
const file = path.join(service.dataDir, "one.csv");
makeExport(catalogOfSize(variants), file);
const installed = members(parseJson(await service.command("shop", "add", "--csv", file, "--domain", "one.example", "--json")));
const key = String(installed["merchant_key"]);
const feed = String(installed["feed_id"]);
const lines: ResultLine[] = [];
const scrolled = (at: number): number => 1 + (at % PAGES);
const jumped = (at: number): number => 1 + ((at * 389) % PAGES);
await timed("12 columns, scrolled", `&columns=${COLUMNS}`, scrolled, GOAL);
await timed("every column, scrolled", "", scrolled, GOAL);
await timed("12 columns sorted by price, scrolled", `&columns=${COLUMNS}&sort=price&order=desc`, scrolled, GOAL);
await timed(
  "12 columns filtered by price, scrolled",
  `&columns=${COLUMNS}&filter=${encodeURIComponent("[D]price < 1000")}`,
  scrolled,
  GOAL,
);
await timed("12 columns, jumped over all pages", `&columns=${COLUMNS}`, jumped, "no goal");
await record(`node bench/source-rows.ts --variants ${variants}`, lines);

/** The first request of a kind loads what the others read; it is told apart. */
async function timed(what: string, query: string, pageAt: (at: number) => number, goal: string): Promise<void> {
  let at = 0;
  const ask = () => service.read(key, `/feeds/${feed}/source_rows?per_page=${PER_PAGE}&page=${pageAt(at++)}${query}`);
  const [first] = await load(1, 1, ask);
  await load(CLIENTS, CLIENTS * 2, ask);
  const before = treeCpuSeconds(service.pid);
  const samples = await load(CLIENTS, CLIENTS * 40, ask);
  const cpuMs = ((treeCpuSeconds(service.pid) - before) * 1000) / samples.length;
  const figure = `p50 ${percentile(samples, 0.5).toFixed(0)} ms, p95 ${percentile(samples, 0.95).toFixed(0)} ms, first ${first?.toFixed(0)} ms, processor ${cpuMs.toFixed(1)} ms each`;
  lines.push({ what: `${variants} rows: ${PER_PAGE} source rows, ${what}, ${CLIENTS} clients`, figure, beside: goal });
}
