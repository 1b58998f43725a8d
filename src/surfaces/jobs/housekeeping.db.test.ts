import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { testDatabase, type TestDatabase } from "../../../test/harness/postgres-template.ts";
import { testShop } from "../../../test/harness/shop-fixture.ts";
import { admitCaller, createKey } from "../../features/keys/index.ts";
import { makeLogger } from "../../platform/telemetry/make-logger.ts";
import { startHousekeeping } from "./housekeeping.ts";

/** More than one batch of each chore. */
const ANSWERS = 501;
const KEYS = 101;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

test("a worker that starts removes expired answers and counts the use of keys, all of it, and ends when it is told", async () => {
  const { db } = database;
  await sql`insert into idempotent_answers (request_hash, fingerprint, sealed, expires_at)
    select sha256(n::text::bytea), sha256(''), '', now() from generate_series(1, ${ANSWERS}::int) n`.execute(db);
  const { shop } = await testShop(db);
  for (let at = 0; at < KEYS; at += 1) {
    const owner = at % 2 === 0 ? ({ kind: "admin" } as const) : ({ kind: "merchant", shopId: shop.shopId } as const);
    const { rawKey } = await createKey(db, { ...owner, name: `Key ${at}`, grants: at % 2 === 0 ? ["read_admin"] : ["read"] });
    await admitCaller(db, rawKey, null);
  }
  await using _ = startHousekeeping(db, makeLogger({ level: "error" }));
  await vi.waitFor(async () => {
    expect(await db.selectFrom("idempotent_answers").select("request_hash").execute()).toEqual([]);
    const counts = await db.selectFrom("api_keys").select("request_count").execute();
    expect(counts).toEqual(Array.from({ length: KEYS }, () => ({ request_count: 1 })));
  });
});

test("extracts that are due are started by a worker that keeps the schedule, and by no other", async () => {
  const { db } = database;
  const { shop } = await testShop(db);
  await db.updateTable("shops").set({ storefront: "shopify" }).where("id", "=", shop.shopId).execute();
  const extracts = () => db.selectFrom("extracts").select("type").where("shop_id", "=", shop.shopId).execute();
  await using expired = startHousekeeping(db, makeLogger({ level: "error" }));
  await expired[Symbol.asyncDispose]();
  expect(await extracts()).toEqual([]);
  await using _ = startHousekeeping(db, makeLogger({ level: "error" }), { schedules: true });
  await vi.waitFor(async () => expect(await extracts()).toEqual([{ type: "full" }]));
});
