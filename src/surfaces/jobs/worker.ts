import { setTimeout as sleep } from "node:timers/promises";
import {
  beatExtract,
  beginExtract,
  extractsWaiting,
  extractWhatIsMissing,
  keepExtract,
  mirrorProgress,
  mirrorRun,
  mirrorStart,
  replaceDamagedSnapshot,
  workExtract,
} from "../../features/extracts/index.ts";
import { claimDelta, deltasWaiting, workDelta } from "../../features/deltas/index.ts";
import type { Services } from "../../features/operation.ts";
import { beatRun, claimRun, type RunEnd, runsWaiting, startRequestedRerun, workRun } from "../../features/runs/index.ts";
import { beatScope, claimScope, scopesWaiting, workScope } from "../../features/scopes/index.ts";
import { actOnWebhook } from "../../features/shopify-webhooks/index.ts";
import { storedId } from "../../kernel/ids.ts";
import type { JobRunner, WorkerRegistry } from "../../platform/jobs/jobs-port.ts";
import { type Db, openShop } from "../../platform/postgres/postgres-port.ts";
import { NO_TRACES, type Traces } from "../../platform/telemetry/telemetry-port.ts";
import { keepLookingForDeltas } from "./due-deltas.ts";
import { startHousekeeping } from "./housekeeping.ts";
import { SILENT_AFTER_S, underLease } from "./lease.ts";
import { keepCheckingShops } from "./shop-checks.ts";
import { type ClaimedWork, type ClaimNext, type EnterSlot, openShopSlots, type Room, type ShopSlots } from "./shop-slots.ts";
import { startWorkLoop, type TakeWork, type Taking, type WorkLoop } from "./work-loop.ts";
import { asSpan } from "./work-spans.ts";

/**
 * The job boundary: a worker claims rows of work and acts for the shop each belongs to. A job of the queue only wakes it; so
 * does a sweep, which finds what no job told of: work of a worker that died, or a job that was lost.
 */
export interface WorkerOptions {
  readonly id: string;
  readonly runner: JobRunner;
  readonly registry: WorkerRegistry;
  readonly db: Db;
  /** Connections for heartbeats, which wait for nobody. */
  readonly reserve: Db;
  readonly services: Services;
  readonly traces?: Traces;
  /** Pieces of work at a time that compute; as many as the warehouse has job children. */
  readonly slots: number;
  /** Starts extracts that are due, too: not for a command, which ends before they would. */
  readonly schedules?: boolean;
}

/**
 * How many extracts may wait for their platform at a time, in addition to the slots. Shopify's exports take minutes, and waiting costs almost nothing; the limit is for
 * the disk space that downloaded files take.
 */
const AWAY_MAX = 8;

/** Between two sweeps; with the silence a claim is allowed it bounds how long dead work waits. */
const SWEEP_EVERY_MS = 2_000;

export function startWorker(options: WorkerOptions): Taking {
  const { services } = options;
  const slots = openShopSlots({ slots: options.slots, away: AWAY_MAX, roomAway: () => loop.wake() });
  const loop = startWorkLoop({ slots: options.slots + AWAY_MAX, take: workOf(options, slots, () => loop.wake()), log: services.log });
  const wake = async (): Promise<void> => loop.wake();
  const runner = options.runner.start({
    "extract.look": wake,
    "run.look": wake,
    "scope.look": wake,
    "shopify.act": (task, signal) => actOnWebhook(services, { db: options.db, openShop, signal }, task),
    "objects.remove": ({ prefix }) => services.objects.remove(prefix),
  });
  const stopping = new AbortController();
  const sweeping = keepSweeping(options, loop, stopping.signal);
  const looking = options.schedules === true ? keepLooking(options, loop, stopping.signal) : undefined;
  const housekeeping = startHousekeeping(options.db, services, {
    schedules: options.schedules === true,
    billing: options.schedules === true ? services : null,
  });
  return {
    // Jobs that it goes on taking would wake nobody.
    async finish() {
      await Promise.all([slots.finish(), loop.finish(), runner[Symbol.asyncDispose]()]);
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      // Before work is given back, or a claim would take it once more.
      await slots.finish();
      await Promise.all([
        loop[Symbol.asyncDispose](),
        runner[Symbol.asyncDispose](),
        housekeeping[Symbol.asyncDispose](),
        sweeping,
        looking,
      ]);
      await options.registry.forget(options.id).catch(() => undefined);
    },
  };
}

