import { expect, test } from "vitest";
import { branded } from "../../kernel/unsafe.ts";
import { storedId } from "../../kernel/ids.ts";
import type { ObjectStore } from "../../platform/objects/objects-port.ts";
import type { Weighed } from "../../kernel/recent-values.ts";
import { WarehouseLost, WarehouseRefused } from "../../platform/warehouse/warehouse-port.ts";
import { findKeptRows, type KeptRows, type ListOf, type Places } from "./kept-rows.ts";
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

const rowsAt = (pages: readonly Buffer[]): KeptRows => ({ pages, total: TOTAL, extractId: 1, held: null, seen: new Set<number>() });

/** The places that are read for a page of 100. */
async function placesFor(query: Readonly<Record<string, string>>, rowBytes: number | null): Promise<Places> {
  const list = listOf({ per_page: "100", ...query }, rowBytes);
  return (await findKeptRows(newStore(), list, () => Promise.resolve({ value: rowsAt([]), weight: 1 }))).places;
}

test("as many rows are read at once as fit, by the columns asked for and by how long rows are", async () => {
  expect(await placesFor({ page: "3" }, null)).toEqual({ from: 0, to: 900 });
  expect(await placesFor({ page: "3" }, 1_500)).toEqual({ from: 0, to: 2_000 });
  expect(await placesFor({ page: "60" }, 1_500)).toEqual({ from: 4_000, to: 6_000 });
  expect(await placesFor({ page: "3" }, 60_000)).toEqual({ from: 0, to: 900 });
  expect(await placesFor({ page: "3", columns: "title,price" }, 60_000)).toEqual({ from: 0, to: 4_000 });
});

test("where rows are too long to be read at once, which is tried once, the page alone is read", async () => {
  const asked: Places[] = [];
  const load = (places: Places) => {
    asked.push(places);
    if (places.to - places.from > 100) return Promise.reject(new WarehouseRefused("the answer has more than 67108864 bytes"));
    return Promise.resolve({ value: rowsAt([Buffer.from("{}")]), weight: 1 });
  };
  const store = newStore();
  const found = await findKeptRows(store, listOf({ page: "3", per_page: "100" }, 100), load);
  await findKeptRows(store, listOf({ page: "4", per_page: "100" }, 100), load);
  expect([found.pages.length, found.places]).toEqual([1, { from: 200, to: 300 }]);
  expect(asked).toEqual([
    { from: 0, to: 2_000 },
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
    return Promise.resolve({ value: rowsAt([Buffer.from("{}")]), weight: 1 });
  };
  const store = newStore();
  for (const page of ["3", "4"]) await findKeptRows(store, listOf({ page, per_page: "100" }, 100), load);
  expect(asked).toEqual([
    { from: 0, to: 2_000 },
    { from: 200, to: 300 },
    { from: 0, to: 2_000 },
  ]);
});

test("what is refused of a single page is the reader's", async () => {
  const load = () => Promise.reject(new WarehouseRefused("no memory"));
  const store = newStore();
  for (const page of ["1", "1"])
    await expect(findKeptRows(store, listOf({ page, per_page: "500", cut: "20000" }, null), load)).rejects.toThrow("no memory");
});

test("any other failure is the reader's", async () => {
  const load = () => Promise.reject(new Error("no disk"));
  await expect(findKeptRows(newStore(), listOf({ page: "1" }, 100), load)).rejects.toThrow("no disk");
});

test("a reader gets the rows although two others, who began to read them, have left", async () => {
  const begun: PromiseWithResolvers<Weighed<KeptRows>>[] = [];
  const load = () => {
    const one = Promise.withResolvers<Weighed<KeptRows>>();
    begun.push(one);
    return one.promise;
  };
  const store = newStore();
  const list = listOf({ page: "1", per_page: "100" }, 100);
  const [first, second, third] = [1, 2, 3].map(() => findKeptRows(store, list, load));
  for (const leaver of [first, second]) {
    begun.at(-1)?.reject(new WarehouseLost("aborted", "no one waits for the answer"));
    await expect(leaver).rejects.toThrow("no one waits");
  }
  begun.at(-1)?.resolve({ value: rowsAt([Buffer.from("{}")]), weight: 1 });
  expect((await third)?.total).toBe(TOTAL);
  expect(begun).toHaveLength(3);
});
