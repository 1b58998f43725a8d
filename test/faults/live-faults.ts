import { setTimeout as sleep } from "node:timers/promises";
import { SUBSCRIBED_TOPICS } from "../../src/features/shopify-webhooks/topics.ts";
import { LIVE_DOMAIN, type LiveScene, within } from "./live-scene.ts";
import { installApp } from "./live-shop.ts";
import { aDayPasses, claimsEnd, deltaPausesEnd } from "./live-time.ts";

/** What befalls a live shop, one thing after another in an order that is drawn. */
export type Fault = (scene: LiveScene, nth: number) => Promise<void>;

const CHANGES_MAX = 6;
const PAUSE_MS_MAX = 1_200;
const DOWN_MS_MAX = 500;
/** Of the kills of everything: claims are left to end by themselves, which takes twenty seconds. */
const PATIENT_PERCENT = 20;
/** Of each request, operation, download and token. */
const CHAOS = 0.06;
/** Percent of the rounds with each. */
const OFTEN: readonly (readonly [percent: number, fault: Fault])[] = [
  [50, expireTokens],
  [40, killEverything],
  [25, killWorker],
  [15, reinstall],
  [20, loseSubscriptions],
];

/** One round of faults. What is off afterwards is left to the service. `first`: faults that are tried however the lot falls. */
export async function strike(scene: LiveScene, nth: number, first: readonly Fault[] = []): Promise<void> {
  const { simulator, draw } = scene;
  const { deliveries } = simulator.control.webhooks;
  deliveries.setFate({ drop: draw.chance(50) ? 0.2 : 0, duplicate: 0.3, delay: 0.4, delayMs: 3_000, seed: draw.below(1_000_000) });
  if (draw.chance(70)) simulator.control.setChaos({ probability: CHAOS, seed: draw.below(1_000_000) });
  if (draw.chance(30)) simulator.control.throttle({ currentlyAvailable: 0 });
  const drawn = OFTEN.filter(([percent, fault]) => !first.includes(fault) && draw.chance(percent)).map(([, fault]) => fault);
  const faults = [change, change, ...first, ...drawn].map((fault) => ({ fault, place: draw.below(1_000) }));
  for (const { fault } of faults.toSorted((one, other) => one.place - other.place)) {
    await fault(scene, nth);
    await sleep(draw.below(PAUSE_MS_MAX));
  }
}

/** From now on nothing fails, and the pauses that failures brought are over. Waits until nothing is on its way. */
export async function calm({ simulator, home: { database } }: LiveScene): Promise<void> {
  const { control } = simulator;
  control.setChaos(null);
  control.clearFailures();
  control.webhooks.deliveries.setSilent(false);
  control.webhooks.deliveries.setFate(null);
  await control.webhooks.deliveries.idle();
  await deltaPausesEnd(database.db);
}

async function change({ simulator, draw, counts, say }: LiveScene): Promise<void> {
  const { deliveries } = simulator.control.webhooks;
  deliveries.setSilent(draw.chance(20));
  const changes = simulator.control.changeAtRandom({ seed: draw.below(1_000_000_000), count: draw.between(1, CHANGES_MAX) });
  deliveries.setSilent(false);
  counts.changes += changes.length;
  say(`  ${changes.join("; ")}`);
}

/** In the middle of an extract, unless one can't begin now. */
export async function expireTokens({ simulator, shop, draw, counts, say }: LiveScene): Promise<void> {
  const status = await shop.extract().catch(() => 0);
  await sleep(draw.below(PAUSE_MS_MAX));
  simulator.control.app.tokens.expireAccess();
  counts.expired += 1;
  say(`  expired the access tokens (an extract was answered ${status})`);
}

export async function killEverything(scene: LiveScene): Promise<void> {
  const { home, draw, counts, say } = scene;
  await Promise.all([scene.worker.kill(), scene.service.kill()]);
  counts.kills += 2;
  const isPatient = draw.chance(PATIENT_PERCENT);
  if (!isPatient) await claimsEnd(home.database.db);
  await sleep(draw.below(DOWN_MS_MAX));
  scene.service = await home.start();
  scene.worker = home.startWorker();
  say(`  killed the service and the worker${isPatient ? ", and left their claims" : ""}`);
}

/** The service goes on meanwhile, and takes over what the worker had claimed when that has been silent long enough. */
async function killWorker(scene: LiveScene): Promise<void> {
  await scene.worker.kill();
  scene.counts.kills += 1;
  scene.worker = scene.home.startWorker();
  scene.say("  killed the worker");
}

/** Shopify deletes subscriptions whose deliveries fail. */
async function loseSubscriptions({ simulator, say }: LiveScene): Promise<void> {
  simulator.control.webhooks.subscriptions.clear();
  say("  deleted the webhook subscriptions");
}

export async function reinstall(scene: LiveScene, nth: number): Promise<void> {
  const { simulator, violations, counts, shop, home, say } = scene;
  const { deliveries } = simulator.control.webhooks;
  counts.reinstalls += 1;
  const chaos = simulator.control.chaos();
  // A word of the uninstallation that never comes isn't noticed before the token is used next.
  deliveries.setFate(null);
  simulator.control.setChaos(null);
  simulator.control.clearFailures();
  if (simulator.control.webhooks.subscriptions.list().length === 0) await subscribed(scene);
  simulator.control.app.uninstall();
  await deliveries.idle();
  if (!(await within(async () => (await fetch(shop.feedUrl)).status === 410)))
    violations.push(`round ${nth}: the feed of a shop that has left is still served`);
  scene.shop = await installApp(home, LIVE_DOMAIN, shop);
  simulator.control.setChaos(chaos);
  say("  uninstalled the app and installed it again");
}

/** Looks between two days. */
const LOOKS_A_DAY = 10;

/** Waits until the shop's webhooks are subscribed to. */
export async function subscribed({ simulator, home, violations }: LiveScene): Promise<void> {
  const { subscriptions } = simulator.control.webhooks;
  let looks = 0;
  const hasAll = async (): Promise<boolean> => {
    if (subscriptions.list().length >= SUBSCRIBED_TOPICS.length) return true;
    if (looks++ % LOOKS_A_DAY === 0) await aDayPasses(home.database.db);
    return false;
  };
  if (!(await within(hasAll))) violations.push("the shop's webhooks were never subscribed to");
}
