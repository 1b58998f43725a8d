import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findLiveSnapshot } from "../snapshots/index.ts";
import { type DeltaShop, deltaShop } from "./delta-shop.suite.ts";

let made: DeltaShop;
beforeAll(async () => {
  made = await deltaShop({ products: 40 });
  await made.extract();
});
afterAll(async () => {
  await made[Symbol.asyncDispose]();
});

const { changeProduct, deleteProduct, addProducts, product } = {
  changeProduct: (number: number, change: object) => made.simulator.control.changeProduct(number, change as never),
  deleteProduct: (number: number) => made.simulator.control.deleteProduct(number),
  addProducts: (count: number) => made.simulator.control.addProducts(count),
  product: (number: number) => made.simulator.control.product(number),
};
const idOf = (number: number): string => product(number)?.id ?? "";

/** What a full extract of the same state holds is what the delta left, file by file. */
async function expectAsExtracted(): Promise<void> {
  const live = await findLiveSnapshot(made.shop);
  if (live === undefined) throw new Error("no snapshot is live");
  const [contents, { facts }] = [await made.contents(live.extractId), live];
  const full = await made.extract();
  expect(contents).toEqual(await made.contents(full));
  const { clean: _, translation_clean: __, ...told } = facts;
  const { clean: ___, translation_clean: ____, ...fullTold } = (await made.snapshot(full)).facts;
  expect(told).toEqual(fullTold);
}

describe("a delta", () => {
  test("brings a changed price into the snapshot, and nothing else", async () => {
    changeProduct(3, { price: "12.34" });
    await made.report("product", idOf(3));
    expect(await made.delta()).toMatchObject({ status: "completed" });
    const live = await findLiveSnapshot(made.shop);
    expect(JSON.stringify(await made.contents(live?.extractId ?? made.shop.shopId as never))).toContain("12.34");
    await expectAsExtracted();
  });

  test("takes a product out that is gone, and puts new ones in", async () => {
    const gone = idOf(5);
    deleteProduct(5);
    const added = addProducts(2);
    await made.report("product", gone, ...added.map(({ id }) => id));
    expect(await made.delta()).toMatchObject({ status: "completed" });
    await expectAsExtracted();
  });
});
