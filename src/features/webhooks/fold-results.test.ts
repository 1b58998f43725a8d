import fc from "fast-check";
import { expect, test } from "vitest";
import type { AttemptResult, Outcome } from "./attempt.ts";
import { DELIVERY, type DeliveryStatus } from "./delivery.ts";
import { foldResults, type LockedDelivery, type LockedWebhook } from "./fold-results.ts";

/**
 * Random claims, expiries and results, written in batches of any size, beside a model that takes results one at a time and knows
 * nothing of rows: what a webhook's failures are, and what becomes of a delivery, must not depend on how results are gathered.
 */

type Kind = Outcome["kind"] | "gone";

interface Stored {
  webhook: LockedWebhook;
  deliveries: LockedDelivery[];
  queued: AttemptResult[];
}

interface ModelDelivery {
  readonly isTest: boolean;
  status: DeliveryStatus;
  attempts: number;
  /** The claim that is the present one, and whether it has told its result. */
  claim: number;
  open: boolean;
}

interface Model {
  failures: number;
  disabled: boolean;
  deliveries: ModelDelivery[];
  inFlight: { readonly at: number; readonly claim: number }[];
  queued: { readonly at: number; readonly claim: number; readonly kind: Kind }[];
}

const COUNT = 4;
const startedAt = new Date("2026-11-21T08:00:00Z");

const attempt = { startedAt, request: null, responseTimeMs: 1, responseStatus: 500, responseBody: "" };
function outcomeOf(kind: Kind): Outcome {
  if (kind === "dropped") return { kind, reason: "webhook disabled" };
  if (kind === "released") return { kind };
  if (kind === "succeeded") return { kind, ...attempt };
  return { kind: "failed", ...attempt, gone: kind === "gone", retryAfterMs: null, errorMessage: "It failed." };
}

class Claim implements fc.Command<Model, Stored> {
  private readonly at: number;
  constructor(at: number) {
    this.at = at;
  }
  check(model: Readonly<Model>): boolean {
    return model.queued.length === 0 && model.deliveries[this.at]?.status === "pending";
  }
  run(model: Model, stored: Stored): void {
    const delivery = model.deliveries[this.at];
    if (delivery === undefined) return;
    delivery.claim += 1;
    delivery.open = true;
    model.inFlight.push({ at: this.at, claim: delivery.claim });
    stored.deliveries = stored.deliveries.map((row) => (row.id === this.at + 1 ? { ...row, claims: row.claims + 1, claimed: true } : row));
  }
  toString(): string {
    return `claim ${this.at}`;
  }
}

class Finish implements fc.Command<Model, Stored> {
  private readonly which: number;
  private readonly kind: Kind;
  constructor(which: number, kind: Kind) {
    this.which = which;
    this.kind = kind;
  }
  check(model: Readonly<Model>): boolean {
    return model.inFlight.length > 0;
  }
  run(model: Model, stored: Stored): void {
    const [flown] = model.inFlight.splice(this.which % model.inFlight.length, 1);
    if (flown === undefined) return;
    model.queued.push({ ...flown, kind: this.kind });
    stored.queued.push({ deliveryId: flown.at + 1, webhookId: 1, claims: flown.claim, outcome: outcomeOf(this.kind) });
  }
  toString(): string {
    return `finish ${this.which} ${this.kind}`;
  }
}

class Write implements fc.Command<Model, Stored> {
  check(model: Readonly<Model>): boolean {
    return model.queued.length > 0;
  }
  run(model: Model, stored: Stored): void {
    writeBoth(model, stored);
  }
  toString(): string {
    return "write";
  }
}

function writeBoth(model: Model, stored: Stored): void {
  for (const result of model.queued.splice(0)) takeOne(model, result);
  const results = stored.queued.splice(0);
  write(stored, results);
  expect(seen(stored)).toEqual({
    failures: model.failures,
    disabled: model.disabled,
    deliveries: model.deliveries.map(({ status, attempts }) => ({ status, attempts })),
  });
  const once = JSON.stringify(stored);
  write(stored, results);
  expect(JSON.stringify(stored)).toBe(once);
}

