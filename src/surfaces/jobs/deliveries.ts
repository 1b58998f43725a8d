import { setTimeout as sleep } from "node:timers/promises";
import type { Services } from "../../features/operation.ts";
import { type AttemptResult, claimDeliveries, type ClaimedDelivery, deliveriesWait, sendDelivery } from "../../features/webhooks/index.ts";
import { followSignals } from "../../kernel/follow-signals.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import { recordDeliveries, type DeliveryRecords } from "./delivery-records.ts";
import type { Taking } from "./work-loop.ts";

/**
 * Sends what webhooks are to be told: claims deliveries that are due, sends each, records what came back. A delivery is in flight
 * from its claim until its result is recorded, so what this process holds in memory is bounded by how many it claims.
 */
export interface DeliveryOptions {
  readonly db: Db;
  readonly services: Pick<Services, "egress" | "secrets" | "clock" | "log" | "metrics">;
  /** `Feedwright/<version>`. */
  readonly userAgent: string;
  readonly extras: boolean;
  /** In flight in this process at a time. */
  readonly capacity?: number;
  /** When it stops: how long what is being sent may take to end by itself. */
  readonly stopWithinMs?: number;
}

/** Eight shops at their bound; each is a socket and a few kilobytes. */
const CAPACITY = 512;
/** Dead endpoints of many shops hold their place for ten seconds each: the other half stays for those that answer. */
const AILING_SHARE = 0.5;
/** Between two looks when nothing has come for a while: with real timers, whatever the clock says, so that a delivery is late by no more. */
const LOOK_EVERY_MS = 250;
/** Between two claims at least, and as long as the last one took: what comes back meanwhile is claimed for together. */
const GATHER_MS = 5;
/** A claim while the database is away. */
const FAILED_CLAIM_WAIT_MS = 1_000;
/** An attempt takes as long at most; whoever stops a service waits no longer than that. */
const STOP_WITHIN_MS = 10_000;

export function startDeliveries(options: DeliveryOptions): Taking {
  const stopping = new AbortController();
  const cutting = new AbortController();
  const flight = new Map<number, Promise<void>>();
  const records = recordDeliveries(options);
  const claiming = keepClaiming(options, { records, flight, stopping: stopping.signal, cutting: cutting.signal });
  return {
    async finish() {
      stopping.abort();
      await claiming;
      await Promise.all(flight.values());
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await claiming;
      const cut = setTimeout(() => cutting.abort(), options.stopWithinMs ?? STOP_WITHIN_MS);
      await Promise.all(flight.values());
      clearTimeout(cut);
      await records[Symbol.asyncDispose]();
    },
  };
}

interface Engine {
  readonly records: DeliveryRecords;
  /** By claim. */
  readonly flight: Map<number, Promise<void>>;
  readonly stopping: AbortSignal;
  /** Ends what is still being sent. */
  readonly cutting: AbortSignal;
}

/** How many are in flight to webhooks whose last attempt failed. */
interface Ailing {
  count: number;
}

async function keepClaiming(options: DeliveryOptions, engine: Engine): Promise<void> {
  const { log } = options.services;
  const ailing: Ailing = { count: 0 };
  let number = 0;
  let busy = false;
  let lookMs = GATHER_MS;
  while (!engine.stopping.aborted) {
    const recorded = engine.records.nextRecorded();
    const askedAt = performance.now();
    const claimed: readonly ClaimedDelivery[] | null = await claimSome(options, engine, { ailing, busy }).catch((error: unknown) => {
      log.debug({ error: String(error) }, "could not claim deliveries");
      return null;
    });
    const tookMs = performance.now() - askedAt;
    busy = claimed !== null && claimed.length > 0;
    // What a claim brings after the stop is given back unsent.
    const signal = engine.stopping.aborted ? engine.stopping : engine.cutting;
    for (const delivery of claimed ?? []) {
      number += 1;
      track(engine.flight, number, fly(options, engine.records, { delivery, ailing, signal }));
    }
    await rest(claimed === null ? FAILED_CLAIM_WAIT_MS : Math.max(GATHER_MS, tookMs), engine.stopping);
    // Where something came just now there is more to come: it looks less often only as nothing does.
    lookMs = busy ? GATHER_MS : Math.min(2 * lookMs, LOOK_EVERY_MS);
    if (claimed?.length === 0) await rest(lookMs - GATHER_MS, engine.stopping, recorded);
  }
}

/** While nothing was due the last time, a cheap question comes before the claim. */
async function claimSome(
  { db, services, capacity = CAPACITY }: DeliveryOptions,
  { flight }: Engine,
  { ailing, busy }: { readonly ailing: Ailing; readonly busy: boolean },
): Promise<readonly ClaimedDelivery[]> {
  const free = capacity - flight.size;
  const at = services.clock.now();
  if (free === 0 || (!busy && !(await deliveriesWait(db, at)))) return [];
  const freeForAiling = Math.max(0, Math.floor(capacity * AILING_SHARE) - ailing.count);
  return claimDeliveries(db, { at, free, freeForAiling });
}

function track(flight: Map<number, Promise<void>>, number: number, flying: Promise<void>): void {
  flight.set(
    number,
    flying.finally(() => flight.delete(number)),
  );
}

interface Flight {
  readonly delivery: ClaimedDelivery;
  readonly ailing: Ailing;
  readonly signal: AbortSignal;
}

async function fly(
  { services, userAgent, extras }: DeliveryOptions,
  records: DeliveryRecords,
  { delivery, ailing, signal }: Flight,
): Promise<void> {
  const weight = delivery.ailing ? 1 : 0;
  ailing.count += weight;
  try {
    const result = await sendDelivery(services, delivery, { userAgent, extras, signal });
    countAttempt(services.metrics, result);
    await records.record(result);
  } finally {
    ailing.count -= weight;
  }
}

function countAttempt(metrics: Services["metrics"], { outcome }: AttemptResult): void {
  if (outcome.kind !== "succeeded" && outcome.kind !== "failed") return;
  metrics.observe("webhook_attempt_duration_seconds", { outcome: outcome.kind }, outcome.responseTimeMs / 1_000);
}

/** Unless one of the signals ends it. */
async function rest(ms: number, ...signals: readonly AbortSignal[]): Promise<void> {
  using over = followSignals(...signals);
  await sleep(ms, undefined, { signal: over.signal }).catch(() => undefined);
}
