import { setTimeout as sleep } from "node:timers/promises";
import { seededDraw, type Draw } from "../../src/storefronts/sample/seeded-draw.ts";
import { isRunningAs, type RunningProcess } from "../harness/child-processes.ts";
import { serviceHome, type CommandProcess, type ServiceHome, type ServiceProcess } from "../harness/service-process.ts";
import { FAULT_DOMAIN, type FaultShop, installFaultShop } from "./fault-shop.ts";
import { type FeedWatch, watchFeed } from "./feed-reader.ts";
import { isUnderWay } from "./shop-client.ts";

/**
 * Work is started, and at a random moment of it a process is killed: the service, DuckDB's, or PostgreSQL's. After each
 * kill the work must come to its end by itself, a new run must succeed, and the feed URL must have answered a complete file of
 * a known version all the time, whenever anybody answered at all. The seed repeats the choices, not the machine's timing.
 */
export interface KillPlan {
  readonly kills: number;
  readonly seed: number;
  /** Products of the shop, two variants each. */
  readonly products: number;
  /** No round begins later, counted from when the shop is there. */
  readonly budgetMs: number;
  readonly say: (line: string) => void;
}

export type Victim = "service" | "duckdb" | "postgres";
export type Trigger = "run" | "extract" | "new export";

export interface KillReport {
  readonly kills: Readonly<Record<Victim, number>>;
  /** Kills by what was under way: `run`, `extract`, `nothing`. */
  readonly during: Readonly<Record<string, number>>;
  /** Ends of work that had been disturbed. */
  readonly ended: Readonly<Record<string, number>>;
  readonly newRuns: number;
  readonly answers: number;
  readonly unanswered: number;
  readonly slowestMs: number;
  readonly violations: readonly string[];
}

const VICTIMS: readonly Victim[] = ["service", "duckdb", "postgres"];
const TRIGGERS: readonly Trigger[] = ["run", "extract", "new export"];
/** A claim that is not renewed is free after 20 s, and the next sweep finds it within 2 s more; on a busy machine both come late. */
const TAKEN_AGAIN_WITHIN_MS = 90_000;
/** A machine that is busy with tests is slower than when it learned. */
const SLOWER = 5;
/** How long DuckDB's children may outlive the service. */
const ORPHANS_WITHIN_MS = 30_000;
/** A service is not always started again at once. */
const DOWN_MS_MAX = 500;
/** The command line starts, checks the export and uploads it before it asks. */
const COMMAND_BEGINS_WITHIN_MS = 180_000;
/** Where DuckDB has no process the round is taken again; work always has one at some time. */
const ROUNDS_PER_KILL = 3;

interface Scene {
  readonly home: ServiceHome;
  readonly shop: FaultShop;
  readonly watch: FeedWatch;
  readonly draw: Draw;
  readonly say: KillPlan["say"];
  readonly tally: Tally;
  service: ServiceProcess;
}

interface Tally {
  readonly kills: Record<Victim, number>;
  readonly during: Record<string, number>;
  readonly ended: Record<string, number>;
  newRuns: number;
  slowestMs: number;
  readonly violations: string[];
}

const count = (counts: Record<string, number>, name: string): void => void (counts[name] = (counts[name] ?? 0) + 1);

export async function killRounds(plan: KillPlan): Promise<KillReport> {
  await using home = await serviceHome();
  const service = await home.start();
  await using shop = await installFaultShop(home, plan.products);
  const began = performance.now();
  plan.say(`an extract takes ${Math.round(shop.extractMs)} ms undisturbed, a run ${Math.round(shop.runMs)} ms`);
  const tally: Tally = { kills: { service: 0, duckdb: 0, postgres: 0 }, during: {}, ended: {}, newRuns: 0, slowestMs: 0, violations: [] };
  await using watch = watchFeed(shop.feedUrl, shop.known);
  const scene: Scene = { home, shop, watch, draw: seededDraw(plan.seed, 0, "facts"), say: plan.say, tally, service };
  const total = () => tally.kills.service + tally.kills.duckdb + tally.kills.postgres;
  for (let round = 1; total() < plan.kills && round <= plan.kills * ROUNDS_PER_KILL; round += 1) {
    if (performance.now() - began > plan.budgetMs) {
      plan.say(`stopped after ${total()} kills: the time is up`);
      break;
    }
    await killRound(scene, total() + 1, VICTIMS[round % VICTIMS.length] ?? "service");
  }
  const code = await endQuietly(scene);
  if (code !== 0) tally.violations.push(`the service ended with ${code} when it was asked to stop`);
  const violations = [...watch.violations, ...tally.violations];
  if (violations.length > 0) plan.say(home.logged());
  return { ...tally, answers: watch.complete(), unanswered: watch.unanswered(), violations };
}

async function endQuietly({ watch, service }: Scene): Promise<number | null> {
  watch.expectSilence();
  return service.stop();
}

