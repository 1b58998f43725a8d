import { describe, expect, test, vi } from "vitest";
import type { Logger } from "../../platform/telemetry/telemetry-port.ts";
import { startWorkLoop } from "./work-loop.ts";
import { BUSY_MACHINE, IN_TIME } from "../../../test/harness/slow-machine.ts";

/** Keeps what was warned of. */
function warnings(): { readonly log: Logger; readonly said: string[] } {
  const said: string[] = [];
  const log: Logger = {
    debug: () => undefined,
    info: () => undefined,
    warn: (_, message) => void said.push(message),
    error: () => undefined,
    child: () => log,
  };
  return { log, said };
}

const { log } = warnings();

describe("the work loop", () => {
  test("takes work until there is none, then waits to be woken", async () => {
    const waiting = [1, 2, 3];
    let looks = 0;
    const take = async (): Promise<boolean> => {
      looks += 1;
      return waiting.shift() !== undefined;
    };
    await using loop = startWorkLoop({ slots: 1, take, log });
    await vi.waitFor(() => expect(looks).toBe(4), IN_TIME);
    waiting.push(4);
    await new Promise(setImmediate);
    expect(looks).toBe(4);
    loop.wake();
    await vi.waitFor(() => expect(looks).toBe(6), IN_TIME);
    expect(waiting).toEqual([]);
  });

  test("finishing, it takes no more and waits for what it has, which isn't broken off", async () => {
    const [taken, end] = [Promise.withResolvers<AbortSignal>(), Promise.withResolvers<boolean>()];
    let looks = 0;
    const take = (signal: AbortSignal): Promise<boolean> => {
      looks += 1;
      taken.resolve(signal);
      return end.promise;
    };
    await using loop = startWorkLoop({ slots: 1, take, log });
    const signal = await taken.promise;
    let finished = false;
    const finishing = loop.finish().then(() => (finished = true));
    await new Promise(setImmediate);
    expect([finished, signal.aborted]).toEqual([false, false]);
    end.resolve(true);
    await finishing;
    loop.wake();
    await new Promise(setImmediate);
    expect(looks).toBe(1);
  });

  test("does not lose a wake that comes while it looks", async () => {
    const looking = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()] as const;
    let looks = 0;
    const take = (): Promise<boolean> => {
      looks += 1;
      return looks <= 2 ? looking[looks === 1 ? 0 : 1].promise : Promise.resolve(false);
    };
    await using loop = startWorkLoop({ slots: 1, take, log });
    loop.wake();
    looking[0].resolve(false);
    await vi.waitFor(() => expect(looks).toBe(2), IN_TIME);
    looking[1].resolve(false);
    await new Promise(setImmediate);
    expect(looks).toBe(2);
  });

  test("works on as many pieces as it has slots, and no more", async () => {
    const done = Promise.withResolvers<boolean>();
    let started = 0;
    const take = (): Promise<boolean> => {
      started += 1;
      return started <= 3 ? done.promise : Promise.resolve(false);
    };
    await using loop = startWorkLoop({ slots: 3, take, log });
    loop.wake();
    await new Promise(setImmediate);
    expect(started).toBe(3);
    done.resolve(false);
  });

  test("stopping tells the work and waits for its end", async () => {
    const ended: string[] = [];
    const release = Promise.withResolvers<void>();
    const told = Promise.withResolvers<void>();
    const take = async (signal: AbortSignal): Promise<boolean> => {
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
      told.resolve();
      await release.promise;
      ended.push("work");
      return true;
    };
    const loop = startWorkLoop({ slots: 1, take, log });
    const stopped = loop[Symbol.asyncDispose]().then(() => ended.push("loop"));
    await told.promise;
    expect(ended).toEqual([]);
    release.resolve();
    await stopped;
    expect(ended).toEqual(["work", "loop"]);
  });

  test("stops while it waits to be woken", async () => {
    let looks = 0;
    const take = async (): Promise<boolean> => {
      looks += 1;
      return false;
    };
    const loop = startWorkLoop({ slots: 2, take, log });
    await vi.waitFor(() => expect(looks).toBe(2), IN_TIME);
    await loop[Symbol.asyncDispose]();
    loop.wake();
    await new Promise(setImmediate);
    expect(looks).toBe(2);
  });

  test("a claim that fails is told and tried again after a moment; stopping does not wait for it", async () => {
    const { log: listening, said } = warnings();
    let looks = 0;
    const take = async (): Promise<boolean> => {
      looks += 1;
      if (looks === 1) throw new Error("the database is away");
      return false;
    };
    {
      await using _loop = startWorkLoop({ slots: 1, take, log: listening });
      await vi.waitFor(() => expect(said).toEqual(["could not claim work"]), IN_TIME);
      await vi.waitFor(() => expect(looks).toBe(2), IN_TIME);
    }
    const failing = startWorkLoop({ slots: 1, take: () => Promise.reject(new Error("away")), log });
    await new Promise(setImmediate);
    const before = performance.now();
    await failing[Symbol.asyncDispose]();
    expect(performance.now() - before).toBeLessThan(500 * BUSY_MACHINE);
  });
});
