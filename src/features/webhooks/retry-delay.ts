/** When a failed delivery is tried again, with more and more patience: after 1 and 5 minutes, half an hour, 2 and 8 hours. */
const DELAYS_MS: readonly number[] = [60_000, 300_000, 1_800_000, 7_200_000, 28_800_000];

/** Of the delay, added: never early, and with a look every 250 ms within 5 %. */
const JITTER_MIN = 0.005;
const JITTER_MAX = 0.03;
/** Its multiples lie evenly, however many deliveries failed in one moment. */
const GOLDEN_RATIO = 0.618_033_988_749_894_9;

export interface FailedAttempt {
  readonly deliveryId: number;
  /** From 1. */
  readonly number: number;
  readonly startedAt: Date;
  /** What the endpoint asked for; null where it asked for nothing, or is not heeded. */
  readonly retryAfterMs: number | null;
}

/** Counted from the attempt's start, which is the time its signature tells; null: that was the last one. */
export function retryAt({ deliveryId, number, startedAt, retryAfterMs }: FailedAttempt): Date | null {
  const delayMs = DELAYS_MS[number - 1];
  if (delayMs === undefined) return null;
  const own = delayMs * (1 + JITTER_MIN + (JITTER_MAX - JITTER_MIN) * (((deliveryId + number) * GOLDEN_RATIO) % 1));
  // At most to the time of the step after it; the last step has none.
  const latest = delayMs + (DELAYS_MS[number] ?? 0);
  return new Date(startedAt.getTime() + Math.max(own, Math.min(retryAfterMs ?? 0, latest)));
}

/** The header `Retry-After` (RFC 9110): seconds, or a date. Null for anything else. */
export function askedDelayMs(header: string | null, now: Date): number | null {
  if (header === null) return null;
  if (/^[0-9]{1,9}$/.test(header)) return Number(header) * 1_000;
  const at = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
