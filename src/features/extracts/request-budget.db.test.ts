import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import { jobsDatabase, testShop } from "../../../test/harness/shop-fixture.ts";
import { requestBudget } from "./request-budget.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await jobsDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const SLOWLY = 0.001;
const budgetOfShop = async () => requestBudget((await testShop(database.db)).shop);

describe("the budget of a shop", () => {
  test("is what Shopify's smallest plan has until Shopify has spoken", async () => {
    const budget = await budgetOfShop();
    expect(await budget.take(990)).toBe(0);
    expect(await budget.take(990)).toBeGreaterThan(1_000);
  });

  test("is not overdrawn by any number of takers at one moment", async () => {
    const budget = await budgetOfShop();
    await budget.take(1);
    await budget.report({ available: 100, maximum: 1000, restoreRate: SLOWLY });
    const waits = await Promise.all(Array.from({ length: 30 }, () => budget.take(10)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
  });

  test("says how long the missing points take to come back", async () => {
    const budget = await budgetOfShop();
    await budget.take(1);
    await budget.report({ available: 0, maximum: 1000, restoreRate: 10 });
    const wait = await budget.take(50);
    expect(wait).toBeGreaterThan(4_500);
    expect(wait).toBeLessThanOrEqual(5_000);
  });

  test("comes back with time, up to its size", async () => {
    const budget = await budgetOfShop();
    await budget.take(1);
    await budget.report({ available: 0, maximum: 20, restoreRate: 1_000 });
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(await budget.take(20)).toBe(0);
    expect(await budget.take(20)).toBeGreaterThan(0);
  });

  test("lets a request go that costs more than the whole of it, once it is full", async () => {
    const budget = await budgetOfShop();
    await budget.take(1);
    await budget.report({ available: 100, maximum: 100, restoreRate: SLOWLY });
    expect(await budget.take(500)).toBe(0);
  });

  test("is each shop's own", async () => {
    const [one, other] = [await budgetOfShop(), await budgetOfShop()];
    await one.take(1);
    await one.report({ available: 0, maximum: 100, restoreRate: SLOWLY });
    expect(await other.take(10)).toBe(0);
  });
});
