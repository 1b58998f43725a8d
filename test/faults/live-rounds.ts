import { seededDraw } from "../../src/storefronts/sample/seeded-draw.ts";
import { startSimulator } from "../../src/storefronts/simulator/start-simulator.ts";
import { agrees, resistsForgery, resistsUntruths } from "./live-checks.ts";
import { calm, expireTokens, type Fault, killEverything, reinstall, strike, subscribed } from "./live-faults.ts";
import { SUBSCRIBED_TOPICS } from "../../src/features/shopify-webhooks/topics.ts";
import { LIVE_DOMAIN, type LiveCounts, type LiveHome, type LiveScene, within } from "./live-scene.ts";
import { installApp } from "./live-shop.ts";
import { anHourPasses, deltaPausesEnd } from "./live-time.ts";

/**
 * A shop on Shopify changes while everything between it and its feed fails at random: deliveries are forged, played back, doubled, late, out of order
 * and lost, requests, exports and downloads fail, tokens expire, processes are killed, and the merchant uninstalls the app and installs it again.
 * Afterwards the published feed must be, cell by cell, what the shop is, and what was forged must have left no trace. The seed repeats the choices, not
 * the machine's timing.
 */
export interface LivePlan {
  readonly seed: number;
  readonly products: number;
  /** No round begins later. */
  readonly budgetMs: number;
  /** No more than these; without it until the time is up. */
  readonly rounds?: number;
  readonly say: (line: string) => void;
}

export interface LiveReport extends Readonly<LiveCounts> {
  readonly rounds: number;
  /** Those in which everything was told. */
  readonly unhelped: number;
  readonly cells: number;
  readonly slowestMs: number;
  readonly violations: readonly string[];
}

const ACCEPTED = 202;
/** A process that is killed doesn't answer. */
const ANSWERED_WITHIN_MS = 5_000;
/** Of a lost delivery about these, the hourly look finds the product; of any other a full extract does. */
const FOUND_BY_LOOK = new Set(["products/create", "products/update", "inventory_levels/update", "bulk_operations/finish"]);
/** The first rounds try what a lot might leave out. */
const FIRST: readonly (readonly Fault[])[] = [[expireTokens, killEverything], [reinstall]];

/** `open` answers a service with these settings. */
export async function liveRounds(
  plan: LivePlan,
  open: (settings: Readonly<Record<string, string>>) => Promise<LiveHome>,
): Promise<LiveReport> {
  const began = performance.now();
  const deliver = async (url: string, request: { readonly headers: Readonly<Record<string, string>>; readonly body: string }) =>
    (await fetch(url, { method: "POST", ...request, signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) })).status;
  const settings = { seed: plan.seed, products: plan.products, shopDomain: LIVE_DOMAIN, autoApprove: true, deliver, deliveryRetryMs: 200 };
  await using simulator = await startSimulator(settings);
  await using home = await open({
    SHOPIFY_CLIENT_ID: simulator.clientId,
    SHOPIFY_CLIENT_SECRET: simulator.clientSecret,
    SHOPIFY_SIMULATOR_URL: simulator.url,
    SHOPIFY_BILLING: "off",
    DELTA_QUIET_PERIOD: "1",
    DELTA_MIN_INTERVAL: "1",
  });
  const service = await home.start();
  const worker = home.startWorker();
  const shop = await installApp(home, LIVE_DOMAIN);
  const counts = { changes: 0, kills: 0, reinstalls: 0, expired: 0, lost: 0, forged: 0, replayed: 0 };
  const { say } = plan;
  const scene: LiveScene = {
    ...{ simulator, home, say, counts, service, worker, shop },
    ...{ draw: seededDraw(plan.seed, 0, "facts"), violations: [] },
  };
  const report = { rounds: 0, unhelped: 0, cells: 0, slowestMs: 0 };
  report.cells += await agrees(scene, "after the installation");
  await subscribed(scene);
  const isOver = () => report.rounds >= (plan.rounds ?? Infinity) || performance.now() - began >= plan.budgetMs;
  while (!isOver() && scene.violations.length === 0) {
    report.rounds += 1;
    const startedAt = performance.now();
    const outcome = await round(scene, report.rounds);
    if (outcome === "told") report.unhelped += 1;
    report.cells += await agrees(scene, `round ${report.rounds}`, async () => {
      await deltaPausesEnd(home.database.db);
      if (outcome === "asked") await anHourPasses(home.database.db);
    });
    await resistsForgery(scene, report.rounds);
    await resistsUntruths(scene, report.rounds);
    const tookMs = Math.round(performance.now() - startedAt);
    report.slowestMs = Math.max(report.slowestMs, tookMs);
    say(`round ${report.rounds} (${outcome}): the feed is the shop after ${tookMs} ms`);
  }
  if (scene.violations.length > 0) say(home.logged());
  await scene.worker.kill();
  await scene.service.stop();
  return { ...report, ...counts, violations: scene.violations };
}

/**
 * How what has changed comes to be known: Shopify told of everything; something was lost, but Shopify finds it when it's asked; or only a full extract
 * brings it, which the schedule would start.
 */
type Outcome = "told" | "asked" | "extracted";

async function round(scene: LiveScene, nth: number): Promise<Outcome> {
  const { simulator, counts } = scene;
  const { deliveries, subscriptions } = simulator.control.webhooks;
  const known = new Set(deliveries.sent().map(({ webhookId }) => webhookId));
  await strike(scene, nth, FIRST[nth - 1]);
  const isUnsubscribed = subscriptions.list().length < SUBSCRIBED_TOPICS.length;
  await calm(scene);
  await subscribed(scene);
  const lost = deliveries
    .sent()
    .filter(({ webhookId, outcome }) => !known.has(webhookId) && (outcome === "dropped" || outcome === "failed"));
  counts.lost += lost.length;
  if (!isUnsubscribed && lost.every(({ topic }) => FOUND_BY_LOOK.has(topic))) return lost.length === 0 ? "told" : "asked";
  // One that is under way may have read a product before it changed.
  if (!(await within(async () => (await scene.shop.extract()) === ACCEPTED))) scene.violations.push(`round ${nth}: no extract could begin`);
  return "extracted";
}
