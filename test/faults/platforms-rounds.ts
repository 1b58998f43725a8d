import { seededDraw } from "../../src/storefronts/sample/seeded-draw.ts";
import { csvShop } from "../harness/csv-shop.ts";
import type { ClonedService } from "../harness/service-on-clone.ts";
import { addRule, drawFaults, type Fault, platformExport, published, suggestedRule, writeRules } from "./platform-feed.ts";
import { connected, differenceFromFile, disconnected, type PlatformStatus, registered, said } from "./platform-journey.ts";
import { type PlatformProcesses, startPlatformProcesses } from "./platform-processes.ts";
import { answerOf, type PlatformScene, until } from "./platform-scene.ts";
import { markSyncs, saidBySync, told } from "./platform-syncs.ts";
import { type PlayedPlatform, SHOP_DOMAIN } from "./played-platforms.ts";

/**
 * A shop's feed goes to every platform: connected, registered, read, found faulty, mended by the rules that are suggested, and clean. Meanwhile
 * platforms fail in all ways they can, and the service's processes are killed, at each step that a platform sees and at any moment. In the end
 * every platform has the file registered once, and its products are the file's rows. The seed repeats the choices, not the machine's timing.
 */
export interface PlatformsPlan {
  readonly seed: number;
  /** Of the feed. */
  readonly products: number;
  /** Of each request to a platform to fail. */
  readonly chaos: number;
  /** Of the steps at which nothing was killed yet, each time a platform sees one. */
  readonly stepPercent: number;
  /** Between kills of single processes; null: none. */
  readonly killEveryMs: number | null;
  /** No round begins later. */
  readonly budgetMs: number;
  /** No more than these; without it until the time is up. */
  readonly rounds?: number;
  readonly say: (line: string) => void;
}

interface PlatformsReport {
  readonly rounds: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly faults: Readonly<Record<string, number>>;
  readonly kills: Readonly<Record<string, number>>;
  readonly steps: { readonly seen: number; readonly killedAt: number };
  readonly requests: Readonly<Record<string, number>>;
  readonly registrations: number;
  readonly comparisons: number;
  readonly slowestMs: number;
  readonly violations: readonly string[];
}

/** Of the platforms and rounds. */
const EXPIRE_PERCENT = 40;
const DISCONNECT_PERCENT = 25;
const DELETE_PERCENT = 15;

/** `home` leads to `platforms`. */
export async function platformsRounds(
  plan: PlatformsPlan,
  home: ClonedService,
  platforms: readonly PlayedPlatform[],
): Promise<PlatformsReport> {
  const began = performance.now();
  const draw = seededDraw(plan.seed, 0, "facts");
  const { db } = home.database;
  await using processes = await startPlatformProcesses({ home, db, platforms, draw: seededDraw(plan.seed, 1, "facts"), stepPercent: plan.stepPercent, everyMs: plan.killEveryMs }); // prettier-ignore
  const { client } = await csvShop(home, SHOP_DOMAIN, platformExport(plan.products));
  const scene: PlatformScene = { client, db, feedId: "feed_1", draw, platforms, violations: [], seen: new Set(), counts: {} };
  const report = { rounds: 0, comparisons: 0, slowestMs: 0 };
  await prepare(scene);
  try {
    while (report.rounds < (plan.rounds ?? Infinity) && performance.now() - began < plan.budgetMs && scene.violations.length === 0) {
      report.rounds += 1;
      const startedAt = performance.now();
      await round(scene, processes, plan);
      report.comparisons += platforms.length;
      const tookMs = Math.round(performance.now() - startedAt);
      report.slowestMs = Math.max(report.slowestMs, tookMs);
      plan.say(`round ${report.rounds}: ${tookMs} ms`);
    }
    await processes.disarm();
    calm(platforms);
    await Promise.all(platforms.map((platform) => disconnected(scene, platform)));
  } catch (error) {
    scene.violations.push(`round ${report.rounds}: ${String(error)}`);
  }
  if (scene.violations.length > 0) plan.say(home.logged());
  return { ...report, ...figures(scene, processes) };
}

/** Nothing is wrong yet: the feed has every channel, and its guard lets pass what the rounds do to it. */
async function prepare(scene: PlatformScene): Promise<void> {
  const { client, feedId, platforms } = scene;
  await client.patch(`/feeds/${feedId}/settings`, { publish_guard: { enabled: false } });
  for (const { slug, assigned } of platforms)
    await until(scene, `assigning ${slug}`, async (saw) => {
      const answer = await answerOf(client.put(`/feeds/${feedId}/channels/${slug}`, { settings: assigned }));
      saw(answer?.body);
      return answer?.status === 200 ? true : undefined;
    });
}

