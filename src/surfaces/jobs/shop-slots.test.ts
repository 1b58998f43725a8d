import { expect, test } from "vitest";
import { type ClaimedWork, openShopSlots } from "./shop-slots.ts";

const of = (shopId: number): ClaimedWork => ({ shopId, carryOut: async () => undefined });

test("a shop has all slots but one at most, over whatever kinds of work, and may claim again once one is free", async () => {
  const slots = openShopSlots(3);
  const told: (readonly number[])[] = [];
  const take = (work: ClaimedWork) =>
    slots.claim(async (barred) => {
      told.push(barred);
      return work;
    });
  const first = of(1);
  await take(first);
  await take(of(2));
  await take(of(1));
  await slots.claim(async (barred) => void told.push(barred));
  slots.free(first);
  await slots.claim(async (barred) => void told.push(barred));
  expect(told).toEqual([[], [], [], [1], []]);
});

test("a single slot bars nobody while it is free", async () => {
  const slots = openShopSlots(1);
  const work = of(1);
  await slots.claim(async () => work);
  slots.free(work);
  await slots.claim(async (barred) => {
    expect(barred).toEqual([]);
    return undefined;
  });
});

test("claims that are made at the same time take turns, so that each knows of the one before it, even of one that failed", async () => {
  const slots = openShopSlots(2);
  const failed = slots.claim(() => Promise.reject(new Error("the database is away")));
  const first = slots.claim(async () => of(1));
  const second = slots.claim(async (barred) => {
    expect(barred).toEqual([1]);
    return undefined;
  });
  await expect(failed).rejects.toThrow("away");
  expect(await first).toMatchObject({ shopId: 1 });
  expect(await second).toBeUndefined();
});
