import { setTimeout as sleep } from "node:timers/promises";
import { seededDraw, type Draw } from "../../src/storefronts/sample/seeded-draw.ts";
import { type Simulator, startSimulator } from "../../src/storefronts/simulator/start-simulator.ts";
import { readFeedFile } from "../harness/feed-file.ts";
import { serviceHome, type ServiceHome, type ServiceProcess } from "../harness/service-process.ts";
import { expectedFeed } from "./expected-feed.ts";
import { feedDifferences } from "./feed-differences.ts";
import { type LiveShop, installApp } from "./live-shop.ts";

/**
 * A shop on Shopify changes while everything between it and its feed fails at random: deliveries are forged, played back, doubled, late, out of order
 * and lost, requests are throttled, tokens expire, the service is killed, and the merchant uninstalls the app and installs it again. Afterwards the
 * published feed must be, cell by cell, what the shop is. The seed repeats the choices, not the machine's timing.
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

export interface LiveReport {
  readonly rounds: number;
  readonly changes: number;
  readonly kills: number;
  readonly reinstalls: number;
  readonly lost: number;
  readonly forged: number;
  readonly cells: number;
  readonly slowestMs: number;
  readonly violations: readonly string[];
}

const DOMAIN = "live-shop.myshopify.com";
/** Retries have their bounds, and each its pause. */
const AGREES_WITHIN_MS = 8 * 60_000;
const LOOK_EVERY_MS = 500;
const CHANGES_MAX = 6;
const DIFFERENCES_SHOWN = 5;
const PERCENT = { kill: 25, reinstall: 12, throttle: 25, expire: 30, forge: 60, replay: 40, silent: 25, unsubscribe: 10 } as const;

interface Scene {
  readonly simulator: Simulator;
  readonly home: ServiceHome;
  readonly draw: Draw;
  readonly plan: LivePlan;
  readonly violations: string[];
  readonly counts: { changes: number; kills: number; reinstalls: number; lost: number; forged: number };
  service: ServiceProcess;
  shop: LiveShop;
}

export async function liveRounds(plan: LivePlan): Promise<LiveReport> {
  const began = performance.now();
  const deliver = async (url: string, request: { readonly headers: Readonly<Record<string, string>>; readonly body: string }) =>
    (await fetch(url, { method: "POST", ...request, signal: AbortSignal.timeout(5_000) })).status;
  const settings = { seed: plan.seed, products: plan.products, shopDomain: DOMAIN, autoApprove: true, deliver, deliveryRetryMs: 200 };
  await using simulator = await startSimulator(settings);
  await using home = await serviceHome({
    SHOPIFY_CLIENT_ID: simulator.clientId,
    SHOPIFY_CLIENT_SECRET: simulator.clientSecret,
    SHOPIFY_SIMULATOR_URL: simulator.url,
    SHOPIFY_BILLING: "off",
    DELTA_QUIET_PERIOD: "1",
    DELTA_MIN_INTERVAL: "1",
  });
  const service = await home.start();
  const shop = await installApp(home, DOMAIN);
  const counts = { changes: 0, kills: 0, reinstalls: 0, lost: 0, forged: 0 };
  const scene: Scene = { simulator, home, draw: seededDraw(plan.seed, 0, "facts"), plan, violations: [], counts, service, shop };
  const report = { rounds: 0, cells: 0, slowestMs: 0 };
  report.cells += await agrees(scene, "after the installation");
  await subscribed(scene);
  while (report.rounds < (plan.rounds ?? Infinity) && performance.now() - began < plan.budgetMs && scene.violations.length === 0) {
    report.rounds += 1;
    const startedAt = performance.now();
    const isLossy = await round(scene, report.rounds);
    // What was never delivered is found by the next full extract, which the schedule starts otherwise.
    if (isLossy) await scene.shop.extract();
    report.cells += await agrees(scene, `round ${report.rounds}`);
    const tookMs = Math.round(performance.now() - startedAt);
    report.slowestMs = Math.max(report.slowestMs, tookMs);
    plan.say(`round ${report.rounds}: ${isLossy ? "with" : "without"} losses, the feed is the shop after ${tookMs} ms`);
  }
  if (scene.violations.length > 0) plan.say(home.logged());
  await scene.service.stop();
  return { ...report, ...counts, violations: scene.violations };
}

