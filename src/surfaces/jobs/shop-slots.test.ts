import { describe, expect, test } from "vitest";
import { type ClaimedWork, type HeldWork, openShopSlots, type Room, type ShopSlots } from "./shop-slots.ts";

const of = (shopId: number): ClaimedWork => ({ shopId, carryOut: async () => undefined });
const awayOf = (shopId: number): ClaimedWork => ({ ...of(shopId), isAway: true });
const slotsOf = (slots: number, away = 2, roomAway = () => undefined): ShopSlots => openShopSlots({ slots, away, roomAway });
const { signal } = new AbortController();

async function claimed(slots: ShopSlots, work: ClaimedWork): Promise<HeldWork> {
  const held = await slots.claim(async () => work);
  if (held === undefined) throw new Error("there was no room");
  return held;
}

/** The room that a claim sees, undefined where there is none at all. */
async function roomOf(slots: ShopSlots): Promise<Room | undefined> {
  let seen: Room | undefined;
  await slots.claim(async (room) => void (seen = room));
  return seen;
}

/** A claim that has begun and looks until `looking` resolves to what it finds. */
async function claimUnderWay(slots: ShopSlots) {
  const [began, looking] = [Promise.withResolvers<void>(), Promise.withResolvers<ClaimedWork>()];
  const claim = slots.claim(() => {
    began.resolve();
    return looking.promise;
  });
  await began.promise;
  return { claim, looking };
}

/** Whether it has a slot, once everything that is under way has been seen to. */
function watched(entering: Promise<void>): () => Promise<boolean> {
  let isIn = false;
  void entering.then(
    () => (isIn = true),
    () => undefined,
  );
  return async () => {
    await new Promise(setImmediate);
    return isIn;
  };
}

test("a shop has all slots but one at most, over whatever kinds of work, and may claim again once one is free", async () => {
  const slots = slotsOf(3);
  const first = await claimed(slots, of(1));
  await claimed(slots, of(2));
  expect((await roomOf(slots))?.barred).toEqual([]);
  const second = await claimed(slots, of(1));
  expect(await roomOf(slots)).toMatchObject({ barred: [1], slot: false, away: true });
  first.free();
  expect(await roomOf(slots)).toMatchObject({ barred: [], slot: true, away: true });
  second.free();
});

test("a single slot bars nobody while it is free", async () => {
  const slots = slotsOf(1);
  (await claimed(slots, of(1))).free();
  expect(await roomOf(slots)).toMatchObject({ barred: [], slot: true, away: true });
});

test("claims that are made at the same time take turns, so that each knows of the one before it, even of one that failed", async () => {
  const slots = slotsOf(2);
  const failed = slots.claim(() => Promise.reject(new Error("the database is away")));
  const first = slots.claim(async () => of(1));
  const second = slots.claim(async ({ barred }) => {
    expect(barred).toEqual([1]);
    return undefined;
  });
  await expect(failed).rejects.toThrow("away");
  expect(await first).toMatchObject({ work: { shopId: 1 } });
  expect(await second).toBeUndefined();
});

test("finishing waits for the claim that is under way, and those behind it claim nothing", async () => {
  const slots = slotsOf(2);
  const { claim: underWay, looking } = await claimUnderWay(slots);
  const behind = slots.claim(async () => of(2));
  const isFinished = watched(slots.finish());
  expect(await isFinished()).toBe(false);
  looking.resolve(of(1));
  expect(await isFinished()).toBe(true);
  expect([(await underWay)?.work.shopId, await behind, await slots.claim(async () => of(3))]).toEqual([1, undefined, undefined]);
});

test("when several claims are requested at once, the first that finds nothing answers the others; later claims look again", async () => {
  const slots = slotsOf(1, 8);
  let looks = 0;
  const look = async () => void (looks += 1);
  await Promise.all(Array.from({ length: 8 }, () => slots.claim(look)));
  expect(looks).toBe(1);
  await slots.claim(look);
  expect(looks).toBe(2);
});

test("a claim that is asked for while another looks isn't answered by it", async () => {
  const slots = slotsOf(1);
  const looking = Promise.withResolvers<undefined>();
  const begun = Promise.withResolvers<void>();
  const first = slots.claim(() => {
    begun.resolve();
    return looking.promise;
  });
  await begun.promise;
  const second = slots.claim(async () => of(1));
  looking.resolve(undefined);
  expect(await first).toBeUndefined();
  expect(await second).toMatchObject({ work: { shopId: 1 } });
});

