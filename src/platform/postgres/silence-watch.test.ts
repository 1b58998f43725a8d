import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { IN_TIME } from "../../../test/harness/slow-machine.ts";
import { makeLogger } from "../telemetry/make-logger.ts";
import { DatabaseSilent } from "./postgres-port.ts";
import { SilenceWatch } from "./silence-watch.ts";

const TURN_MS = 5;
const log = makeLogger({ level: "error", write: () => undefined });
const never = new Promise<never>(() => undefined);

/** A watch over a database whose next answers the test sets. */
function watched({ deadlineMs = 60_000 } = {}) {
  const database: { answers: () => Promise<void>; asked: number } = { answers: () => never, asked: 0 };
  const probe = (): Promise<void> => {
    database.asked += 1;
    return database.answers();
  };
  return { database, watch: new SilenceWatch({ probe, deadlineMs, log, turnMs: TURN_MS }) };
}

describe("a database that does not answer", () => {
  test("keeps nobody waiting: those who wait are told, and those who come at once", async () => {
    const { watch } = watched();
    using _watch = watch;
    await Promise.all([1, 2].map(() => expect(watch.during(never)).rejects.toThrow(DatabaseSilent)));
    expect(() => watch.requireVoice()).toThrow(DatabaseSilent);
  });

  test("is noticed again when it answers, though nobody asks it anything", async () => {
    const { database, watch } = watched();
    using _watch = watch;
    await expect(watch.during(never)).rejects.toThrow(DatabaseSilent);
    database.answers = () => Promise.resolve();
    // The question that was lost is given up, and the next one answered.
    await vi.waitFor(() => watch.requireVoice(), { ...IN_TIME, interval: TURN_MS });
    expect(await watch.during(Promise.resolve("done"))).toBe("done");
  });
});

describe("a database that answers", () => {
  test("may take long over a statement; a refusal is an answer too", async () => {
    const { database, watch } = watched();
    using _watch = watch;
    database.answers = () => (database.asked % 2 === 0 ? Promise.resolve() : Promise.reject(new Error("too many clients")));
    const slow = Promise.withResolvers<string>();
    const answer = watch.during(slow.promise);
    await vi.waitFor(() => expect(database.asked).toBeGreaterThan(20), { ...IN_TIME, interval: TURN_MS });
    slow.resolve("at last");
    expect(await answer).toBe("at last");
  });

  test("is not asked while nobody has waited for long", async () => {
    const { database, watch } = watched();
    using _watch = watch;
    for (let asked = 0; asked < 20; asked += 1) await watch.during(sleep(1));
    expect(database.asked).toBe(0);
  });

  test("may still lose one statement, which ends at its deadline", async () => {
    const { database, watch } = watched({ deadlineMs: 20 * TURN_MS });
    using _watch = watch;
    database.answers = () => Promise.resolve();
    await expect(watch.during(never)).rejects.toThrow(DatabaseSilent);
    expect(() => watch.requireVoice()).not.toThrow();
  });

  test("is not called silent by a process that was busy itself", async () => {
    const { database, watch } = watched();
    using _watch = watch;
    const answered = Promise.withResolvers<void>();
    database.answers = () => answered.promise;
    const waiting = watch.during(sleep(10 * TURN_MS, "done"));
    await vi.waitFor(() => expect(database.asked).toBe(1), { ...IN_TIME, interval: TURN_MS });
    const until = performance.now() + 40 * TURN_MS;
    while (performance.now() < until);
    answered.resolve();
    expect(await waiting).toBe("done");
  });
});