/** Answers whether a change may have gone unreported. */
async function round(scene: Scene, nth: number): Promise<boolean> {
  const { simulator, draw, counts } = scene;
  const { deliveries, subscriptions } = simulator.control.webhooks;
  deliveries.setFate({ drop: draw.chance(30) ? 0.2 : 0, duplicate: 0.3, delay: 0.4, delayMs: 3_000, seed: draw.below(1_000_000) });
  const isSilent = draw.chance(PERCENT.silent);
  deliveries.setSilent(isSilent);
  if (draw.chance(PERCENT.throttle)) simulator.control.throttle({ currentlyAvailable: 0 });
  const before = deliveries.sent().length;
  change(scene);
  if (draw.chance(PERCENT.expire)) simulator.control.app.tokens.expireAccess();
  if (draw.chance(PERCENT.forge)) await forge(scene, nth);
  await sleep(draw.below(2_000));
  if (draw.chance(PERCENT.kill)) {
    await scene.service.kill();
    scene.service = await scene.home.start();
    counts.kills += 1;
  }
  change(scene);
  const isLeft = draw.chance(PERCENT.reinstall);
  if (isLeft) await reinstall(scene, nth);
  if (draw.chance(PERCENT.replay)) await replay(scene, nth);
  deliveries.setSilent(false);
  deliveries.setFate(null);
  await deliveries.idle();
  const lost = deliveries
    .sent()
    .slice(before)
    .filter(({ outcome }) => outcome === "dropped" || outcome === "failed").length;
  counts.lost += lost;
  if (draw.chance(PERCENT.unsubscribe)) subscriptions.clear();
  const isUnsubscribed = subscriptions.list().length === 0;
  if (isUnsubscribed) await resubscribe(scene);
  return isSilent || lost > 0 || isUnsubscribed || before + counts.changes > 1_900;
}

function change({ simulator, draw, counts, plan }: Scene): void {
  const changes = simulator.control.changeAtRandom({ seed: draw.below(1_000_000_000), count: draw.between(1, CHANGES_MAX) });
  counts.changes += changes.length;
  plan.say(`  ${changes.join("; ")}`);
}

/** Whoever doesn't know the secret is refused, whatever they say. */
async function forge({ simulator, draw, violations, counts }: Scene, nth: number): Promise<void> {
  const topic = draw.pick(["products/update", "app/uninstalled", "shop/redact"]);
  const forged = draw.pick(["wrong_secret", "unsigned"] as const);
  const body = topic === "shop/redact" ? { shop_domain: DOMAIN } : { id: 1 };
  const status = await simulator.control.webhooks.deliveries.send({ topic, body, forged });
  counts.forged += 1;
  if (status !== 401 && status !== 0) violations.push(`round ${nth}: a forged ${topic} (${forged}) was answered ${status}`);
}

/** Deliveries played back, and one that says what isn't so: the app is installed. */
async function replay({ simulator, violations }: Scene, nth: number): Promise<void> {
  const { deliveries } = simulator.control.webhooks;
  const statuses = await deliveries.replay(5);
  for (const topic of ["app/uninstalled", "shop/redact"]) statuses.concat(await deliveries.send({ topic, body: { shop_domain: DOMAIN } }));
  const strange = statuses.filter((status) => ![0, 200, 503].includes(status));
  if (strange.length > 0) violations.push(`round ${nth}: deliveries played back were answered ${strange.join()}`);
}

async function reinstall(scene: Scene, nth: number): Promise<void> {
  const { simulator, violations, counts, shop, home } = scene;
  counts.reinstalls += 1;
  const { deliveries, subscriptions } = simulator.control.webhooks;
  deliveries.setSilent(false);
  deliveries.setFate(null);
  deliveries.emit("app/uninstalled", { myshopify_domain: DOMAIN });
  simulator.control.app.uninstall();
  await deliveries.idle();
  subscriptions.clear();
  if (!(await within(AGREES_WITHIN_MS, async () => (await fetch(shop.feedUrl)).status === 410)))
    violations.push(`round ${nth}: the feed of a shop that left is still served`);
  scene.shop = await installApp(home, DOMAIN, shop);
  await subscribed(scene);
}

/** The day's check comes at once. */
async function resubscribe(scene: Scene): Promise<void> {
  scene.shop = await installApp(scene.home, DOMAIN, scene.shop);
  await subscribed(scene);
}

async function subscribed({ simulator, violations }: Scene): Promise<void> {
  const { subscriptions } = simulator.control.webhooks;
  if (!(await within(AGREES_WITHIN_MS, async () => subscriptions.list().length > 20)))
    violations.push("the shop's webhooks were never subscribed to");
}

/** Waits until the published feed is what the shop is now. Answers how many cells were compared. */
async function agrees({ simulator, shop, violations, plan }: Scene, when: string): Promise<number> {
  let cells = 0;
  let differences: readonly string[] = ["nothing was compared"];
  const hasSettled = await within(AGREES_WITHIN_MS, async () => {
    const answer = await fetch(shop.feedUrl);
    if (answer.status !== 200) return false;
    const rows = readFeedFile(await answer.text());
    differences = feedDifferences(rows, expectedFeed(simulator.control.state(), { country: "IE", currency: "EUR" }));
    cells = rows.length * Object.keys(rows[0] ?? {}).length;
    return differences.length === 0;
  });
  if (hasSettled) return cells;
  plan.say(
    `  ${JSON.stringify(
      simulator.control.webhooks.deliveries
        .sent()
        .slice(-20)
        .map(({ topic, outcome }) => [topic, outcome]),
    )}`,
  );
  violations.push(`${when}: ${differences.length} differences: ${differences.slice(0, DIFFERENCES_SHOWN).join("; ")}`);
  return cells;
}

async function within(ms: number, isSo: () => Promise<boolean>): Promise<boolean> {
  const until = performance.now() + ms;
  while (performance.now() < until) {
    if (await isSo().catch(() => false)) return true;
    await sleep(LOOK_EVERY_MS);
  }
  return false;
}
