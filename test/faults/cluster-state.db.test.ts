import { afterAll, beforeAll, expect, test } from "vitest";
import { claimRun } from "../../src/features/runs/index.ts";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { jobsDatabase, liveSnapshot, testShop, waitingRun } from "../harness/shop-fixture.ts";
import type { TestDatabase } from "../harness/postgres-template.ts";
import { workUnderWay } from "./cluster-state.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await jobsDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

test("of work that doesn't end it's said who has it", async () => {
  const made = await testShop(database.db);
  const run = await waitingRun(made, await liveSnapshot(made.shop));
  await claimRun(database.db, "worker-2", 20);
  const stuck = (await workUnderWay(database.pool)).map((line) => members(parseJson(line)));
  expect(stuck).toMatchObject([{ work: `run_${run.id}`, claimed_by: "worker-2", attempt: 1, handed_back: 0, error_code: null }]);
});
