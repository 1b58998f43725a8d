import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { extractAnswer, findExtract } from "../extracts/index.ts";
import { type DeltaShop, deltaShop } from "./delta-shop.suite.ts";

/** What scheduled extracts say of changes that no delivery announced. */

let made: DeltaShop;
beforeAll(async () => {
  made = await deltaShop({ products: 12 });
  await made.extract();
});
afterAll(async () => {
  await made[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await isReported(true);
});

const control = () => made.simulator.control;
/** Whether the shop's subscriptions have been found in place. */
const isReported = (really: boolean) =>
  made.database.db
    .updateTable("shops")
    .set({ subscriptions_checked_at: really ? new Date() : null })
    .where("id", "=", made.shop.shopId)
    .execute();

/** The deliveries of these changes are lost on their way. */
async function lost(change: () => void): Promise<void> {
  control().webhooks.deliveries.setSilent(true);
  change();
  await made.reported();
  control().webhooks.deliveries.setSilent(false);
}

async function reported(change: () => void): Promise<void> {
  change();
  await made.reported();
}

async function delta(): Promise<void> {
  expect(await made.delta()).toMatchObject({ status: "completed" });
}

/** What the next scheduled extract answers as its differences. */
async function differences() {
  const row = await findExtract(made.shop, await made.extract({ scheduled: true }));
  if (row === undefined) throw new Error("the extract is gone");
  return extractAnswer(row).differences;
}

const NONE = { added: 0, removed: 0, changed: 0, samples: [] };
const rowIds = (place: number): readonly string[] =>
  control()
    .product(place)
    ?.variants.map(({ id }) => id) ?? [];

describe("a scheduled extract", () => {
  test("finds no difference when a delta has read every change", async () => {
    await reported(() => {
      control().changeProduct(1, { price: "10.01" });
      control().addProducts(1);
      control().deleteProduct(2);
    });
    await delta();
    expect(await differences()).toEqual(NONE);
  });

  test("names the rows of a changed product whose delivery was lost, and only those", async () => {
    await lost(() => control().changeProduct(3, { price: "20.02" }));
    await reported(() => control().changeProduct(4, { price: "30.03" }));
    await delta();
    const changed = rowIds(3);
    const found = await differences();
    expect(found).toMatchObject({ added: 0, removed: 0, changed: changed.length });
    expect(found?.samples).toEqual(changed.slice(0, 5).map((row_id) => ({ row_id, change: "changed" })));
    // It's part of the live snapshot by now.
    expect(await differences()).toEqual(NONE);
  });

  test("names the rows of products that came and went without a delivery", async () => {
    const removed = rowIds(5);
    const added: string[] = [];
    await lost(() => {
      added.push(
        ...control()
          .addProducts(1)
          .flatMap(({ variants }) => variants.map(({ id }) => id)),
      );
      control().deleteProduct(5);
    });
    const found = await differences();
    expect(found).toMatchObject({ added: added.length, removed: removed.length, changed: 0 });
    expect(new Set(found?.samples.map(({ row_id: id, change }) => `${change} ${id}`))).toEqual(
      new Set([...added.slice(0, 5).map((id) => `added ${id}`), ...removed.slice(0, 5).map((id) => `removed ${id}`)]),
    );
  });

  test("leaves out what was reported and waits to be read", async () => {
    await reported(() => control().changeProduct(6, { price: "40.04" }));
    expect(await differences()).toEqual(NONE);
  });

  test("says nothing where the platform reports no changes, or where one waits that names no product", async () => {
    await lost(() => control().changeProduct(7, { price: "50.05" }));
    await isReported(false);
    expect(await differences()).toBeNull();
    await isReported(true);
    await lost(() => control().changeProduct(7, { price: "60.06" }));
    await made.report("inventory_item", 1);
    expect(await differences()).toBeNull();
  });
});

test("an extract that somebody asked for compares nothing", async () => {
  await lost(() => control().changeProduct(8, { price: "70.07" }));
  const row = await findExtract(made.shop, await made.extract());
  expect(row && extractAnswer(row).differences).toBeNull();
});
