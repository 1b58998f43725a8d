import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "../../src/platform/postgres/postgres-port.ts";
import type { Draw } from "../../src/storefronts/sample/seeded-draw.ts";
import type { ServiceHome, ServiceProcess, WorkerProcess } from "../harness/service-process.ts";
import { claimsEnd } from "./passing-time.ts";
import type { PlayedPlatform } from "./played-platforms.ts";

/** The service and one more worker, and whoever kills them: at every step that a platform sees, and at any moment. */
export interface PlatformProcesses extends AsyncDisposable {
  /** Kills by what was killed and when: `both at google accounts.dataSources.create, after`. */
  readonly kills: ReadonlyMap<string, number>;
  /** Steps that platforms have seen, and those of them at which everything was killed. */
  readonly steps: () => { readonly seen: number; readonly killedAt: number };
  /** From now on steps kill, and moments. */
  arm(): void;
  /** From now on nothing kills. Waits until everything runs. */
  disarm(): Promise<void>;
}

interface Killing {
  readonly home: ServiceHome;
  readonly db: Db;
  readonly platforms: readonly PlayedPlatform[];
  readonly draw: Draw;
  /** Of the steps that nothing was killed at yet. */
  readonly stepPercent: number;
  /** Between two kills of one process at any moment; null: none. */
  readonly everyMs: number | null;
}

/** What is killed at a step takes this long at least until the next is. */
const STEP_PAUSE_MS = 3_000;
/** Of the kills of everything: claims are left to end by themselves. */
const PATIENT_PERCENT = 15;
const IDLE_LOOK_MS = 20;

export async function startPlatformProcesses(killing: Killing): Promise<PlatformProcesses> {
  const { home, db, platforms, draw, stepPercent, everyMs } = killing;
  const kills = new Map<string, number>();
  const seen = new Set<string>();
  const killedAt = new Set<string>();
  const stopping = new AbortController();
  let isArmed = false;
  let lastAt = 0;
  let service: ServiceProcess = await home.start();
  let worker: WorkerProcess = home.startWorker();
  let restarting: Promise<void> = Promise.resolve();

  const count = (what: string): void => void kills.set(what, (kills.get(what) ?? 0) + 1);

  /** What a platform is at work on has an effect, whoever asked. */
  async function idle(): Promise<void> {
    while (platforms.some(({ fake }) => fake.atWork() > 0)) await sleep(IDLE_LOOK_MS);
  }

  async function restart(): Promise<void> {
    await idle();
    if (!draw.chance(PATIENT_PERCENT)) await claimsEnd(db);
    service = await home.start();
    worker = home.startWorker();
  }

  /** True: everything was killed, so nobody waits for the answer any more. */
  async function atStep(step: string): Promise<boolean> {
    seen.add(step);
    if (!isArmed || killedAt.has(step) || performance.now() - lastAt < STEP_PAUSE_MS || !draw.chance(stepPercent)) return false;
    killedAt.add(step);
    lastAt = Infinity;
    count(`both at ${step}`);
    await Promise.all([service.kill(), worker.kill()]);
    restarting = restart().finally(() => (lastAt = performance.now()));
    return true;
  }

  async function killOne(): Promise<void> {
    lastAt = Infinity;
    if (draw.chance(50)) {
      count("service alone");
      await service.kill();
      await idle();
      service = await home.start();
    } else {
      count("worker alone");
      await worker.kill();
      worker = home.startWorker();
    }
    lastAt = performance.now();
  }

  async function keepKilling(): Promise<void> {
    while (everyMs !== null && !stopping.signal.aborted) {
      await sleep(draw.between(Math.ceil(everyMs / 2), everyMs * 2), undefined, { signal: stopping.signal }).catch(() => undefined);
      if (!isArmed || stopping.signal.aborted || performance.now() - lastAt < STEP_PAUSE_MS) continue;
      restarting = killOne();
      await restarting;
    }
  }

  for (const { slug, fake } of platforms) fake.script.watch = (operation, moment) => atStep(`${slug} ${operation}, ${moment}`);
  const moments = keepKilling();
  return {
    kills,
    steps: () => ({ seen: seen.size, killedAt: killedAt.size }),
    arm: () => void (isArmed = true),
    async disarm() {
      isArmed = false;
      await restarting;
    },
    async [Symbol.asyncDispose]() {
      isArmed = false;
      stopping.abort();
      await moments;
      await restarting;
      for (const { fake } of platforms) fake.script.watch = null;
      await worker.kill();
      await service.stop();
    },
  };
}
