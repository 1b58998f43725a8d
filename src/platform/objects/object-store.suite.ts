import { readFile, stat, writeFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { testRuns } from "../../../test/harness/test-seed.ts";
import { ObjectTaken } from "./object-keys.ts";
import { ObjectMissing } from "./objects-port.ts";
import { describeCrashes } from "./object-crashes.suite.ts";
import { describeDamage } from "./object-damage.suite.ts";
import { below, keysBelow, putText, putWithGzip, textOf, type StoreUnderTest } from "./store-under-test.ts";

/** A bucket takes it in two parts and gives it back in three ranges. */
const BIG_BYTES = 9 * 1024 * 1024;

/** How often each of four workers puts and removes next to the others. Folders vanish below a put only where there are folders; a bucket takes six requests a turn. */
export const TURNS = { folder: 15 * testRuns, bucket: 2 * testRuns };

/** What every object store keeps, sentence by sentence of `objects-port.ts`. `make` answers an empty place each time. */
export function describeObjectStore(name: string, make: () => Promise<StoreUnderTest>, turns = TURNS.folder): void {
  describe(name, () => {
    describePuts(make);
    describeReads(make);
    describeLists(make);
    describeNeighbors(make, turns);
    describeScratch(make);
    describeCrashes(make);
    describeDamage(make);
  });
}

/** The part of it that depends on what the client adds to its requests and compares in the answers. */
export function describeTransfers(name: string, make: () => Promise<StoreUnderTest>): void {
  describe(name, () => {
    describeReads(make);
    describeLists(make);
    describeDamage(make);
  });
}

function describePuts(make: () => Promise<StoreUnderTest>): void {
  test("a put moves the file in and says its size and time", async () => {
    await using store = await (await make()).open();
    await using scratch = await store.scratch();
    const file = scratch.file("part");
    await writeFile(file, "grün");
    const before = Date.now();
    const info = await store.put("shops/3/a.txt", file);
    expect(info).toMatchObject({ key: "shops/3/a.txt", bytes: 5 });
    expect(Math.abs(info.storedAt.getTime() - before)).toBeLessThan(60_000);
    await expect(stat(file)).rejects.toThrow("ENOENT");
    expect(await textOf(store, "shops/3/a.txt")).toBe("grün");
  });

  test("a key that is taken is refused and keeps its bytes", async () => {
    await using store = await (await make()).open();
    await putText(store, "a/b", "first");
    await expect(putText(store, "a/b", "second")).rejects.toBeInstanceOf(ObjectTaken);
    expect(await textOf(store, "a/b")).toBe("first");
  });

  test("of concurrent puts of one key exactly one wins", async () => {
    await using store = await (await make()).open();
    const contents = Array.from({ length: 12 }, (_, index) => `writer ${index}`);
    const puts = await Promise.allSettled(contents.map((content) => putText(store, "race/key", content)));
    const winners = contents.filter((_, index) => puts[index]?.status === "fulfilled");
    expect(winners).toHaveLength(1);
    expect(await textOf(store, "race/key")).toBe(winners[0]);
  });

  test("a reader sees the whole object or none, at every moment of a put", async () => {
    await using store = await (await make()).open();
    await using scratch = await store.scratch();
    await writeFile(scratch.file("big"), Buffer.alloc(BIG_BYTES, 1));
    const seen = new Set<number | undefined>();
    let done = false;
    const putting = store.put("a/big", scratch.file("big")).finally(() => {
      done = true;
    });
    while (!done) seen.add((await store.head("a/big"))?.bytes);
    await putting;
    seen.add((await store.head("a/big"))?.bytes);
    expect(seen).toEqual(new Set([undefined, BIG_BYTES]));
  });

  test("a file that is not there isn't an object", async () => {
    await using store = await (await make()).open();
    await using scratch = await store.scratch();
    await expect(store.put("a/b", scratch.file("none"))).rejects.toThrow("ENOENT");
    expect(await store.head("a/b")).toBeUndefined();
  });

  test("what isn't a key is refused as one", async () => {
    await using store = await (await make()).open();
    for (const key of ["", "/a", "a/", "a//b", "../a", "a/../b", "a/.", "ä", "a b", "a\\b", "a\0b", "x".repeat(513)]) {
      await expect(putText(store, key, "x"), key).rejects.toThrow("not an object key");
      await expect(store.read(key), key).rejects.toThrow("not an object key");
      await expect(store.head(key), key).rejects.toThrow("not an object key");
      await expect(store.local(key), key).rejects.toThrow("not an object key");
    }
  });
}

function describeReads(make: () => Promise<StoreUnderTest>): void {
  test("a range holds both its ends and stops at the end of the object", async () => {
    await using store = await (await make()).open();
    await putText(store, "a/digits", "0123456789");
    expect(await textOf(store, "a/digits", { start: 2, end: 4 })).toBe("234");
    expect(await textOf(store, "a/digits", { start: 0, end: 0 })).toBe("0");
    expect(await textOf(store, "a/digits", { start: 8, end: 99 })).toBe("89");
    for (const range of [
      { start: 10, end: 12 },
      { start: 4, end: 3 },
      { start: -1, end: 3 },
    ]) {
      await expect(store.read("a/digits", range)).rejects.toBeInstanceOf(RangeError);
    }
  });

  test("parts are bytes of an object in the order asked for, and all of them are there", async () => {
    await using store = await (await make()).open();
    await putText(store, "a/digits", "0123456789");
    const parts = await store.parts("a/digits", [
      { start: 8, end: 9 },
      { start: 0, end: 0 },
      { start: 0, end: 9 },
      { start: 8, end: 8 },
    ]);
    expect(parts.map((part) => part.toString("utf8"))).toEqual(["89", "0", "0123456789", "8"]);
    expect(await store.parts("a/digits", [])).toEqual([]);
    for (const range of [
      { start: 8, end: 10 },
      { start: 10, end: 10 },
      { start: 4, end: 3 },
      { start: -1, end: 3 },
    ]) {
      await expect(store.parts("a/digits", [{ start: 0, end: 1 }, range])).rejects.toBeInstanceOf(RangeError);
    }
    await expect(store.parts("a/none", [{ start: 0, end: 0 }])).rejects.toBeInstanceOf(ObjectMissing);
  });

  test("an empty object is an object", async () => {
    await using store = await (await make()).open();
    await putText(store, "a/empty", "");
    expect(await textOf(store, "a/empty")).toBe("");
    expect(await store.head("a/empty")).toMatchObject({ bytes: 0 });
  });

  test("what is missing is said to be missing, also a folder and what would lie below an object", async () => {
    await using store = await (await make()).open();
    await putText(store, "a/b", "x");
    for (const key of ["none", "a", "a/c", "a/b/c"]) {
      await expect(store.read(key)).rejects.toBeInstanceOf(ObjectMissing);
      await expect(store.local(key)).rejects.toBeInstanceOf(ObjectMissing);
      expect(await store.head(key)).toBeUndefined();
    }
  });

  test("head says what put said", async () => {
    await using store = await (await make()).open();
    await putText(store, "a/b", "four");
    const [listed] = await below(store, "a/");
    expect(await store.head("a/b")).toEqual(listed);
    expect(listed).toMatchObject({ key: "a/b", bytes: 4 });
  });

  test("9 MB come back as they went in, streamed and as a local file", async () => {
    await using store = await (await make()).open();
    await using scratch = await store.scratch();
    const bytes = Buffer.alloc(BIG_BYTES, "feed\tof a shop\n");
    await writeFile(scratch.file("big"), bytes);
    await store.put("shops/1/big", scratch.file("big"));
    expect((await buffer(await store.read("shops/1/big"))).equals(bytes)).toBe(true);
    await using leased = await store.local("shops/1/big");
    expect((await readFile(leased.path)).equals(bytes)).toBe(true);
  });

  test("an object whose gzip form came with it is the same in every way, on every node, and the gzip form stays with its writer", async () => {
    const place = await make();
    const content = `${Array.from({ length: 150_000 }, (_, row) => `${row}\tlamp\t12.00`).join("\n")}\n`;
    await using store = await place.open();
    await putWithGzip(store, "a/lamps.txt", content);
    await putText(store, "a/lamps.json", "{}");
    await using later = await place.open();
    for (const node of [store, later]) {
      const info = await node.head("a/lamps.txt");
      expect(info?.bytes).toBe(content.length);
      expect(await below(node, "a/")).toEqual([expect.objectContaining({ key: "a/lamps.json", bytes: 2 }), info]);
      expect(await textOf(node, "a/lamps.txt", { start: 1_000_000, end: 1_000_020 })).toBe(content.slice(1_000_000, 1_000_021));
      expect((await textOf(node, "a/lamps.txt")) === content).toBe(true);
      await node.check("a/lamps.txt", { recheck: true });
    }
  });
}

function describeLists(make: () => Promise<StoreUnderTest>): void {
  test("a list is in order of the bytes of the keys and holds the prefix alone", async () => {
    await using store = await (await make()).open();
    const keys = ["a/B", "a/_", "a/b", "a/b-c/d", "a/b.c", "a/b0", "a/c/a", "a/c/b", "a/c-", "a/c.d/e"];
    for (const key of [...keys, "ab/x", "b/a/x"].toReversed()) await putText(store, key, key);
    const inBytes = keys.toSorted((x, y) => Buffer.compare(Buffer.from(x), Buffer.from(y)));
    expect(await keysBelow(store, "a/")).toEqual(inBytes);
    expect(await keysBelow(store, "a/c/")).toEqual(["a/c/a", "a/c/b"]);
    expect(await keysBelow(store, "none/")).toEqual([]);
  });

  test("removing a prefix takes all of it and nothing beside it", async () => {
    await using store = await (await make()).open();
    for (const key of ["a/1", "a/deep/er/2", "ab/3", "a-/4", "b/a/5"]) await putText(store, key, key);
    await store.remove("a/");
    expect(await keysBelow(store, "a/")).toEqual([]);
    expect(await store.head("a/deep/er/2")).toBeUndefined();
    expect(await keysBelow(store, "ab/")).toEqual(["ab/3"]);
    expect(await keysBelow(store, "a-/")).toEqual(["a-/4"]);
    expect(await keysBelow(store, "b/")).toEqual(["b/a/5"]);
    await store.remove("a/");
    await store.remove("b/a/5/");
    expect(await keysBelow(store, "b/")).toEqual(["b/a/5"]);
    await putText(store, "a/1", "again");
    expect(await textOf(store, "a/1")).toBe("again");
  });

  test("what isn't a prefix is refused as one", async () => {
    await using store = await (await make()).open();
    for (const prefix of ["", "a", "/", "../", "a/../"]) {
      await expect(keysBelow(store, prefix), prefix).rejects.toBeInstanceOf(RangeError);
      await expect(store.remove(prefix), prefix).rejects.toBeInstanceOf(RangeError);
    }
  });
}

function describeNeighbors(make: () => Promise<StoreUnderTest>, turns: number): void {
  test("removals next door never lose a put", async () => {
    await using store = await (await make()).open();
    const putAndRemove = async (worker: number): Promise<void> => {
      for (let turn = 0; turn < turns; turn += 1) {
        const folder = `shops/runs/${worker}-${turn}/`;
        await putText(store, `${folder}a/file`, "x");
        // Empties the folder that the put is about to write to.
        await Promise.all([store.remove(`${folder}a/`), putText(store, `${folder}file`, "x")]);
        expect(await keysBelow(store, folder)).toEqual([`${folder}file`]);
        await store.remove(folder);
      }
    };
    await Promise.all([0, 1, 2, 3].map(putAndRemove));
    expect(await keysBelow(store, "shops/")).toEqual([]);
  });
}

function describeScratch(make: () => Promise<StoreUnderTest>): void {
  test("a scratch folder is empty, its own, in no list, and gone when disposed", async () => {
    await using store = await (await make()).open();
    await putText(store, "scratch/1", "an object like any other");
    const first = await store.scratch();
    const second = await store.scratch();
    expect(first.path).not.toBe(second.path);
    await writeFile(first.file("draft"), "x");
    expect(await keysBelow(store, "scratch/")).toEqual(["scratch/1"]);
    await first[Symbol.asyncDispose]();
    await expect(stat(first.path)).rejects.toThrow("ENOENT");
    expect((await stat(second.path)).isDirectory()).toBe(true);
    expect(() => second.file("../out")).toThrow("not a file name");
    await second[Symbol.asyncDispose]();
  });

  test("closing the store removes its scratch folders, opening another leaves them", async () => {
    const place = await make();
    const store = await place.open();
    const scratch = await store.scratch();
    await (await place.open())[Symbol.asyncDispose]();
    expect((await stat(scratch.path)).isDirectory()).toBe(true);
    await store[Symbol.asyncDispose]();
    await expect(stat(scratch.path)).rejects.toThrow("ENOENT");
  });

  test("its space is what may be written, of all there is", async () => {
    await using store = await (await make()).open();
    const { freeBytes, sizeBytes } = await store.space();
    expect(freeBytes).toBeGreaterThan(0);
    expect(sizeBytes).toBeGreaterThanOrEqual(freeBytes);
  });

  test("ready leaves nothing behind", async () => {
    await using store = await (await make()).open();
    await Promise.all([store.ready(), store.ready()]);
    expect(await keysBelow(store, "a/")).toEqual([]);
  });
}
