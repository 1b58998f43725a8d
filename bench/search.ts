import path from "node:path";
import { parseArgs } from "node:util";
import { members, parseJson } from "../src/kernel/unsafe.ts";
import { catalogOfSize } from "./catalog/catalog-of-size.ts";
import { makeExport } from "./catalog/make-export.ts";
import { load, percentile, treeCpuSeconds } from "./measure.ts";
import { record, type ResultLine } from "./results.ts";
import { startService } from "./running-server.ts";

/** `node bench/search.ts --variants 100000`: what a palette asks for while people type: SKUs, ids and words of titles. */
const { values } = parseArgs({ options: { variants: { type: "string", default: "100000" } } });
const variants = Number(values.variants);
const CLIENTS = 8;
const GOAL = "p95 ≤ 100 ms";

await using service = await startService({ SAMPLE_SHOP: "0", RATE_LIMIT_MERCHANT: "0" });
const file = path.join(service.dataDir, "one.csv");
makeExport(catalogOfSize(variants), file);
const installed = members(parseJson(await service.command("shop", "add", "--csv", file, "--domain", "one.example", "--json")));
const key = String(installed["merchant_key"]);
const { data } = await service.ask(key, `/products?feed_id=${String(installed["feed_id"])}&per_page=100&page=40`);
const products = Array.isArray(data) ? data.map(members) : [];
const lines: ResultLine[] = [];
await timed("a SKU", (at) => String(products[at % products.length]?.["sku"]));
await timed("an id", (at) => String(products[at % products.length]?.["id"]));
await timed("the beginning of a word", (at) => ["woo", "lin", "cot", "sil"][at % 4] ?? "");
await timed("two words of a title", (at) =>
  String(products[at % products.length]?.["title"])
    .split(" ")
    .slice(-2)
    .join(" "),
);
await timed("what there isn't", (at) => `nothing ${at}`);
await record(`node bench/search.ts --variants ${variants}`, lines);

async function timed(what: string, termAt: (at: number) => string): Promise<void> {
  let at = 0;
  const ask = () => service.ask(key, `/search?q=${encodeURIComponent(termAt(at++))}`);
  const [first] = await load(1, 1, ask);
  await load(CLIENTS, CLIENTS * 2, ask);
  const before = treeCpuSeconds(service.pid);
  const samples = await load(CLIENTS, CLIENTS * 40, ask);
  const cpuMs = ((treeCpuSeconds(service.pid) - before) * 1000) / samples.length;
  const figure = `p50 ${percentile(samples, 0.5).toFixed(0)} ms, p95 ${percentile(samples, 0.95).toFixed(0)} ms, first ${first?.toFixed(0)} ms, processor ${cpuMs.toFixed(1)} ms each`;
  lines.push({ what: `${variants} rows: searched for ${what}, ${CLIENTS} clients`, figure, beside: GOAL });
}
