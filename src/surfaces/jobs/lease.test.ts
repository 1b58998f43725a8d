import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { underLease } from "./lease.ts";

const EVERY_MS = 5;

/** Works until its signal fires; answers why. */
const untilStopped = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener("abort", () => resolve(signal.reason), { once: true }));

/** Beats that answer one after another, the last one for ever. */
function beats(...answers: readonly (boolean | Error)[]) {
  let count = 0;
  return {
    count: () => count,
    beat: async (): Promise<boolean> => {
      const answer = answers[Math.min(count, answers.length - 1)] ?? true;
      count += 1;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
}

describe("work under a lease", () => {
  test("is told to stop when the claim is another's", async () => {
    const { beat } = beats(true, true, false);
    let reason: unknown;
    await underLease({ beat, signal: new AbortController().signal, everyMs: EVERY_MS }, async (signal) => {
      reason = await untilStopped(signal);
    });
    expect(reason).toEqual(new Error("lost the claim"));
  });

  test("goes on while beats fail, and is told when a later one finds the claim lost", async () => {
    const failure = new Error("the database is away");
    const { beat, count } = beats(failure, failure, failure, true, false);
    await underLease(
      { beat, signal: new AbortController().signal, everyMs: EVERY_MS },
      async (signal) => void (await untilStopped(signal)),
    );
    expect(count()).toBe(5);
  });

  test("is told to stop when the worker stops", async () => {
    const worker = new AbortController();
    const { beat } = beats(true);
    let reason: unknown;
    const working = underLease({ beat, signal: worker.signal, everyMs: EVERY_MS }, async (signal) => {
      reason = await untilStopped(signal);
    });
    worker.abort(new Error("stopping"));
    await working;
    expect(reason).toEqual(new Error("stopping"));
  });

  test("is told at once where the worker had stopped before", async () => {
    await underLease({ beat: beats(true).beat, signal: AbortSignal.abort(), everyMs: EVERY_MS }, async (signal) => {
      expect(signal.aborted).toBe(true);
    });
    expect.assertions(1);
  });

  test("ends the beats with it, also where it failed", async () => {
    const { beat, count } = beats(true);
    const broken = new Error("the work failed");
    const work = async (): Promise<void> => {
      await sleep(4 * EVERY_MS);
      throw broken;
    };
    await expect(underLease({ beat, signal: new AbortController().signal, everyMs: EVERY_MS }, work)).rejects.toBe(broken);
    const after = count();
    expect(after).toBeGreaterThan(0);
    await sleep(5 * EVERY_MS);
    expect(count()).toBe(after);
  });

  test("that is done before the first beat waits for none", async () => {
    const { beat, count } = beats(true);
    await underLease({ beat, signal: new AbortController().signal, everyMs: 60_000 }, async () => undefined);
    expect(count()).toBe(0);
  });
});
