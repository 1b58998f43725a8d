import { expect, test } from "vitest";
import { branded } from "../../kernel/unsafe.ts";
import { storedId } from "../../kernel/ids.ts";
import type { ObjectStore } from "../../platform/objects/objects-port.ts";
import type { Weighed } from "../../kernel/recent-values.ts";
import { WarehouseLost, WarehouseRefused } from "../../platform/warehouse/warehouse-port.ts";
import { endsOf } from "./joined-rows.ts";
import { findPage, type KeptRows, type ListOf, type RowSource } from "./kept-rows.ts";
import { blockAround, type Places } from "./row-blocks.ts";
import { SourceRowsQuery } from "./source-row-shapes.ts";

const TOTAL = 100_000;

/** A store of its own, as what is kept belongs to one. */
const newStore = (): ObjectStore => branded<ObjectStore>({});

function listOf(query: Readonly<Record<string, string>>, rowBytes: number | null): ListOf {
  const state = { version: 1, snapshot: "s/", run: "r/", metafields: null, edited: false, rowBytes };
  return {
    shopId: storedId("shop", 1),
    feedId: storedId("feed", 1),
    state,
    query: SourceRowsQuery.parse(query),
    minute: "2026-11-27T10:00",
  };
}

/** Rows whose JSON is a text each. */
function rowsOf(texts: readonly string[]): KeptRows {
  return {
    json: Buffer.from(texts.join(",")),
    ends: endsOf(texts.map(({ length }) => length)),
    total: TOTAL,
    extractId: 1,
    held: null,
    seen: new Set<number>(),
  };
}

const GROUPS = [4_096, 6_018, TOTAL - 10_114];

/** A list whose rows are their places, with these row groups; `asked` has what was read of it. */
function numbered(groups: readonly number[] = GROUPS) {
  const asked: Places[] = [];
  const load = async (places: Places) => {
    asked.push(places);
    const rows = Math.max(0, Math.min(places.to, TOTAL) - places.from);
    return { value: rowsOf(Array.from({ length: rows }, (_, at) => String(places.from + at))), weight: 1 };
  };
  return { asked, load, groups: () => Promise.resolve(groups) };
}

const numbers = (from: number, to: number): string => Array.from({ length: to - from }, (_, at) => String(from + at)).join(",");
const fileOf = (load: RowSource["load"]): RowSource => ({ load, groups: () => Promise.resolve([]) });
const textOf = async (source: RowSource, list: ListOf, store = newStore()): Promise<string> =>
  (await findPage(store, list, source)).json.toString();

/** The places that are read around one. */
function blockOf(place: number, query: Readonly<Record<string, string>>, rowBytes: number | null, groups: readonly number[] = []): Places {
  const list = listOf({ per_page: "100", ...query }, rowBytes);
  return blockAround(place, { ...list, groups });
}

test("as many rows are read at once as fit, by the columns asked for and by how long rows are", () => {
  expect(blockOf(200, {}, null)).toEqual({ from: 0, to: 1_454 });
  expect(blockOf(200, {}, 1_500)).toEqual({ from: 0, to: 4_000 });
  expect(blockOf(5_900, {}, 1_500)).toEqual({ from: 4_000, to: 8_000 });
  expect(blockOf(200, {}, 60_000)).toEqual({ from: 0, to: 1_454 });
  expect(blockOf(200, { columns: "title,price" }, 60_000)).toEqual({ from: 0, to: 4_000 });
  expect(blockOf(205, { per_page: "1" }, 1_500)).toEqual({ from: 200, to: 240 });
});

test("a row group is read at once, or in equal parts if few of its rows are asked for at a time or fit", () => {
  expect([0, 4_095, 4_096, 10_113].map((place) => blockOf(place, {}, 1_500, GROUPS))).toEqual([
    { from: 0, to: 4_096 },
    { from: 0, to: 4_096 },
    { from: 4_096, to: 10_114 },
    { from: 4_096, to: 10_114 },
  ]);
  expect(blockOf(4_095, { per_page: "50" }, 1_500, GROUPS)).toEqual({ from: 2_048, to: 4_096 });
  expect(blockOf(9_999, {}, 60_000, GROUPS)).toEqual({ from: 8_912, to: 10_114 });
  // Past the end, and where nobody knows of groups.
  expect(blockOf(TOTAL, {}, 1_500, GROUPS)).toEqual({ from: TOTAL, to: TOTAL + 4_000 });
});

