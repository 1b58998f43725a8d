import { describe, expect, test } from "vitest";
import { openTurnstile } from "./turnstile.ts";

/** Lets every promise that can settle do so. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("a turnstile", () => {
  test("lets in as many as it has places, the others in order of arrival", async () => {
    const turnstile = openTurnstile(2);
    const arrived: number[] = [];
    const enter = async (guest: number): Promise<() => void> => {
      const leave = await turnstile.enter();
      arrived.push(guest);
      return leave;
    };
    const first = await enter(1);
    const second = await enter(2);
    const third = enter(3);
    const fourth = enter(4);
    await settle();
    expect(arrived).toEqual([1, 2]);
    second();
    const late = enter(5);
    await settle();
    expect(arrived).toEqual([1, 2, 3]);
    first();
    (await third)();
    await Promise.all([fourth, late]);
    expect(arrived).toEqual([1, 2, 3, 4, 5]);
  });

  test("who gives up leaves the queue and takes nobody's place", async () => {
    const turnstile = openTurnstile(1);
    const leave = await turnstile.enter();
    const stop = new AbortController();
    const impatient = turnstile.enter(stop.signal);
    const patient = turnstile.enter();
    stop.abort(new Error("no longer"));
    await expect(impatient).rejects.toThrow("no longer");
    leave();
    await expect(patient).resolves.toBeTypeOf("function");
    await expect(turnstile.enter(stop.signal)).rejects.toThrow("no longer");
  });

  test("a closed one turns away those who wait and those who come", async () => {
    const turnstile = openTurnstile(1);
    await turnstile.enter();
    const waiting = turnstile.enter();
    turnstile.close(new Error("closing"));
    await expect(waiting).rejects.toThrow("closing");
    await expect(turnstile.enter()).rejects.toThrow("closing");
  });
});