async function keepLooking(options: WorkerOptions, loop: WorkLoop, signal: AbortSignal): Promise<void> {
  await Promise.all([keepLookingForDeltas({ ...options, signal, wake: () => loop.wake() }), keepCheckingShops({ ...options, signal })]);
}

/** What a worker may claim of one kind; nothing where none waits but what is of a barred shop. */
type ClaimWork = (options: WorkerOptions, room: Pick<Room, "barred" | "isBusy">) => Promise<ClaimedWork | undefined>;

/**
 * Deltas come first: they take seconds, and a shop has one at a time, five seconds apart. Extracts begin at their platform, without a slot.
 * Scopes come last, one at a time: the other slots are for what people wait for.
 */
function workOf(options: WorkerOptions, slots: ShopSlots, wake: () => void): TakeWork {
  let counting = false;

  const next: ClaimNext = async (room) => {
    const { slot, away } = room;
    for (const claim of [...(slot ? [nextDelta, nextRun] : []), ...(away ? [nextExtract] : [])]) {
      const work = await claim(options, room);
      if (work !== undefined) return work;
    }
    if (counting || !slot) return undefined;
    const scope = await nextScope(options, room);
    counting = scope !== undefined;
    return scope && { ...scope, carryOut: (signal, enter) => scope.carryOut(signal, enter).finally(() => (counting = false)) };
  };

  return async (signal) => {
    const held = await slots.claim(next);
    if (held === undefined) return false;
    let carriedOut = false;
    try {
      await held.work.carryOut(signal, held.enter);
      carriedOut = true;
    } finally {
      held.free();
      // Who fails pauses before the next claim, so another one has to see what the free slot is for.
      if (!carriedOut) wake();
    }
    return true;
  };
}

const nextExtract: ClaimWork = async ({ id: worker, db, reserve, services, traces = NO_TRACES }, { isBusy }) => {
  const claim = await beginExtract(services, { db, worker, silentAfterS: SILENT_AFTER_S, openShop, isBusy });
  if (claim === undefined) return undefined;
  const shop = openShop(db, storedId("shop", claim.shop_id));
  const id = storedId("ext", claim.id);
  let progress = 0;
  let waiting: string | null = null;
  const beating = openShop(reserve, shop.shopId);
  const beat = () => keepExtract({ shop: beating, clock: services.clock }, { id, attempt: claim.attempt, progress, waiting });
  const since = performance.now();
  const work = async (working: AbortSignal, enter: EnterSlot): Promise<void> => {
    const raise = (percent: number) => (progress = Math.max(progress, percent));
    const wait = (why: string | null) => (waiting = why);
    const options = { signal: working, progress: raise, waiting: wait, gathered: () => enter(working) };
    await asSpan(traces, { name: "extract", shop, claim }, async () => {
      const { outcome, rows } = await workExtract(services, shop, claim, options);
      services.metrics.observe("extract_duration_seconds", { outcome }, secondsSince(since));
      services.metrics.count("extract_rows_total", {}, rows);
      return { outcome, rows };
    });
  };
  return {
    shopId: claim.shop_id,
    isAway: true,
    isAsked: claim.scheduled_for === null,
    carryOut: (signal, enter) => underLease({ beat, signal, everyMs: PROGRESS_EVERY_MS }, (working) => work(working, enter)),
  };
};

