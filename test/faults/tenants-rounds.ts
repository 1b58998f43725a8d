import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { type ServiceHome, serviceHome } from "../harness/service-process.ts";
import { writeExport } from "./export-file.ts";
import { flood, type LoudTenant, makeNoise, type Noise, type Told, UNKNOWN_FEEDS, UNKNOWN_KEYS } from "./loud-tenant.ts";
import { type QuietTenant, type Seen, watchQuietly } from "./quiet-tenant.ts";

/** A shop beside another that takes all it can get, and beside strangers who are refused: what the first one sees of it. */
export interface TenantsPlan {
  readonly noise: Noise;
  readonly seed: number;
  /** Products of the loud shop, two variants each. */
  readonly products: number;
  /** Refused requests in all. */
  readonly strangers: number;
  /** How many times the figures below it may take, for a machine that is busy with other things. */
  readonly patience: number;
  /** No phase begins later. */
  readonly budgetMs: number;
  readonly say: (line: string) => void;
}

export interface TenantsReport {
  /** What the quiet shop saw and what the others were told, by phase. */
  readonly phases: Readonly<Record<string, { readonly seen: Seen; readonly told: Told; readonly seconds: number }>>;
  readonly violations: readonly string[];
}

/** What another shop may notice at most. */
const SHOP_P95_MS = 100;
const PREVIEW_MAX_MS = 3_000;
const RUN_BEGAN_MAX_MS = 5_000;

/** What a request takes at most on an idle machine while nobody else asks; one that takes longer then is given as many times as long later. */
const UNDISTURBED_P95_MS = 25;

const QUIET_PRODUCTS = 25;
/** The loud shop's connections with strangers' requests. */
const CONNECTIONS = 40;
const UNDISTURBED = "undisturbed";
const UNDISTURBED_MS = 3_000;
const WARMING = { connections: 4, requests: 500 };

/** `open` makes the home of the service: tests that run in Vitest clone a database for it (`clonedService`), and commands can't. */
export async function tenantsRounds(plan: TenantsPlan, open = serviceHome): Promise<TenantsReport> {
  const { noise, seed, products, strangers, budgetMs, say } = plan;
  await using home = await open({ LOG_LEVEL: "error" });
  await home.start();
  const quiet = await addShop(home, "quiet.example", QUIET_PRODUCTS);
  const loud = { ...(await withFeeds(await addShop(home, "loud.example", products), noise.runs)), seed };
  const poured = { connections: CONNECTIONS, requests: Math.ceil(strangers / CONNECTIONS) };
  const phases: readonly (readonly [string, () => Promise<Told>])[] = [
    [UNDISTURBED, () => new Promise((resolve) => setTimeout(() => resolve({}), UNDISTURBED_MS))],
    ["beside a loud shop", () => makeNoise(loud, noise)],
    ["beside unknown keys", () => flood(home.url, { ...poured, requestOf: UNKNOWN_KEYS })],
    ["beside unknown feeds", () => flood(home.url, { ...poured, requestOf: UNKNOWN_FEEDS })],
  ];
  // What is measured is a service at work, not how a process that has just begun compiles its code.
  await flood(home.url, { ...WARMING, requestOf: UNKNOWN_KEYS });
  const deadline = performance.now() + budgetMs;
  const report: { phases: Record<string, TenantsReport["phases"][string]>; violations: string[] } = { phases: {}, violations: [] };
  let busyness = 1;
  for (const [name, begin] of phases) {
    if (performance.now() > deadline) break;
    const began = performance.now();
    const watching = watchQuietly(quiet);
    const told = await begin();
    const seen = await watching.stop();
    report.phases[name] = { seen, told, seconds: Math.round((performance.now() - began) / 1_000) };
    say(`${name}: ${line(seen)}; told ${JSON.stringify(told)}`);
    if (name === UNDISTURBED) busyness = Math.max(1, seen.shop.p95 / UNDISTURBED_P95_MS);
    report.violations.push(...faultsOf(seen, plan.patience * busyness).map((fault) => `${name}: ${fault}`));
  }
  return report;
}

function line({ shop, preview, runBegan, feedFile, refused }: Seen): string {
  const times = `shop p50 ${shop.p50} p95 ${shop.p95} max ${shop.max} ms, preview max ${preview.max} ms, run began within ${runBegan.max} ms, feed file p95 ${feedFile.p95} ms`;
  return `${times}, refused ${JSON.stringify(refused)}`;
}

function faultsOf({ shop, preview, runBegan, refused }: Seen, patience: number): readonly string[] {
  const bounds = [
    ["GET /v1/shop (p95)", shop.p95, SHOP_P95_MS],
    ["a preview", preview.max, PREVIEW_MAX_MS],
    ["the begin of a run", runBegan.max, RUN_BEGAN_MAX_MS],
  ] as const;
  const slow = bounds.filter(([, ms, maxMs]) => ms > maxMs * patience).map(([what, ms, maxMs]) => `${what} took ${ms} ms, not ${maxMs}`);
  return [...slow, ...Object.entries(refused).map(([what, times]) => `${what}, ${times} times`)];
}

/** From an export, published once. */
async function addShop(home: ServiceHome, domain: string, products: number): Promise<QuietTenant> {
  const folder = await mkdtemp(join(tmpdir(), "feedwright-tenants-"));
  try {
    const file = join(folder, "export.csv");
    await writeExport(file, { products, version: 0 });
    const added = await home.command("shop", "add", "--csv", file, "--domain", domain, "--json").output;
    const { feed_url: feedUrl, feed_id: feedId, merchant_key: key } = members(parseJson(added));
    if (typeof feedUrl !== "string" || typeof feedId !== "string" || typeof key !== "string") throw new Error(`shop add answered ${added}`);
    return { url: home.url, key, feedId, feedUrl };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** With as many feeds as it will run at once. */
async function withFeeds({ url, key, feedId }: QuietTenant, feeds: number): Promise<Omit<LoudTenant, "seed">> {
  const feedIds = [feedId];
  while (feedIds.length < feeds) {
    const answer = await fetch(`${url}/v1/feeds`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ feed_type: "market", display_name: `Feed ${feedIds.length}` }),
      signal: AbortSignal.timeout(UNDISTURBED_MS * 10),
    });
    const { id } = members(members(parseJson(await answer.text()))["data"]);
    if (typeof id !== "string") throw new Error(`a feed of the loud shop was answered ${answer.status}`);
    feedIds.push(id);
  }
  return { url, key, feedIds };
}