async function killRound(scene: Scene, number: number, victim: Victim): Promise<void> {
  const { draw, shop, tally, say } = scene;
  const trigger = draw.pick(TRIGGERS);
  const lastsMs = trigger === "run" ? shop.runMs : shop.extractMs;
  const afterMs = draw.below(Math.ceil(lastsMs));
  const command = await begin(scene, trigger);
  await sleep(afterMs);
  const killed = await kill(scene, victim);
  const killedAt = performance.now();
  if (killed) count(tally.kills, victim);
  const ended = await shop.client.workEnded(TAKEN_AGAIN_WITHIN_MS + SLOWER * (shop.extractMs + shop.runMs));
  const tookMs = Math.round(performance.now() - killedAt);
  command?.kill();
  const states = ended?.map(({ kind, status, errorCode }) => `${kind} ${status}${errorCode === null ? "" : ` (${errorCode})`}`) ?? [
    "not ended",
  ];
  for (const state of killed ? states : []) count(tally.ended, state);
  if (killed) tally.slowestMs = Math.max(tally.slowestMs, tookMs);
  if (ended?.every(({ status }) => status === "completed") !== true)
    tally.violations.push(`kill ${number} (${victim} during ${trigger}): ${states.join(", ")}`);
  await newRun(scene, number);
  say(`${killed ? `kill ${number}` : "no kill"}: ${victim}, ${afterMs} ms into ${trigger}; ${states.join(", ")} after ${tookMs} ms`);
}

/** Starts work, and answers when it is under way. */
async function begin({ home, shop, draw, tally }: Scene, trigger: Trigger): Promise<CommandProcess | undefined> {
  if (trigger === "new export") {
    const command = home.command("extract", "--shop", FAULT_DOMAIN, "--csv", draw.pick(shop.exports));
    if (!(await shop.client.workBegan(COMMAND_BEGINS_WITHIN_MS))) tally.violations.push("the command line did not start an extract");
    return command;
  }
  const { status } = trigger === "run" ? await shop.client.startRun() : await shop.client.startExtract();
  if (status !== 202) tally.violations.push(`${trigger} was answered ${status} while nothing was under way`);
  return undefined;
}

/** Kills the victim, and starts the service again where that is what died. Answers whether there was one to kill. */
async function kill(scene: Scene, victim: Victim): Promise<boolean> {
  const below = await scene.service.descendants();
  const duckdb = below.filter(({ command }) => command.includes("warehouse-child"));
  count(scene.tally.during, await underWay(scene, victim));
  if (victim === "service") {
    await killService(scene, duckdb);
    return true;
  }
  const postmaster = below.filter(({ parent, command }) => parent === scene.service.pid && /postgres.* -D /.test(command));
  // A process of DuckDB's serves one session after another, and which of them works isn't seen from outside.
  return (victim === "duckdb" ? duckdb : postmaster).map(signal).includes(true);
}

/** What the service itself says is under way just before. */
async function underWay({ shop }: Scene, victim: Victim): Promise<string> {
  const working = (await shop.client.latestWork())?.filter(isUnderWay) ?? [];
  return `${victim} during ${working.map(({ kind }) => kind).join(" and ") || "nothing"}`;
}

function signal({ pid }: RunningProcess): boolean {
  try {
    return process.kill(pid, "SIGKILL");
  } catch {
    return false;
  }
}

async function killService(scene: Scene, children: readonly RunningProcess[]): Promise<void> {
  const { watch, home, draw, tally } = scene;
  watch.expectSilence();
  await scene.service.kill();
  const orphaned = orphansLeft(children);
  await sleep(draw.below(DOWN_MS_MAX));
  scene.service = await home.start();
  watch.expectAnswers();
  for (const orphan of await orphaned)
    tally.violations.push(`${orphan.command} (${orphan.pid}) outlived the service by more than ${ORPHANS_WITHIN_MS} ms`);
}

/** DuckDB's processes that still run when they should have noticed that nobody asks any more. */
async function orphansLeft(children: readonly RunningProcess[]): Promise<readonly RunningProcess[]> {
  const deadline = performance.now() + ORPHANS_WITHIN_MS;
  let left = children;
  while (left.length > 0 && performance.now() < deadline) {
    await sleep(50);
    const running = await Promise.all(left.map(isRunningAs));
    left = left.filter((_, at) => running[at]);
  }
  return left;
}

/** The proof that nothing is stuck: a run asked for now is done, and its file is the one that is served. */
async function newRun({ shop, tally }: Scene, number: number): Promise<void> {
  const { status, body } = await shop.client.startRun();
  const ended = await shop.client.workEnded(TAKEN_AGAIN_WITHIN_MS + SLOWER * shop.runMs);
  const run = ended?.find(({ kind }) => kind === "run");
  if (status === 202 && run?.status === "completed" && run.publication === "live") tally.newRuns += 1;
  else
    tally.violations.push(
      `after kill ${number} a new run was answered ${status} ${JSON.stringify(body)} and ended as ${JSON.stringify(run ?? null)}`,
    );
}
