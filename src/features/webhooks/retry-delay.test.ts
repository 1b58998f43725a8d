import { expect, test } from "vitest";
import { askedDelayMs, retryAt } from "./retry-delay.ts";

const MINUTE = 60_000;
const startedAt = new Date("2026-11-21T08:00:00.250Z");
const delayOf = (deliveryId: number, number: number, retryAfterMs: number | null = null) =>
  (retryAt({ deliveryId, number, startedAt, retryAfterMs })?.getTime() ?? Number.NaN) - startedAt.getTime();

test("retries come after 1 and 5 minutes, half an hour, 2 and 8 hours, never early and at most 3 % late; the sixth failure has none", () => {
  const expected = [1, 5, 30, 120, 480].map((minutes) => minutes * MINUTE);
  for (let id = 1; id <= 1_000; id += 1)
    for (const [at, delay] of expected.entries()) {
      expect(delayOf(id, at + 1)).toBeGreaterThanOrEqual(delay * 1.005);
      expect(delayOf(id, at + 1)).toBeLessThanOrEqual(delay * 1.03);
    }
  expect(retryAt({ deliveryId: 1, number: 6, startedAt, retryAfterMs: 1_000 })).toBeNull();
});

test("deliveries that failed in one moment are tried again spread over the jitter", () => {
  const tenths = new Set(Array.from({ length: 100 }, (_, id) => Math.floor((delayOf(id + 1, 4) / (120 * MINUTE) - 1.005) / 0.0025)));
  expect(tenths.size).toBe(10);
});

test("what an endpoint asks for delays a retry, at most to the time of the step after it, and never hastens it", () => {
  expect(delayOf(1, 1, 1_000)).toBe(delayOf(1, 1));
  expect(delayOf(1, 1, 3 * MINUTE)).toBe(3 * MINUTE);
  expect(delayOf(1, 1, 1_000 * MINUTE)).toBe(6 * MINUTE);
  expect(delayOf(1, 5, 1_000 * MINUTE)).toBe(delayOf(1, 5));
});

test.each([
  ["120", 120_000],
  ["0", 0],
  ["Sat, 21 Nov 2026 08:02:00 GMT", 119_750],
  ["Sat, 21 Nov 2020 08:02:00 GMT", 0],
  ["soon", null],
  ["-1", null],
  ["1.5", null],
  ["Sat, 99 Nov 2026", null],
  [null, null],
])("Retry-After %s asks for %s ms", (header, ms) => {
  expect(askedDelayMs(header, startedAt)).toBe(ms);
});
