import path from "node:path";
import { parseArgs } from "node:util";
import { setTimeout as sleep } from "node:timers/promises";
import { members, parseJson } from "../src/kernel/unsafe.ts";
import { catalogOfSize } from "./catalog/catalog-of-size.ts";
import { makeExport } from "./catalog/make-export.ts";
import { median } from "./measure.ts";
import { record } from "./results.ts";
import { startService } from "./running-server.ts";

/** `node bench/channel-runs.ts [--variants 100000] [--rounds 5]`: runs of a real service, from request to end, without a channel and with six. */
const { values } = parseArgs({ options: { variants: { type: "string", default: "100000" }, rounds: { type: "string", default: "5" } } });
const variants = Number(values.variants);
const rounds = Number(values.rounds);
const SETTINGS: Readonly<Record<string, object>> = {
  ...{ google: {}, meta: {}, microsoft: {}, pinterest: {}, tiktok: {} },
  amazon: { seller_id: "A1", product_type: "SHIRT" },
};
const WITHIN_POLLS = 6000;

await using service = await startService({ SAMPLE_SHOP: "0" });
const file = path.join(service.dataDir, "one.csv");
makeExport(catalogOfSize(variants), file);
const installed = members(parseJson(await service.command("shop", "add", "--csv", file, "--domain", "one.example", "--json")));
const key = String(installed["merchant_key"]);
const feed = String(installed["feed_id"]);

const taken: { readonly none: number[]; readonly six: number[] } = { none: [], six: [] };
// In turn, because the machine's own speed changes. The first round loads what the others find.
for (let round = 0; round <= rounds; round += 1) {
  const none = await secondsOfRun();
  for (const [slug, settings] of Object.entries(SETTINGS)) await assign(slug, { method: "PUT", body: JSON.stringify({ settings }) });
  const six = await secondsOfRun();
  for (const slug of Object.keys(SETTINGS)) await assign(slug, { method: "DELETE" });
  if (round === 0) continue;
  taken.none.push(none);
  taken.six.push(six);
}
const [none, six] = [median(taken.none), median(taken.six)];
await record(`node bench/channel-runs.ts --variants ${variants}`, [
  { what: `a run of ${variants} variants in the service, without a channel`, figure: `${none.toFixed(2)} s`, beside: "the baseline" },
  { what: "the same with six channels", figure: `${six.toFixed(2)} s`, beside: `${(six / none).toFixed(2)} ×, goal ≤ 3 ×` },
]);

function assign(slug: string, init: RequestInit) {
  return service.ask(key, `/feeds/${feed}/channels/${slug}`, init);
}

async function secondsOfRun(): Promise<number> {
  await latest();
  await service.ask(key, `/feeds/${feed}/regenerate`, { method: "POST" });
  const run = await latest();
  if (run["status"] !== "completed") throw new Error(JSON.stringify(run));
  return (Date.parse(String(run["completed_at"])) - Date.parse(String(run["created_at"]))) / 1000;
}

/** The newest run of the feed, once it's over. */
async function latest(): Promise<Readonly<Record<string, unknown>>> {
  for (let poll = 0; poll < WITHIN_POLLS; poll += 1) {
    const run = members((await service.ask(key, `/feeds/${feed}/runs/latest`))["data"]);
    if (run["status"] !== "running") return run;
    await sleep(50);
  }
  throw new Error("the run did not end");
}
