import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { members, parseJson } from "../src/kernel/unsafe.ts";
import { catalogOfSize } from "./catalog/catalog-of-size.ts";
import { makeExport } from "./catalog/make-export.ts";
import { median } from "./measure.ts";
import { record } from "./results.ts";
import { startService } from "./running-server.ts";

/** `node bench/going-back.ts --variants 100000`: a feed brought back to a version with all the rules and cells it may have, and to a run that was kept. */
const { values } = parseArgs({ options: { variants: { type: "string", default: "100000" }, rounds: { type: "string", default: "5" } } });
const variants = Number(values.variants);
const rounds = Number(values.rounds);
const RULES = 500;
const CELLS = 100_000;
/** A title, a vendor and so on of each row that somebody has edited. */
const CELL_COLUMNS = ["title", "vendor", "product_type", "tags", "body_html", "seo_title", "seo_description", "handle", "sku", "barcode"];
const PER_PAGE = 100;
const POLL_MS = 100;

await using service = await startService({ SAMPLE_SHOP: "0" });
const file = path.join(service.dataDir, "one.example.csv");
makeExport(catalogOfSize(variants), file);
const shop = members(parseJson(await service.command("shop", "add", "--csv", file, "--domain", "one.example", "--json")));
const feed = `/feeds/${String(shop["feed_id"])}`;

const full = await versionOf({ rules: Array.from({ length: RULES }, (_, at) => ruleAt(at)), cells: await cellsOfRows() });
const empty = await versionOf({ rules: [], cells: {} });
const restored: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  restored.push(await timed(`${feed}/versions/${full}/restore`));
  await ask(`${feed}/versions/${empty}/restore`, { method: "POST" });
}
const before = await latestRun();
await ask(`${feed}/regenerate`, { method: "POST" });
const after = await nextRun(before);
const published: number[] = [];
for (let round = 0; round < rounds * 2; round += 1) published.push(await timed(`${feed}/runs/${round % 2 === 0 ? before : after}/publish`));

await record(`node bench/going-back.ts --variants ${variants}`, [
  {
    what: `a version of ${RULES} rules and ${CELLS} cells restored`,
    figure: `${(median(restored) / 1000).toFixed(2)} s`,
    beside: "no goal",
  },
  { what: `a kept run of ${variants} rows published`, figure: `${median(published).toFixed(0)} ms`, beside: "no goal" },
]);

function ask(route: string, init: RequestInit = {}): Promise<Readonly<Record<string, unknown>>> {
  return service.ask(String(shop["merchant_key"]), route, init);
}

async function timed(route: string): Promise<number> {
  const startedAt = performance.now();
  await ask(route, { method: "POST" });
  return performance.now() - startedAt;
}

function ruleAt(at: number): object {
  return { type: "set_value", target: `custom_label_${at % 5}`, value: `label ${at}`, condition: `[D]title contains "number ${at}"` };
}

/** By row id, as a configuration holds them. */
async function cellsOfRows(): Promise<object> {
  const cells: Record<string, object> = {};
  for (let page = 1; page <= CELLS / CELL_COLUMNS.length / PER_PAGE; page += 1) {
    const { data } = await ask(`${feed}/products?per_page=${PER_PAGE}&page=${page}`);
    const rows = Array.isArray(data) ? data.map((row) => String(members(row)["row_id"])) : [];
    for (const row of rows) cells[row] = Object.fromEntries(CELL_COLUMNS.map((column) => [column, `${column} of ${row}`]));
  }
  return cells;
}

/** The version a configuration becomes. */
async function versionOf(config: object): Promise<number> {
  const { data } = await ask(`${feed}/config`, { method: "PUT", body: JSON.stringify(config) });
  return Number(members(data)["version"]);
}

async function latestRun(): Promise<string> {
  const { data } = await ask(`${feed}/runs/latest`);
  const { id, status } = members(data);
  return status === "completed" ? String(id) : "";
}

async function nextRun(previous: string): Promise<string> {
  for (;;) {
    const run = await latestRun();
    if (run !== "" && run !== previous) return run;
    await sleep(POLL_MS);
  }
}
