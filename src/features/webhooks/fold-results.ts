import { TEST_EVENT } from "./webhook-events.ts";
import type { Attempt, AttemptResult, Outcome, RecordedAttempt } from "./attempt.ts";
import { DELIVERY, type DeliveryStatus } from "./delivery.ts";
import { retryAt } from "./retry-delay.ts";
import { FAILURES_MAX, WEBHOOK, type WebhookStatus } from "./webhook.ts";

/** A webhook as it was locked. */
export interface LockedWebhook {
  readonly id: number;
  readonly status: WebhookStatus;
  readonly failure_count: number;
}

/** A delivery as it was locked. */
export interface LockedDelivery {
  readonly id: number;
  readonly webhook_id: number;
  readonly event: string;
  readonly status: DeliveryStatus;
  readonly claims: number;
  /** No result of the claim is recorded yet. */
  readonly claimed: boolean;
  readonly due_at: Date | null;
  readonly attempt_count: number;
  readonly error_message: string | null;
  readonly response_status: number | null;
  readonly response_time_ms: number | null;
  readonly delivered_at: Date | null;
}

/** What is to be stored. */
export interface FoldedDelivery extends LockedDelivery {
  readonly attempts: readonly RecordedAttempt[];
}

export interface FoldedWebhook extends LockedWebhook {
  readonly lastDeliveryAt: Date | null;
  /** Set when these results disabled it: why. */
  readonly disabledReason: string | null;
}

export interface Folded {
  readonly deliveries: readonly FoldedDelivery[];
  readonly webhooks: readonly FoldedWebhook[];
}

/**
 * What results, in the order in which they came, make of the rows that were locked for them. A success counts whichever claim brings
 * it, until one has; a failure of its own claim alone, and once. What is not there any more is passed over.
 */
export function foldResults(
  webhooks: readonly LockedWebhook[],
  deliveries: readonly LockedDelivery[],
  results: readonly AttemptResult[],
): Folded {
  const ofWebhook = new Map<number, FoldedWebhook>(
    webhooks.map((webhook) => [webhook.id, { ...webhook, lastDeliveryAt: null, disabledReason: null }]),
  );
  const ofDelivery = new Map<number, FoldedDelivery>();
  const locked = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  for (const { deliveryId, webhookId, claims, outcome } of results) {
    const stored = locked.get(deliveryId);
    const delivery = ofDelivery.get(deliveryId) ?? (stored === undefined ? undefined : { ...stored, attempts: [] });
    const webhook = ofWebhook.get(webhookId);
    if (delivery === undefined || webhook === undefined) continue;
    const own = delivery.claims === claims && delivery.claimed;
    if (!own && !(outcome.kind === "succeeded" && delivery.status !== "delivered")) continue;
    const settled = own ? { ...delivery, claimed: false } : delivery;
    const next = afterOutcome({ delivery: settled, webhook }, outcome);
    ofDelivery.set(deliveryId, next.delivery);
    ofWebhook.set(webhookId, next.webhook);
  }
  return { deliveries: [...ofDelivery.values()], webhooks: [...ofWebhook.values()] };
}

interface Pair {
  readonly delivery: FoldedDelivery;
  readonly webhook: FoldedWebhook;
}

function afterOutcome(pair: Pair, outcome: Outcome): Pair {
  switch (outcome.kind) {
    case "succeeded":
      return { delivery: succeeded(pair.delivery, outcome), webhook: afterSuccess(pair, outcome) };
    case "failed":
      return { delivery: failed(pair, outcome), webhook: afterFailure(pair, outcome) };
    case "dropped":
      return { ...pair, delivery: ended(pair.delivery, outcome.reason) };
    case "released":
    default:
      return pair;
  }
}

function succeeded(delivery: FoldedDelivery, attempt: Attempt): FoldedDelivery {
  return {
    ...withAttempt(delivery, attempt, null),
    status: DELIVERY[delivery.status].succeed ?? delivery.status,
    due_at: null,
    delivered_at: delivery.delivered_at ?? new Date(attempt.startedAt.getTime() + attempt.responseTimeMs),
  };
}

type Failure = Extract<Outcome, { readonly kind: "failed" }>;

function failed({ delivery, webhook }: Pair, failure: Failure): FoldedDelivery {
  const attempted = withAttempt(delivery, failure, failure.errorMessage);
  // What has been delivered shows the answer that said so, and what failed with its webhook goes on saying why.
  if (delivery.status === "delivered") return { ...delivery, attempt_count: attempted.attempt_count, attempts: attempted.attempts };
  if (delivery.status === "failed") return { ...attempted, error_message: delivery.error_message };
  const dueAt = retryAt({
    deliveryId: delivery.id,
    number: attempted.attempt_count,
    startedAt: failure.startedAt,
    retryAfterMs: failure.retryAfterMs,
  });
  // What is pending at a disabled webhook is a test: a single question, and its answer is what went wrong.
  if (dueAt === null || webhook.status === "disabled") return ended(attempted, failure.errorMessage);
  return { ...attempted, due_at: dueAt };
}

const ended = (delivery: FoldedDelivery, reason: string): FoldedDelivery =>
  delivery.status === "pending" ? { ...delivery, status: "failed", due_at: null, error_message: reason } : delivery;

function withAttempt(delivery: FoldedDelivery, attempt: Attempt, errorMessage: string | null): FoldedDelivery {
  const number = delivery.attempt_count + 1;
  return {
    ...delivery,
    attempt_count: number,
    response_status: attempt.responseStatus,
    response_time_ms: attempt.responseTimeMs,
    error_message: errorMessage,
    attempts: [
      ...delivery.attempts,
      {
        number,
        started_at: attempt.startedAt.toISOString(),
        request_url: attempt.request?.url ?? null,
        request_headers: attempt.request?.headers ?? null,
        response_status: attempt.responseStatus,
        response_time_ms: attempt.responseTimeMs,
        error_message: errorMessage,
        response_body: attempt.responseBody,
      },
    ],
  };
}

/** Tests tell nothing of how events fare, and what a disabled webhook's last attempts find changes nothing. */
const counts = ({ delivery, webhook }: Pair): boolean => delivery.event !== TEST_EVENT && webhook.status === "active";

function afterSuccess(pair: Pair, { startedAt }: Attempt): FoldedWebhook {
  const webhook = told(pair.webhook, startedAt);
  return counts(pair) ? { ...webhook, failure_count: 0 } : webhook;
}

function afterFailure(pair: Pair, { gone, startedAt, errorMessage }: Failure): FoldedWebhook {
  const webhook = told(pair.webhook, startedAt);
  if (!counts(pair)) return webhook;
  const counted = { ...webhook, failure_count: webhook.failure_count + 1 };
  if (gone) return disabled(counted, "gone", errorMessage);
  if (counted.failure_count < FAILURES_MAX) return counted;
  return disabled(counted, "failures", `${FAILURES_MAX} attempts in a row failed. Last error: ${errorMessage}`);
}

function disabled(webhook: FoldedWebhook, event: "failures" | "gone", reason: string): FoldedWebhook {
  return { ...webhook, status: WEBHOOK[webhook.status][event] ?? webhook.status, disabledReason: reason };
}

function told(webhook: FoldedWebhook, at: Date): FoldedWebhook {
  return webhook.lastDeliveryAt !== null && webhook.lastDeliveryAt >= at ? webhook : { ...webhook, lastDeliveryAt: at };
}
