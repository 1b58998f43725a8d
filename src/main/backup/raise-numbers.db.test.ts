import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../../test/harness/postgres-template.ts";
import { branded } from "../../kernel/unsafe.ts";
import type { ObjectStore } from "../../platform/objects/objects-port.ts";
import { raiseNumbers } from "./raise-numbers.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const KEYS = ["shops/7/runs/1200/2/gmcfeed.txt", "shops/7/extracts/41/1/source.parquet", "shops/3/lookups/sizes/9/rows.parquet"];
const store = branded<ObjectStore>({
  async *list(prefix: string) {
    for (const key of KEYS) if (key.startsWith(prefix)) yield { key, bytes: 1, storedAt: new Date(0) };
  },
});
const raise = (raises: boolean) => raiseNumbers({ pool: database.pool, store }, { raises });
const next = async (sequence: string) =>
  Number((await database.pool.query<{ readonly next: number }>(`select nextval(${sequence}) as next`)).rows[0]?.next);

test("numbers of a database that is older than its store go on behind those of stored files, and are only told of unless asked", async () => {
  const behind = [
    { what: "shops", from: 0, to: 7 },
    { what: "runs", from: 0, to: 1_200 },
    { what: "extracts", from: 0, to: 41 },
    { what: "lookup tables", from: 0, to: 9 },
  ];
  expect(await raise(false)).toEqual(behind);
  expect(await raise(true)).toEqual(behind);
  expect(await raise(false)).toEqual([]);
  expect(await next("pg_get_serial_sequence('runs', 'id')")).toBe(1_201);
  expect(await next("'lookup_versions'")).toBe(10);
  expect(await next("pg_get_serial_sequence('sync_logs', 'id')")).toBe(1);
});