describe("work that begins away", () => {
  test("takes no slot, and is bounded itself", async () => {
    const slots = slotsOf(1);
    const first = await claimed(slots, awayOf(1));
    await claimed(slots, awayOf(2));
    expect(await roomOf(slots)).toMatchObject({ barred: [], slot: true, away: false });
    await claimed(slots, of(3));
    expect(await roomOf(slots)).toBeUndefined();
    first.free();
    expect(await roomOf(slots)).toMatchObject({ barred: [3], slot: false, away: true });
  });

  test("has a slot at once where one is free, and makes room for other work of its kind, which the loop is woken for", async () => {
    let woken = 0;
    const slots = slotsOf(1, 1, () => void (woken += 1));
    const held = await claimed(slots, awayOf(1));
    await held.enter(signal);
    expect([woken, await roomOf(slots)]).toMatchObject([1, { barred: [1], slot: false, away: true }]);
    await held.enter(signal);
    held.free();
    expect([woken, await roomOf(slots)]).toMatchObject([1, { barred: [], slot: true, away: true }]);
  });

  test("waits for a slot otherwise, and counts as away meanwhile", async () => {
    const slots = slotsOf(1, 1);
    const job = await claimed(slots, of(1));
    const held = await claimed(slots, awayOf(2));
    const isIn = watched(held.enter(signal));
    expect([await isIn(), await roomOf(slots)]).toEqual([false, undefined]);
    job.free();
    expect(await isIn()).toBe(true);
  });

  test("takes turns with claims: behind work that came back, a claim has the slot if it finds something", async () => {
    const slots = slotsOf(1, 4);
    const job = await claimed(slots, of(9));
    const [first, second, third] = [await claimed(slots, awayOf(1)), await claimed(slots, awayOf(2)), await claimed(slots, awayOf(3))];
    await claimed(slots, awayOf(4));
    const [, secondIn, thirdIn] = [first, second, third].map((each) => watched(each.enter(signal)));
    job.free();
    first.free();
    const other = await claimed(slots, of(9));
    expect(await secondIn?.()).toBe(false);
    other.free();
    expect(await secondIn?.()).toBe(true);
    second.free();
    expect(await thirdIn?.()).toBe(false);
    await slots.claim(async () => undefined);
    expect(await thirdIn?.()).toBe(true);
  });

  test("gets a slot before other waiting work if a person asked for it", async () => {
    const slots = slotsOf(1, 3);
    const job = await claimed(slots, of(9));
    const scheduled = await claimed(slots, awayOf(1));
    const asked = await claimed(slots, { ...awayOf(2), isAsked: true });
    const [scheduledIn, askedIn] = [watched(scheduled.enter(signal)), watched(asked.enter(signal))];
    job.free();
    expect([await scheduledIn(), await askedIn()]).toEqual([false, true]);
  });

  test("does not get a slot that a claim under way may fill", async () => {
    const slots = slotsOf(1);
    const held = await claimed(slots, awayOf(1));
    const found = Promise.withResolvers<ClaimedWork>();
    const begun = Promise.withResolvers<void>();
    const claiming = slots.claim(() => {
      begun.resolve();
      return found.promise;
    });
    await begun.promise;
    const isIn = watched(held.enter(signal));
    expect(await isIn()).toBe(false);
    found.resolve(of(2));
    const job = await claiming;
    expect(await isIn()).toBe(false);
    job?.free();
    expect(await isIn()).toBe(true);
  });

  test("does not get a slot while a claim under way may find work of its shop, which then has its share", async () => {
    const slots = slotsOf(2);
    const back = await claimed(slots, awayOf(1));
    const { claim, looking } = await claimUnderWay(slots);
    const isIn = watched(back.enter(signal));
    expect(await isIn()).toBe(false);
    looking.resolve(of(1));
    const run = await claim;
    expect(await isIn()).toBe(false);
    run?.free();
    expect(await isIn()).toBe(true);
  });

  test("waits where its shop has all slots but one; another shop's goes ahead", async () => {
    const slots = slotsOf(2);
    const job = await claimed(slots, of(1));
    const [mine, others] = [await claimed(slots, awayOf(1)), await claimed(slots, awayOf(2))];
    const isIn = watched(mine.enter(signal));
    expect(await isIn()).toBe(false);
    await others.enter(signal);
    job.free();
    await slots.claim(async () => undefined);
    expect(await isIn()).toBe(true);
  });

  test("leaves the queue when its signal aborts, and its place is free", async () => {
    const slots = slotsOf(1, 1);
    const job = await claimed(slots, of(1));
    const held = await claimed(slots, awayOf(2));
    const stopping = new AbortController();
    const entering = held.enter(stopping.signal);
    stopping.abort(new Error("stopping"));
    await expect(entering).rejects.toThrow("stopping");
    await expect(held.enter(stopping.signal)).rejects.toThrow("stopping");
    held.free();
    job.free();
    expect(await roomOf(slots)).toMatchObject({ barred: [], slot: true, away: true });
  });

  test("is not begun while as many are back and wait as there are slots, and the room says whether a slot is left for it", async () => {
    const slots = slotsOf(2, 8);
    const job = await claimed(slots, of(9));
    expect(await roomOf(slots)).toMatchObject({ away: true, isBusy: false });
    const [first, second] = [await claimed(slots, awayOf(1)), await claimed(slots, awayOf(2))];
    expect(await roomOf(slots)).toMatchObject({ slot: true, away: true, isBusy: true });
    const third = await claimed(slots, awayOf(3));
    await first.enter(signal);
    const waiting = [second.enter(signal), third.enter(signal)];
    expect(await roomOf(slots)).toBeUndefined();
    job.free();
    expect(await roomOf(slots)).toMatchObject({ slot: true, away: false });
    await waiting[0];
    expect(await roomOf(slots)).toMatchObject({ slot: false, away: true, isBusy: true });
  });

  test("has every slot once nothing more is claimed", async () => {
    const slots = slotsOf(1, 3);
    const job = await claimed(slots, of(9));
    const [first, second] = [await claimed(slots, awayOf(1)), await claimed(slots, awayOf(2))];
    const [, secondIn] = [watched(first.enter(signal)), watched(second.enter(signal))];
    job.free();
    await slots.finish();
    first.free();
    expect(await secondIn?.()).toBe(true);
  });
});