test("a page has its rows, wherever groups end, in both directions, and none past the end", async () => {
  const source = numbered();
  const store = newStore();
  const page = (query: Readonly<Record<string, string>>) => textOf(source, listOf({ per_page: "100", ...query }, 1_500), store);
  expect(await page({ page: "1" })).toBe(numbers(0, 100));
  expect(await page({ page: "41" })).toBe(numbers(4_000, 4_100));
  expect(await page({ page: "42" })).toBe(numbers(4_100, 4_200));
  expect(await page({ page: "1000" })).toBe(numbers(TOTAL - 100, TOTAL));
  expect(await page({ page: "1001" })).toBe("");
  expect(source.asked.slice(0, 2)).toEqual([
    { from: 0, to: 4_096 },
    { from: 4_096, to: 10_114 },
  ]);
  const reversed = numbered([TOTAL - 250, 100, 150]);
  expect(await textOf(reversed, listOf({ per_page: "100", page: "2", order: "desc" }, 1_500))).toBe(numbers(100, 200));
  expect(reversed.asked).toEqual([
    { from: 0, to: 150 },
    { from: 150, to: 250 },
  ]);
});

test("a list in another order than the file's is read in blocks of one size", async () => {
  const source = numbered();
  expect(await textOf(source, listOf({ per_page: "100", page: "41", sort: "price" }, 1_500))).toBe(numbers(4_000, 4_100));
  expect(source.asked).toEqual([{ from: 4_000, to: 8_000 }]);
});

test("the second page that follows another has the next two blocks read", async () => {
  const source = numbered();
  const store = newStore();
  for (const page of ["1", "2"]) await textOf(source, listOf({ per_page: "100", page }, 1_500), store);
  expect(source.asked.slice(0, 2)).toEqual([
    { from: 0, to: 4_096 },
    { from: 4_096, to: 10_114 },
  ]);
  expect(source.asked).toHaveLength(3);
});

test("where rows are too long to be read at once, which is tried once, the page alone is read", async () => {
  const asked: Places[] = [];
  const load = (places: Places) => {
    asked.push(places);
    if (places.to - places.from > 100) return Promise.reject(new WarehouseRefused("the answer has more than 67108864 bytes"));
    return Promise.resolve({ value: rowsOf(["{}"]), weight: 1 });
  };
  const store = newStore();
  expect(await textOf(fileOf(load), listOf({ page: "3", per_page: "100" }, 100), store)).toBe("{}");
  await textOf(fileOf(load), listOf({ page: "4", per_page: "100" }, 100), store);
  expect(asked).toEqual([
    { from: 0, to: 4_000 },
    { from: 200, to: 300 },
    { from: 300, to: 400 },
  ]);
});

test("rows for which there is no room just now are tried again with the next page", async () => {
  const asked: Places[] = [];
  const full = { code: "storage_full", message: "The disk is full.", passes: true } as const;
  const load = (places: Places) => {
    asked.push(places);
    if (asked.length === 1) return Promise.reject(new WarehouseRefused("no room", full));
    return Promise.resolve({ value: rowsOf(["{}"]), weight: 1 });
  };
  const store = newStore();
  for (const page of ["3", "4"]) await findPage(store, listOf({ page, per_page: "100" }, 100), fileOf(load));
  expect(asked).toEqual([
    { from: 0, to: 4_000 },
    { from: 200, to: 300 },
    { from: 0, to: 4_000 },
  ]);
});

test("what is refused of a single page is the reader's", async () => {
  const load = () => Promise.reject(new WarehouseRefused("no memory"));
  const store = newStore();
  for (const page of ["1", "1"])
    await expect(findPage(store, listOf({ page, per_page: "500", cut: "20000" }, null), fileOf(load))).rejects.toThrow("no memory");
});

test("any other failure is the reader's", async () => {
  const fail = () => Promise.reject(new Error("no disk"));
  await expect(findPage(newStore(), listOf({ page: "1" }, 100), fileOf(fail))).rejects.toThrow("no disk");
  await expect(findPage(newStore(), listOf({ page: "1" }, 100), { ...numbered(), groups: fail })).rejects.toThrow("no disk");
});

test("a reader gets the rows although two others, who began to read them, have left", async () => {
  const begun: PromiseWithResolvers<Weighed<KeptRows>>[] = [];
  const load = () => {
    const one = Promise.withResolvers<Weighed<KeptRows>>();
    begun.push(one);
    return one.promise;
  };
  const store = newStore();
  const list = listOf({ page: "1", per_page: "100", sort: "price" }, 100);
  const [first, second, third] = [1, 2, 3].map(() => findPage(store, list, fileOf(load)));
  for (const [at, leaver] of [first, second].entries()) {
    await expect.poll(() => begun.length).toBe(at + 1);
    begun.at(-1)?.reject(new WarehouseLost("aborted", "no one waits for the answer"));
    await expect(leaver).rejects.toThrow("no one waits");
  }
  await expect.poll(() => begun.length).toBe(3);
  begun.at(-1)?.resolve({ value: rowsOf(["{}"]), weight: 1 });
  expect((await third)?.total).toBe(TOTAL);
});