async function round(scene: PlatformScene, processes: PlatformProcesses, plan: PlatformsPlan): Promise<void> {
  const { draw, platforms } = scene;
  const faults = drawFaults(scene, plan.products);
  await writeRules(scene, faults, plan.products);
  for (const { fake, sayRetryAfter } of platforms) {
    fake.script.slowMs = draw.pick([300, 1_500]);
    fake.script.chaos({ seed: draw.below(1_000_000), share: plan.chaos });
    sayRetryAfter(draw.pick([null, 1, 2]));
  }
  processes.arm();
  await published(scene);
  await Promise.all(faults.map((fault) => findFault(scene, fault)));
  for (const { platform, rule } of await suggestions(scene, faults)) {
    await addRule(scene, rule);
    if (draw.chance(EXPIRE_PERCENT)) platform.expireTokens?.();
  }
  const marks = await Promise.all(platforms.map(async (platform) => ({ platform, mark: await markSyncs(scene, platform) })));
  await published(scene);
  await Promise.all(
    marks.map(async ({ platform, mark }) => {
      await told(scene, platform, mark);
      await clean(scene, platform);
    }),
  );
  await Promise.all(platforms.filter(() => draw.chance(DISCONNECT_PERCENT)).map((platform) => endConnection(scene, platform)));
  for (const platform of platforms.filter(() => draw.chance(DELETE_PERCENT)))
    for (const { id } of platform.registrations()) platform.deleteRemotely(id);
}

/** From the sign-in to what the platform says is wrong with the file. */
async function findFault(scene: PlatformScene, { platform, column }: Fault): Promise<void> {
  await connected(scene, platform);
  if (platform.mode === "push")
    return saidBySync(scene, platform, `a refusal for want of ${column}`, async ({ details }) => details !== null);
  await registered(scene, platform);
  await said(scene, platform, `an issue about ${column}`, async ({ issues }) =>
    issues.some(
      ({ code, attribute, message }) =>
        code === `missing_${column}` || attribute === column || String(message).includes(column.replaceAll("_", " ")),
    ),
  );
}

async function suggestions(scene: PlatformScene, faults: readonly Fault[]) {
  return Promise.all(faults.map(async (fault) => ({ ...fault, rule: await suggestedRule(scene, fault) })));
}

/** The platform has nothing to say any more, and has exactly the file's rows, registered once. */
async function clean(scene: PlatformScene, platform: PlayedPlatform): Promise<void> {
  let difference: string | null = null;
  const isClean = async ({ state, issues }: PlatformStatus): Promise<boolean> => {
    if (state !== "succeeded" || issues.some(({ severity }) => severity === "error")) return false;
    difference = await differenceFromFile(scene, platform);
    return difference === null;
  };
  const isSent = async ({ status, details }: { readonly status: unknown; readonly details: unknown }): Promise<boolean> => {
    difference = await differenceFromFile(scene, platform);
    return status === "success" && details === null && difference === null;
  };
  const cleaned = platform.mode === "push" ? saidBySync(scene, platform, "clean", isSent) : said(scene, platform, "clean", isClean);
  await cleaned.catch((error: unknown) => {
    throw new Error(`${String(error)}; ${difference ?? "no difference"}`);
  });
  const { length } = platform.registrations();
  if (length !== 1 && platform.slug !== "amazon") scene.violations.push(`${platform.slug} has ${length} registrations`);
}

/** With a token that works: nobody can delete what a platform no longer lets us touch. */
async function endConnection(scene: PlatformScene, platform: PlayedPlatform): Promise<void> {
  await connected(scene, platform);
  await disconnected(scene, platform);
}

function calm(platforms: readonly PlayedPlatform[]): void {
  for (const { fake } of platforms) fake.script.chaos({ seed: 1, share: 0 });
}

function figures({ platforms, counts, seen, violations }: PlatformScene, { kills, steps }: PlatformProcesses) {
  const faults: Record<string, number> = {};
  for (const { fake } of platforms) for (const [kind, times] of fake.script.struck) faults[kind] = (faults[kind] ?? 0) + times;
  const requests = platforms.map(({ slug, fake }) => [slug, [...fake.counts.values()].reduce((sum, times) => sum + times, 0)] as const);
  return {
    ...{ counts, faults, violations, kills: Object.fromEntries(kills), steps: steps() },
    requests: Object.fromEntries(requests),
    registrations: seen.size,
  };
}
