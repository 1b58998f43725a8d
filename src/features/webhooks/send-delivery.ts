import { storedId } from "../../kernel/ids.ts";
import type { EgressAnswer, EgressFailure } from "../../platform/egress/egress-port.ts";
import type { Services } from "../operation.ts";
import type { Attempt, AttemptResult, Outcome, SentRequest } from "./attempt.ts";
import type { ClaimedDelivery } from "./claim-deliveries.ts";
import { RESPONSE_BYTES_MAX, TIMEOUT_MS, WEBHOOK_DISABLED } from "./delivery.ts";
import { askedDelayMs } from "./retry-delay.ts";
import { signature } from "./sign-delivery.ts";
import { openSecret } from "./webhook.ts";
import { TEST_EVENT } from "./webhook-events.ts";

export interface Sending {
  /** `Feedwright/<version>`. */
  readonly userAgent: string;
  /** Beyond the specification: 410 disables the webhook at once, and `Retry-After` can delay the next attempt. */
  readonly extras: boolean;
  readonly signal: AbortSignal;
}

type Sender = Pick<Services, "egress" | "secrets" | "clock">;

/** One attempt. Whatever comes of it is a result; it throws nothing. */
export async function sendDelivery(sender: Sender, delivery: ClaimedDelivery, sending: Sending): Promise<AttemptResult> {
  const outcome = (reason: Outcome): AttemptResult => ({
    deliveryId: delivery.id,
    webhookId: delivery.webhook_id,
    claims: delivery.claims,
    outcome: reason,
  });
  if (delivery.shop_uninstalled) return outcome({ kind: "dropped", reason: "shop uninstalled" });
  // Written while the webhook was being disabled.
  if (delivery.webhook_status === "disabled" && delivery.event !== TEST_EVENT)
    return outcome({ kind: "dropped", reason: WEBHOOK_DISABLED });
  return outcome(await attempt(sender, delivery, sending));
}

async function attempt({ egress, secrets, clock }: Sender, delivery: ClaimedDelivery, sending: Sending): Promise<Outcome> {
  const startedAt = clock.now();
  const body = Buffer.from(delivery.body);
  const signatures = signedHeaders(secrets, delivery, { startedAt, body });
  if (signatures === null) return { ...UNSIGNED, startedAt };
  const request: SentRequest = { url: delivery.endpoint_url, headers: { ...headersOf(delivery, sending), ...signatures } };
  const answer = await egress.post({
    ...request,
    body,
    timeoutMs: TIMEOUT_MS,
    keptBytesMax: RESPONSE_BYTES_MAX,
    signal: sending.signal,
  });
  return answer.kind === "answered"
    ? answered(answer, { startedAt, request }, { extras: sending.extras, now: clock.now() })
    : notAnswered(answer, { startedAt, request });
}

const UNSIGNED = {
  kind: "failed",
  gone: false,
  retryAfterMs: null,
  request: null,
  responseTimeMs: 0,
  responseStatus: null,
  responseBody: null,
  errorMessage: "The webhook's secret can't be decrypted with the current SECRETS_KEY, so nothing was sent. Rotate the webhook's secret.",
} as const;

function headersOf(delivery: ClaimedDelivery, { userAgent }: Sending): Readonly<Record<string, string>> {
  return {
    "content-type": "application/json",
    "user-agent": userAgent,
    "x-svc-event": delivery.event,
    "x-svc-delivery": `whd_${delivery.id}`,
  };
}

/** Fresh with every attempt; null when a secret cannot be opened. */
function signedHeaders(
  secrets: Services["secrets"],
  delivery: ClaimedDelivery,
  { startedAt, body }: { readonly startedAt: Date; readonly body: Buffer },
): Readonly<Record<string, string>> | null {
  const id = storedId("wh", delivery.webhook_id);
  const timestamp = String(Math.floor(startedAt.getTime() / 1_000));
  const signed = (sealed: string): string => signature(openSecret(secrets, id, sealed), timestamp, body);
  const { secret_previous: previous, secret_previous_until: until } = delivery;
  try {
    return {
      "x-svc-timestamp": timestamp,
      "x-svc-signature": signed(delivery.secret),
      ...(previous !== null && until !== null && startedAt < until ? { "x-svc-signature-previous": signed(previous) } : {}),
    };
  } catch {
    return null;
  }
}

type Sent = Pick<Attempt, "startedAt" | "request">;

function answered(
  { status, body, retryAfter, durationMs }: EgressAnswer,
  sent: Sent,
  { extras, now }: { readonly extras: boolean; readonly now: Date },
): Outcome {
  const attempted = { ...sent, responseTimeMs: durationMs, responseStatus: status, responseBody: body };
  if (status >= 200 && status < 300) return { kind: "succeeded", ...attempted };
  const heeded = extras && (status === 429 || status === 503);
  return {
    kind: "failed",
    ...attempted,
    gone: extras && status === 410,
    retryAfterMs: heeded ? askedDelayMs(retryAfter, now) : null,
    errorMessage: faultOf(status, extras),
  };
}

function faultOf(status: number, extras: boolean): string {
  if (status === 410 && extras) return "The endpoint answered 410, which means it wants no more events.";
  if (status >= 300 && status < 400) return `The endpoint answered ${status}. Redirects aren't followed.`;
  return `The endpoint answered ${status}.`;
}

function notAnswered({ fault, message, durationMs }: EgressFailure, sent: Sent): Outcome {
  if (fault === "cancelled") return { kind: "released" };
  return {
    kind: "failed",
    ...sent,
    responseTimeMs: durationMs,
    responseStatus: null,
    responseBody: null,
    gone: false,
    retryAfterMs: null,
    errorMessage: message,
  };
}
