import { afterAll, beforeAll, expect, test } from "vitest";
import { ROW_GROUP_ROWS } from "../../engine/sql/parquet.ts";
import { findLiveSnapshot } from "../snapshots/index.ts";
import { type DeltaShop, deltaShop } from "./delta-shop.suite.ts";

/** A shop with two row groups, of which a delta replaces one and copies the other, or replaces both. */
let made: DeltaShop;
beforeAll(async () => {
  made = await deltaShop({ products: 1_000 });
  await made.sellAbroad();
  await made.extract();
});
afterAll(async () => {
  await made[Symbol.asyncDispose]();
});

const control = () => made.simulator.control;

test("deltas of a few products are the same as a full extract, one after another", async () => {
  expect((await findLiveSnapshot(made.shop))?.facts.variants).toBeGreaterThan(ROW_GROUP_ROWS);
  const changes = [
    // The rows stay in their places, in both groups.
    () => [2, 990].forEach((at) => control().changeProduct(at, { quantity: 55, translations: { de: { title: `Titel ${at}` } } })),
    // From the second product on every row has another place.
    () => control().deleteProduct(1),
    // In the first group alone.
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
