import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findLatestRun } from "../runs/run-queries.ts";
import { insertExtract } from "../extracts/index.ts";
import { members, parseJson } from "../../kernel/unsafe.ts";
import { type ExtractId, storedId } from "../../kernel/ids.ts";
import { findLiveSnapshot, type Snapshot } from "../snapshots/index.ts";
import { claimDelta } from "./delta-queries.ts";
import { type DeltaShop, deltaShop, endRuns } from "./delta-shop.suite.ts";

let made: DeltaShop;
beforeAll(async () => {
  made = await deltaShop({ products: 30 });
  await made.sellAbroad();
  await made.extract();
});
afterAll(async () => {
  await made[Symbol.asyncDispose]();
});

const control = () => made.simulator.control;
const marks = async (): Promise<number> => (await made.database.db.selectFrom("catalog_marks").selectAll().execute()).length;

async function live(): Promise<Snapshot> {
  const found = await findLiveSnapshot(made.shop);
  if (found === undefined) throw new Error("no snapshot is live");
  return found;
}

/** The delta that the changes have brought about, which went live. */
async function delta(): Promise<void> {
  await made.reported();
  const before = await live();
  const ended = await made.delta();
  expect(ended).toMatchObject({ status: "completed" });
  expect((await live()).extractId).not.toBe(before.extractId);
  expect(await marks()).toBe(0);
}

/** What the delta left, and what a full extract of the same state holds, file by file. */
async function bothWays() {
  const { longest: bounds, ...left } = await held((await live()).extractId);
  const { longest, ...extracted } = await held(await made.extract());
  expect(bounds).toHaveLength(longest.length);
  expect(longest.filter((bytes, at) => bytes > (bounds[at] ?? 0))).toEqual([]);
  return { left, extracted };
}

/** Only full extracts know for sure whether a column is clean, and how long its longest value is. */
async function held(id: ExtractId) {
  const { clean: _clean, translation_clean: _translated, longest, ...facts } = (await made.snapshot(id)).facts;
  return { longest, facts, contents: await made.contents(id) };
}

describe("a delta", () => {
  test("brings what was reported into the snapshot, as a full extract would", async () => {
    control().changeProduct(3, { price: "12.34", markets: { "united-kingdom": { price: "10.00" } } });
    control().changeProduct(4, { quantity: 77, translations: { de: { title: "Ein anderer Titel" } } });
    control().changeProduct(6, { metafields: { "custom.never_before": "seen" }, collections: [], published: false });
    control().deleteProduct(5);
    control().addProducts(2);
    control().renameCollection(control().collections()[0]?.id ?? 0, "Renamed");
    await delta();
    const { left, extracted } = await bothWays();
    expect(left).toEqual(extracted);
  });

  test("takes a column away with the last value in it", async () => {
    control().changeProduct(6, { metafields: { "custom.never_before": null } });
    await delta();
    const { left, extracted } = await bothWays();
    expect(left).toEqual(extracted);
  });

  test("on a delta is the same as a full extract after random changes", async () => {
    const changes: string[] = [];
    for (const seed of [1, 2]) {
      changes.push(...control().changeAtRandom({ seed, count: 12 }));
      await delta();
    }
    const { left, extracted } = await bothWays();
    expect(left, changes.join("; ")).toEqual(extracted);
  });

  test("finds the products of stock by the snapshot, and asks for those it doesn't know", async () => {
    const { deliveries } = control().webhooks;
    deliveries.setSilent(true);
    control().changeProduct(7, { quantity: 5 });
    const [added] = control().addProducts(1);
    deliveries.setSilent(false);
    const sent = deliveries
      .sent()
      .flatMap(({ topic, body }) => (topic === "inventory_levels/update" ? [members(parseJson(body))["inventory_item_id"]] : []));
    await made.report("inventory_item", ...new Set(sent.slice(-4).map(Number)));
    await made.report("variant", ...(added?.variants.map(({ id }) => id) ?? []));
    await delta();
    const { left, extracted } = await bothWays();
    expect(left).toEqual(extracted);
  });

  test("that finds everything as it was starts no run and leaves the snapshot", async () => {
    await endRuns(made);
    const before = await live();
    await made.report("shop", 0);
    expect(await made.delta()).toMatchObject({ status: "completed" });
    expect((await live()).extractId).toBe(before.extractId);
    expect(await marks()).toBe(0);
  });

  test("starts a run of each feed", async () => {
    await endRuns(made);
    control().changeProduct(8, { price: "1.11" });
    await delta();
    const { extractId } = await live();
    const feeds = await made.database.db.selectFrom("feeds").select("id").orderBy("id").execute();
    const runs = await Promise.all(feeds.map(({ id }) => findLatestRun(made.shop, storedId("feed", id))));
    expect(runs.map((run) => [run?.trigger, run?.extract_id])).toEqual(feeds.map(() => ["delta", extractId]));
    await endRuns(made);
  });

  test("gives way to a full extract, and its marks stay until that has read them", async () => {
    await made.report("product", control().product(9)?.id ?? "");
    const { id } = await insertExtract(made.shop, { type: "full" });
    await sql`insert into extracts (shop_id, type) values (${made.shop.shopId}, 'delta')`.execute(made.database.db);
    expect(await claimDelta(made.database.db, "test", 20)).toBeUndefined();
    expect(await marks()).toBe(1);
    await made.database.db.updateTable("extracts").set({ status: "cancelled" }).where("id", ">=", id).execute();
    await made.extract();
    expect(await marks()).toBe(0);
  });
});
