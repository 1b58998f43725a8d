import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startSimulator } from "../src/storefronts/simulator/start-simulator.ts";
import { members } from "../src/kernel/unsafe.ts";
import { type Load, startLoad } from "./delivery-load.ts";
import { percentile } from "./measure.ts";
import { record, type ResultLine } from "./results.ts";
import { startService } from "./running-server.ts";

/**
 * `node bench/live.ts`: how long after its webhook a changed price is in the published file of a large shop, quiet and while other webhooks
 * arrive; and how many webhooks a second are stored. The load comes from this process, so the machine is shared with it.
 */
const { values } = parseArgs({
  options: {
    products: { type: "string", default: "20600" },
    changes: { type: "string", default: "5" },
    "load-seconds": { type: "string", default: "300" },
    "load-rate": { type: "string", default: "1000" },
    "intake-seconds": { type: "string", default: "20" },
  },
});

const DOMAIN = "large-shop.myshopify.com";
const POLL_MS = 100;
/** Starting the load takes CPU time too. */
const WARM_MS = 10_000;
/** What Shopify lets an app ask of a shop on its Plus plan; single products are read again at the pace of these points. */
const PLUS = { maximumAvailable: 20_000, restoreRate: 1_000 };
const PUBLISHED_WITHIN_MS = 30 * 60_000;

const deliver = async (url: string, sent: { readonly headers: Readonly<Record<string, string>>; readonly body: string }) =>
  (await fetch(url, { method: "POST", ...sent })).status;
await using simulator = await startSimulator({
  products: Number(values.products),
  shopDomain: DOMAIN,
  autoApprove: true,
  deliver,
  pace: 1_000_000,
  bucket: PLUS,
});
await using service = await startService({
  SAMPLE_SHOP: "0",
  SHOPIFY_CLIENT_ID: simulator.clientId,
  SHOPIFY_CLIENT_SECRET: simulator.clientSecret,
  SHOPIFY_SIMULATOR_URL: simulator.url,
  SHOPIFY_BILLING: "off",
});
const { feedUrl, variants } = await install();
const seen = { etag: "" };
await until(async () => simulator.control.webhooks.subscriptions.list().length > 20 || undefined);

const quiet = await changedPrices("quiet");
const load = await loadOf(Number(values["load-rate"]), ["a product of other shops", ...Array.from({ length: 50 }, (_, at) => at)]);
await sleep(WARM_MS);
const loaded = await changedPrices("loaded", Number(values["load-seconds"]) * 1_000);
const loadFigures = load.stop();
const flood = await loadOf(
  Infinity,
  Array.from({ length: 200 }, (_, at) => at),
);
await sleep(Number(values["intake-seconds"]) * 1_000);
const floodFigures = flood.stop();
await record(`node bench/live.ts --products ${values.products}`, figures());

function figures(): readonly ResultLine[] {
  const seconds = (times: readonly number[]): string =>
    `median ${(percentile(times, 0.5) / 1_000).toFixed(1)} s, worst ${(Math.max(...times) / 1_000).toFixed(1)} s of ${times.length}`;
  const rate = ({ taken, busy, seconds: took, times }: Load): string =>
    `${Math.round(taken / took)}/s stored, ${busy} answered 503, p99 ${percentile(times, 0.99).toFixed(0)} ms`;
  const spent = (cpuSeconds: number): string => `${Math.round((cpuSeconds / (floodFigures.taken + floodFigures.busy)) * 1e6)} µs`;
  return [
    {
      what: `changed price in a shop of ${variants} variants, webhook to published file (quiet period 2 s, Plus plan)`,
      figure: seconds(quiet),
      beside: "≤ 10 s",
    },
    { what: `the same while ${values["load-rate"]} webhooks/s arrive`, figure: seconds(loaded), beside: "≤ 15 s" },
    { what: "webhooks meanwhile", figure: rate(loadFigures), beside: "p99 ≤ 100 ms" },
    { what: "webhooks, as many as are taken", figure: rate(floodFigures), beside: "≥ 1,500/s, p99 ≤ 100 ms" },
    {
      what: "processor time of a webhook",
      figure: `service and database ${spent(floodFigures.serviceCpuSeconds)}, what sends it ${spent(floodFigures.ownCpuSeconds)}`,
      beside: "≤ 1,300 µs in all, for 1,500 a second on two cores",
    },
  ];
}

/** `variants`: of the shop, those that its feed leaves out among them. */
async function install(): Promise<{ readonly feedUrl: string; readonly variants: number }> {
  const begun = await fetch(`${service.baseUrl}/shopify/install?shop=${DOMAIN}`, { redirect: "manual" });
  const cookie = (begun.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const approved = await fetch(begun.headers.get("location") ?? "", { redirect: "manual" });
  await fetch(approved.headers.get("location") ?? "", { redirect: "manual", headers: { cookie } });
  const key = (await service.command("key", "create", "--shop", DOMAIN, "--name", "Bench", "--scopes", "full_access")).trim();
  const url = await until(async () => {
    const { feed_url: known } = members((await service.ask(key, "/shop"))["data"]);
    return typeof known === "string" ? known : undefined;
  });
  const run = members((await service.ask(key, "/feeds/feed_1/runs/latest"))["data"]);
  return { feedUrl: url, variants: Number(run["total_count"]) };
}

/** Whether the feed has it, unless it's the one of the last look. Products that change are near its beginning, so little of it is read. */
async function isPublished(price: string): Promise<true | undefined> {
  const answer = await fetch(feedUrl, { headers: { "if-none-match": seen.etag, "accept-encoding": "identity" } });
  let before = "";
  for await (const bytes of answer.status === 200 ? (answer.body ?? []) : []) {
    const text = before + Buffer.from(bytes).toString("latin1");
    // Leaving the loop ends the download.
    if (text.includes(price)) return true;
    before = text.slice(-price.length);
  }
  seen.etag = answer.headers.get("etag") ?? seen.etag;
  return undefined;
}

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + PUBLISHED_WITHIN_MS;
  while (performance.now() < deadline) {
    const found = await look().catch(() => undefined);
    if (found !== undefined) return found;
    await sleep(POLL_MS);
  }
  throw new Error("the feed was never published");
}

/** Milliseconds from each change to the file that has it; for so long, or as many as were asked for. */
async function changedPrices(said: string, forMs = 0): Promise<readonly number[]> {
  const times: number[] = [];
  const end = performance.now() + forMs;
  for (let nth = 1; nth <= Number(values.changes) || performance.now() < end; nth += 1) {
    const price = `${7_000 + nth}.${said === "quiet" ? "11" : "22"}`;
    const began = performance.now();
    simulator.control.changeProduct(nth * 7, { price, status: "active", published: true });
    await until(() => isPublished(price));
    times.push(performance.now() - began);
    process.stdout.write(`${said} ${nth}: ${Math.round(times.at(-1) ?? 0)} ms\n`);
  }
  return times;
}

/** Deliveries of products by their places in the shop, or of a shop that isn't installed. */
function loadOf(rate: number, places: readonly (number | string)[]) {
  const { control, clientSecret: secret } = simulator;
  const subjects = places.map((place) =>
    typeof place === "number"
      ? { product: Number(control.product(place + 1_000)?.id ?? 1), domain: DOMAIN }
      : { product: 1, domain: "another-shop.myshopify.com" },
  );
  return startLoad({ baseUrl: service.baseUrl, servicePid: service.pid, secret, rate, subjects });
}