/** The rules in their documented order, for a single result. */
function takeOne(model: Model, { at, claim, kind }: Model["queued"][number]): void {
  const delivery = model.deliveries[at];
  if (delivery === undefined) return;
  const own = delivery.open && delivery.claim === claim;
  if (own) delivery.open = false;
  if (!own && (kind !== "succeeded" || delivery.status === "delivered")) return;
  if (kind === "dropped") delivery.status = delivery.status === "pending" ? "failed" : delivery.status;
  else if (kind !== "released") attempted(model, delivery, kind);
}

function attempted(model: Model, delivery: ModelDelivery, kind: Kind): void {
  const counts = !model.disabled && !delivery.isTest;
  delivery.attempts += 1;
  if (kind === "succeeded") delivery.status = "delivered";
  else if (delivery.status === "pending" && delivery.attempts === 6) delivery.status = "failed";
  if (!counts) return;
  model.failures = kind === "succeeded" ? 0 : model.failures + 1;
  model.disabled = model.failures === 5 || kind === "gone";
  if (model.disabled) for (const other of model.deliveries) if (other.status === "pending") other.status = "failed";
}

/** As the statements store it: disabling fails what is pending, and leaves claims as they are. */
function write(stored: Stored, results: readonly AttemptResult[]): void {
  const folded = foldResults([stored.webhook], stored.deliveries, results);
  const [webhook = { ...stored.webhook, disabledReason: null }] = folded.webhooks;
  const { id, status, failure_count, disabledReason } = webhook;
  stored.webhook = { id, status, failure_count };
  stored.deliveries = stored.deliveries.map((row) => {
    const { attempts, ...changed } = folded.deliveries.find((other) => other.id === row.id) ?? { ...row, attempts: [] };
    expect(changed.attempt_count - row.attempt_count).toBe(attempts.length);
    expect(changed.status === "pending").toBe(changed.due_at !== null);
    const fails = disabledReason !== null && changed.status === "pending";
    return fails ? { ...changed, status: DELIVERY.pending.disable ?? "failed", due_at: null, error_message: "webhook disabled" } : changed;
  });
}

const seen = ({ webhook, deliveries }: Stored) => ({
  failures: webhook.failure_count,
  disabled: webhook.status === "disabled",
  deliveries: deliveries.map(({ status, attempt_count: attempts }) => ({ status, attempts })),
});

const place = fc.nat(COUNT - 1);
const kind = fc.constantFrom<Kind[]>("succeeded", "failed", "failed", "failed", "gone", "dropped", "released");

test("results in batches of any size, of claims old and new, come to what they come to one at a time, and twice to nothing more", () => {
  const compared = (): void =>
    fc.assert(
      fc.property(
        fc.commands(
          [place.map((at) => new Claim(at)), fc.tuple(place, kind).map(([which, how]) => new Finish(which, how)), fc.constant(new Write())],
          { maxCommands: 150, size: "max" },
        ),
        (commands) => fc.modelRun(start, commands),
      ),
      { numRuns: 1_000 },
    );
  expect(compared).not.toThrow();
});

/** The last of the deliveries is a test. */
function start(): { readonly model: Model; readonly real: Stored } {
  const isTest = (at: number): boolean => at === COUNT - 1;
  const places = Array.from({ length: COUNT }, (_, at) => at);
  const rest = { error_message: null, response_status: null, response_time_ms: null, delivered_at: null };
  return {
    model: {
      failures: 0,
      disabled: false,
      deliveries: places.map((at) => ({ isTest: isTest(at), status: "pending", attempts: 0, claim: 0, open: false })),
      inFlight: [],
      queued: [],
    },
    real: {
      webhook: { id: 1, status: "active", failure_count: 0 },
      deliveries: places.map((at) => ({
        id: at + 1,
        webhook_id: 1,
        event: isTest(at) ? "test.ping" : "feed.updated",
        status: "pending",
        claims: 0,
        claimed: false,
        due_at: startedAt,
        attempt_count: 0,
        ...rest,
      })),
      queued: [],
    },
  };
}

test("a result of a webhook or a delivery that was deleted meanwhile is passed over", () => {
  const result = { deliveryId: 1, webhookId: 1, claims: 1, outcome: outcomeOf("failed") };
  expect(foldResults([], [], [result])).toEqual({ deliveries: [], webhooks: [] });
});
