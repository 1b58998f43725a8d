import { afterAll, beforeAll, expect, test } from "vitest";
import { ROW_GROUP_ROWS } from "../../engine/sql/parquet.ts";
import { findLiveSnapshot } from "../snapshots/index.ts";
import { type DeltaShop, deltaShop } from "./delta-shop.suite.ts";

/** A shop with several row groups, of which a delta replaces some and copies the others. */
let made: DeltaShop;
beforeAll(async () => {
  made = await deltaShop({ products: 1_900 });
  await made.sellAbroad();
  await made.extract();
}, 120_000);
afterAll(async () => {
  await made[Symbol.asyncDispose]();
});

const control = () => made.simulator.control;

test("deltas of a few products are the same as a full extract, one after another", { timeout: 120_000 }, async () => {
  expect((await findLiveSnapshot(made.shop))?.facts.variants).toBeGreaterThan(2 * ROW_GROUP_ROWS);
  // The rows stay in their places: in the first group, then in the first and the last one.
  const changes = [
    () => control().changeProduct(3, { price: "12.34" }),
    () => [2, 1_890].forEach((at) => control().changeProduct(at, { quantity: 55, translations: { de: { title: `Titel ${at}` } } })),
    // From the second product on every row has another place.
    () => control().deleteProduct(1),
    () => control().changeProduct(5, { price: "43.21" }),
  ];
  for (const change of changes) {
    change();
    await made.reported();
    expect(await made.delta()).toMatchObject({ status: "completed" });
  }
  const live = await findLiveSnapshot(made.shop);
  if (live === undefined) throw new Error("no snapshot is live");
  const left = await made.contents(live.extractId);
  expect(left).toEqual(await made.contents(await made.extract()));
});
