import { writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { ObjectDamaged, type ObjectStore } from "./objects-port.ts";
import { keysBelow, putText, putWithGzip, type StoreUnderTest, textOf } from "./store-under-test.ts";

const scrubAll = { bytesMax: 1024 ** 3, signal: new AbortController().signal };

/** Every way to an object's bytes. */
const readings = (store: ObjectStore, key: string): readonly (() => Promise<unknown>)[] => [
  () => store.read(key),
  () => store.read(key, { start: 0, end: 0 }),
  () => store.parts(key, [{ start: 0, end: 0 }]),
  () => store.local(key),
  () => store.check(key),
];

async function expectRefused(store: ObjectStore, key: string): Promise<void> {
  for (const reading of readings(store, key)) await expect(reading()).rejects.toMatchObject({ code: "object_damaged", key });
}

/** How a store deals with bytes that aren't those that were put. */
export function describeDamage(make: () => Promise<StoreUnderTest>): void {
  test("an object with a changed bit is refused by every way of reading it, by every process, and no other object is", async () => {
    const place = await make();
    await using store = await place.open();
    for (const key of ["a/1", "a/2"]) await putText(store, key, "a price of 12.00");
    await place.damage("a/1");
    await expectRefused(store, "a/1");
    await using later = await place.open();
    await expectRefused(later, "a/1");
    expect(await textOf(later, "a/2")).toBe("a price of 12.00");
    expect(await keysBelow(later, "a/")).toEqual(["a/1", "a/2"]);
  });

  test("a changed bit of an object whose gzip form came with it is found too", async () => {
    const place = await make();
    await using store = await place.open();
    await putWithGzip(store, "a/1", "a price of 12.00\n".repeat(100_000));
    await place.damage("a/1");
    await using later = await place.open();
    await expectRefused(later, "a/1");
    expect(await later.head("a/1")).toMatchObject({ bytes: 1_700_000 });
  });

  test("an object that was read whole before is refused once its bytes have changed", async () => {
    const place = await make();
    await using store = await place.open();
    await putText(store, "a/1", "first good, then damaged");
    await store.check("a/1");
    await place.damage("a/1");
    await expectRefused(store, "a/1");
    await expect(store.local("a/1", { recheck: true })).rejects.toBeInstanceOf(ObjectDamaged);
  });

  test("a file that isn't what its writer says is stored and refused, so nothing damaged on its way is read", async () => {
    await using store = await (await make()).open();
    await using scratch = await store.scratch();
    await writeFile(scratch.file("part"), "x");
    await store.put("a/1", scratch.file("part"), { sha256: "0".repeat(64) });
    await expect(store.check("a/1")).rejects.toBeInstanceOf(ObjectDamaged);
  });

  test("an object that is put again after its removal is compared with its own checksum", async () => {
    await using store = await (await make()).open();
    for (const content of ["first", "second"]) {
      await putText(store, "a/1", content);
      expect(await textOf(store, "a/1")).toBe(content);
      await store.remove("a/");
    }
  });

  test("the scrub goes on where it stopped, also in another process, and finds each damaged object", async () => {
    const place = await make();
    const store = await place.open();
    for (const key of ["a/1", "a/2", "b/1", "b-/1", "c/d/1"]) await putText(store, key, "0123456789");
    await place.damage("b/1");
    expect(await store.scrub({ ...scrubAll, bytesMax: 15 })).toEqual({ objects: 2, bytes: 20, damaged: 0 });
    await store[Symbol.asyncDispose]();
    await using later = await place.open();
    expect(await later.scrub(scrubAll)).toEqual({ objects: 3, bytes: 30, damaged: 1 });
    expect(await later.scrub(scrubAll)).toEqual({ objects: 5, bytes: 50, damaged: 1 });
    await expectRefused(later, "b/1");
  });
}
