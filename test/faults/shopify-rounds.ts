import { setTimeout as sleep } from "node:timers/promises";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { seededDraw, type Draw } from "../../src/storefronts/sample/seeded-draw.ts";
import { type Simulator, startSimulator } from "../../src/storefronts/simulator/start-simulator.ts";
import { readFeedFile } from "../harness/feed-file.ts";
import { serviceHome, type ServiceHome, type ServiceProcess } from "../harness/service-process.ts";
import { expectedFeed } from "./expected-feed.ts";
import { feedDifferences } from "./feed-differences.ts";
import { shopClient, type ShopClient, type Work } from "./shop-client.ts";

/**
 * A shop on Shopify changes, and its platform fails at random while it is extracted; now and then the service is killed as well.
 * Every extract must end, completed or failed with a reason that is true, and the published feed must be, cell by cell, what the
 * shop was at the last completed one. The seed repeats the choices, not the machine's timing.
 */
export interface ShopifyPlan {
  readonly seed: number;
  readonly products: number;
  /** Of each request, operation and download to fail. */
  readonly chaos: number;
  /** No round begins later. */
  readonly budgetMs: number;
  /** No more than these; without it until the time is up. */
  readonly rounds?: number;
  readonly say: (line: string) => void;
}

export interface ShopifyReport {
  readonly rounds: number;
  readonly kills: number;
  /** Ends of extracts: `completed`, or the reason of a failure. */
  readonly ended: Readonly<Record<string, number>>;
  readonly comparisons: number;
  readonly cells: number;
  readonly slowestMs: number;
  readonly violations: readonly string[];
}

/** Retries have their bounds, and each its pause: the worst round is one where all of them are used up. */
const ROUND_WITHIN_MS = 8 * 60_000;
const CHANGES_MAX = 12;
/** Of the rounds. */
const KILL_PERCENT = 30;
const KILL_AFTER_MS_MAX = 2_500;
const DIFFERENCES_SHOWN = 5;
/** What an extract may say when the platform, not we, could not. */
const TRUE_REASONS = /^shopify_(?:unavailable|export_failed|file_incomplete|line_invalid|export_slots_taken)$/;

interface Scene {
  readonly simulator: Simulator;
  readonly home: ServiceHome;
  readonly client: ShopClient;
  readonly feedUrl: string;
  readonly draw: Draw;
  readonly plan: ShopifyPlan;
  readonly violations: string[];
  service: ServiceProcess;
  expected: ReturnType<typeof expectedFeed>;
}

export async function shopifyRounds(plan: ShopifyPlan): Promise<ShopifyReport> {
  const began = performance.now();
  await using simulator = await startSimulator({ seed: plan.seed, products: plan.products, shopDomain: "faulty-shop.myshopify.com" });
  await using home = await serviceHome();
  const service = await home.start();
  const added = members(parseJson(await home.command("shop", "add", "--json", "--shopify", simulator.url, "--token", simulator.token).output)); // prettier-ignore
  const client = shopClient(home.url, String(added["merchant_key"]), String(added["feed_id"]));
  const scene: Scene = { simulator, home, client, feedUrl: String(added["feed_url"]), draw: seededDraw(plan.seed, 0, "facts"), plan, violations: [], service, expected: stateOf(simulator) }; // prettier-ignore
  const ended: Record<string, number> = {};
  const report = { rounds: 0, kills: 0, ended, comparisons: 0, cells: 0, slowestMs: 0 };
  report.cells += await compare(scene, "after the installation");
  report.comparisons += 1;
  while (report.rounds < (plan.rounds ?? Infinity) && performance.now() - began < plan.budgetMs) {
    report.rounds += 1;
    const startedAt = performance.now();
    changeShop(scene);
    const { end, killed } = await extractUnderChaos(scene, report.rounds);
    report.kills += killed ? 1 : 0;
    ended[end] = (ended[end] ?? 0) + 1;
    if (end === "completed") scene.expected = stateOf(simulator);
    report.cells += await compare(scene, `round ${report.rounds} (${end})`);
    report.comparisons += 1;
    const tookMs = Math.round(performance.now() - startedAt);
    report.slowestMs = Math.max(report.slowestMs, tookMs);
    plan.say(`round ${report.rounds}: ${end}${killed ? ", service killed" : ""} after ${tookMs} ms`);
  }
  if (scene.violations.length > 0) plan.say(home.logged());
  await scene.service.stop();
  return { ...report, violations: scene.violations };
}

function stateOf({ control }: Simulator) {
  return expectedFeed(control.state(), { country: "IE", currency: "EUR" });
}

/** Few enough that the publish guard has no reason to hold the run. */
function changeShop({ simulator: { control }, draw, plan }: Scene): void {
  for (let change = draw.between(1, CHANGES_MAX); change > 0; change -= 1) {
    const number = draw.below(plan.products);
    const what = draw.below(10);
    if (what === 0) control.addProducts(1);
    else if (what === 1) control.deleteProduct(number);
    else if (what === 2) control.changeProduct(number, { status: draw.pick(["active", "active", "draft", "archived", "unlisted"]) });
    else if (what === 3) control.changeProduct(number, { published: draw.chance(70) });
    else if (what === 4) control.changeProduct(number, { title: `Changed ${draw.below(1_000)} “é” <b>\t"twice"` });
    else if (what === 5) control.changeProduct(number, { descriptionHtml: `<p>Now ${draw.below(1_000)} &amp; more<br>\u2028again</p>` });
    else if (what === 6) control.changeProduct(number, { quantity: draw.between(-3, 40), tracked: draw.chance(80) });
    else control.changeProduct(number, { price: `${draw.between(1, 900)}.${draw.between(10, 99)}`, compareAtPrice: draw.chance(40) ? "450.00" : null }); // prettier-ignore
  }
}

async function extractUnderChaos(scene: Scene, round: number): Promise<{ readonly end: string; readonly killed: boolean }> {
  const { simulator, client, draw, plan, violations } = scene;
  simulator.control.setChaos({ probability: plan.chaos, seed: draw.below(1_000_000) });
  const { status } = await client.startExtract();
  if (status !== 202) violations.push(`round ${round}: an extract was answered ${status} while nothing was under way`);
  const killed = draw.chance(KILL_PERCENT);
  if (killed) {
    await sleep(draw.below(KILL_AFTER_MS_MAX));
    await scene.service.kill();
    scene.service = await scene.home.start();
  }
  const ended = await client.workEnded(ROUND_WITHIN_MS);
  simulator.control.setChaos(null);
  const end = endOf(ended);
  if (end !== "completed" && !TRUE_REASONS.test(end)) violations.push(`round ${round}: the extract ended as ${end}`);
  const run = ended?.find(({ kind }) => kind === "run");
  if (run?.status !== "completed" || run.publication !== "live")
    violations.push(`round ${round}: the newest run is ${JSON.stringify(run)}`);
  return { end, killed };
}

function endOf(ended: readonly Work[] | undefined): string {
  const extract = ended?.find(({ kind }) => kind === "extract");
  if (extract === undefined) return "not ended";
  return extract.status === "completed" ? "completed" : (extract.errorCode ?? extract.status);
}

/** Answers how many cells were compared. */
async function compare({ feedUrl, expected, violations }: Scene, when: string): Promise<number> {
  const rows = readFeedFile(await (await fetch(feedUrl)).text());
  const differences = feedDifferences(rows, expected);
  if (differences.length > 0)
    violations.push(`${when}: ${differences.length} differences: ${differences.slice(0, DIFFERENCES_SHOWN).join("; ")}`);
  return rows.length * Object.keys(rows[0] ?? {}).length;
}