const nextDelta: ClaimWork = async ({ id: worker, db, reserve, services, traces = NO_TRACES }, { barred }) => {
  const claim = await claimDelta(db, worker, SILENT_AFTER_S, barred);
  if (claim === undefined) return undefined;
  const shop = openShop(db, storedId("shop", claim.shop_id));
  const beating = openShop(reserve, shop.shopId);
  const beat = async () =>
    (await beatExtract(beating, { id: storedId("ext", claim.id), attempt: claim.attempt, progress: 0 })) !== undefined;
  const since = performance.now();
  const work = async (working: AbortSignal): Promise<void> => {
    await asSpan(traces, { name: "delta", shop, claim }, async () => {
      const { outcome, rows } = await workDelta(services, shop, claim, { signal: working });
      services.metrics.observe("delta_duration_seconds", { outcome }, secondsSince(since));
      return { outcome, rows };
    });
  };
  return { shopId: claim.shop_id, carryOut: (signal) => underLease({ beat, signal }, work) };
};

const secondsSince = (startedMs: number): number => (performance.now() - startedMs) / 1_000;

/** An extract's beat also writes its progress, which people watch. */
const PROGRESS_EVERY_MS = 1_000;

const nextRun: ClaimWork = async ({ id: worker, db, reserve, services, traces = NO_TRACES }, { barred }) => {
  const claim = await claimRun(db, worker, SILENT_AFTER_S, barred);
  if (claim === undefined) return undefined;
  const shop = openShop(db, storedId("shop", claim.shop_id));
  const beating = openShop(reserve, shop.shopId);
  const beat = () => beatRun(beating, storedId("run", claim.id), claim.attempt);
  const since = performance.now();
  const work = async (working: AbortSignal): Promise<void> => {
    await mirrorStart({ shop, clock: services.clock }, storedId("run", claim.id));
    await asSpan(traces, { name: "run", shop, claim }, async () => {
      const { outcome, rows } = await workRun(services, shop, claim, {
        signal: working,
        progress: (run, percent) => mirrorProgress({ shop, clock: services.clock }, run, percent),
        end: runEnd(services),
      });
      services.metrics.observe("run_duration_seconds", { outcome }, secondsSince(since));
      services.metrics.count("run_rows_total", {}, rows);
      return { outcome, rows };
    });
  };
  return { shopId: claim.shop_id, carryOut: (signal) => underLease({ beat, signal }, work) };
};

/** What follows the end of a run, in its own transaction. */
function runEnd(services: Services): RunEnd {
  return async (shop, run) => {
    await mirrorRun({ shop, clock: services.clock }, run);
    await replaceDamagedSnapshot(shop, services.queue, run);
    // A regenerate takes the place of the extract that a new feed may have asked for meanwhile.
    if (run.for_extract_id !== null) await extractWhatIsMissing(shop, services.queue);
    await startRequestedRerun(shop, services.queue, storedId("feed", run.feed_id));
  };
}

const nextScope: ClaimWork = async ({ id: worker, db, reserve, services }, { barred }) => {
  const claim = await claimScope(db, worker, SILENT_AFTER_S, barred);
  if (claim === undefined) return undefined;
  const shop = openShop(db, storedId("shop", claim.shop_id));
  const beating = openShop(reserve, shop.shopId);
  const beat = () => beatScope(beating, { feedId: storedId("feed", claim.feed_id), attempt: claim.attempt });
  return {
    shopId: claim.shop_id,
    carryOut: (signal) => underLease({ beat, signal }, (working) => workScope(services, shop, claim, working)),
  };
};

async function keepSweeping({ id, db, registry, services }: WorkerOptions, loop: WorkLoop, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await registry.beat(id);
      await registry.sweep(SILENT_AFTER_S);
      if (await workWaits(db)) loop.wake();
    } catch (error) {
      services.log.debug({ error: String(error) }, "the cleanup could not reach the database");
    }
    await sleep(SWEEP_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function workWaits(db: Db): Promise<boolean> {
  for (const waits of [deltasWaiting, extractsWaiting, runsWaiting, scopesWaiting]) if (await waits(db, SILENT_AFTER_S)) return true;
  return false;
}
