import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openLargeBodies } from "./large-bodies.ts";
import { LARGE_BODIES_MAX, LARGE_BODIES_WAITING_MAX, LARGE_BODY_PATIENCE_MS } from "./server-limits.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const settled = async (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setImmediate(() => resolve(false)))]);

test("large bodies of a shop are taken one after another, those of others beside them", async () => {
  const bodies = openLargeBodies();
  const first = await bodies.enter("shop 1");
  const second = bodies.enter("shop 1");
  const third = bodies.enter("shop 1");
  expect(await settled(second)).toBe(false);
  expect(await settled(bodies.enter("shop 2"))).toBe(true);
  first[Symbol.dispose]();
  expect(await settled(second)).toBe(true);
  expect(await settled(third)).toBe(false);
  (await second)[Symbol.dispose]();
  expect(await settled(third)).toBe(true);
});

test("a few of a shop wait, and one more is refused at once", async () => {
  const bodies = openLargeBodies();
  await bodies.enter("shop 1");
  for (let waiting = 0; waiting < LARGE_BODIES_WAITING_MAX; waiting += 1) void bodies.enter("shop 1").catch(() => undefined);
  await expect(bodies.enter("shop 1")).rejects.toMatchObject({ code: "rate_limited", headers: { "retry-after": expect.any(String) } });
  expect(await settled(bodies.enter("shop 2"))).toBe(true);
});

test("the process takes so many at a time, and says so to one more", async () => {
  const bodies = openLargeBodies();
  const places = await Promise.all(Array.from({ length: LARGE_BODIES_MAX }, (_, shop) => bodies.enter(`shop ${shop}`)));
  await expect(bodies.enter("another")).rejects.toMatchObject({ code: "unavailable", headers: { "retry-after": expect.any(String) } });
  places[0]?.[Symbol.dispose]();
  expect(await settled(bodies.enter("another"))).toBe(true);
});

test("one that waited too long is refused, and nobody behind it goes before those ahead", async () => {
  const bodies = openLargeBodies();
  const first = await bodies.enter("shop 1");
  const second = bodies.enter("shop 1");
  const refused = second.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(LARGE_BODY_PATIENCE_MS);
  expect(await refused).toMatchObject({ code: "rate_limited" });
  const third = bodies.enter("shop 1");
  expect(await settled(third)).toBe(false);
  first[Symbol.dispose]();
  expect(await settled(third)).toBe(true);
});
