import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import { jobsDatabase, testShop } from "../../../test/harness/shop-fixture.ts";
import { admitCallers, createKey } from "../../features/keys/index.ts";
import type { Services } from "../../features/operation.ts";
import { ORDINARY_RETENTION } from "../../kernel/retention.ts";
import { graphileQueue } from "../../platform/jobs/graphile-queue.ts";
import { makeLogger } from "../../platform/telemetry/make-logger.ts";
import { startHousekeeping } from "./housekeeping.ts";
import { IN_TIME } from "../../../test/harness/slow-machine.ts";

/** More than one batch of each chore. */
const ANSWERS = 501;
const SESSIONS = 501;
const KEYS = 101;

const scrub = vi.fn<Services["objects"]["scrub"]>(async () => ({ objects: 0, bytes: 0, damaged: 0 }));
const services = {
  queue: graphileQueue,
  log: makeLogger({ level: "error" }),
  retention: ORDINARY_RETENTION,
  objects: { scrub, remove: async () => undefined, head: async () => undefined, async *list() {} },
};

let database: TestDatabase;
beforeAll(async () => {
  database = await jobsDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

test("a worker that starts removes expired answers and sessions and counts the use of keys, all of it, and ends when it is told", async () => {
  const { db } = database;
  await sql`insert into idempotent_answers (request_hash, fingerprint, sealed, expires_at)
    select sha256(n::text::bytea), sha256(''), '', now() from generate_series(1, ${ANSWERS}::int) n`.execute(db);
  const { shop } = await testShop(db);
  for (let at = 0; at < KEYS; at += 1) {
    const owner = at % 2 === 0 ? ({ kind: "admin" } as const) : ({ kind: "merchant", shopId: shop.shopId } as const);
    const { rawKey } = await createKey(db, { ...owner, name: `Key ${at}`, grants: at % 2 === 0 ? ["read_admin"] : ["read"] });
    await admitCallers(db)(rawKey, null);
  }
  const { id: keyId } = await db.selectFrom("api_keys").select("id").limit(1).executeTakeFirstOrThrow();
  await sql`insert into sessions (key_id, token_hash, expires_at)
    select ${keyId}, sha256(n::text::bytea), now() + make_interval(secs => case n when 0 then 60 else 0 end)
    from generate_series(0, ${SESSIONS}::int) n`.execute(db);
  await using _ = startHousekeeping(db, services);
  await vi.waitFor(async () => {
    expect(await db.selectFrom("sessions").select("token_hash").execute()).toEqual([
      { token_hash: createHash("sha256").update("0").digest() },
    ]);
    expect(await db.selectFrom("idempotent_answers").select("request_hash").execute()).toEqual([]);
    const counts = await db.selectFrom("api_keys").select("request_count").execute();
    expect(counts).toEqual(Array.from({ length: KEYS }, () => ({ request_count: 1 })));
  }, IN_TIME);
});

test("a worker compares some stored objects with their checksums at each round, and not all of them at once", async () => {
  scrub.mockClear();
  await using _ = startHousekeeping(database.db, services);
  await vi.waitFor(() => expect(scrub).toHaveBeenCalledOnce(), IN_TIME);
  expect(scrub.mock.calls[0]?.[0].bytesMax).toBeLessThan(1024 ** 3);
});

test("extracts that are due are started by a worker that keeps the schedule, and by no other", async () => {
  const { db } = database;
  const { shop } = await testShop(db);
  await db.updateTable("shops").set({ storefront: "shopify" }).where("id", "=", shop.shopId).execute();
  const extracts = () => db.selectFrom("extracts").select("type").where("shop_id", "=", shop.shopId).execute();
  await using expired = startHousekeeping(db, services);
  await expired[Symbol.asyncDispose]();
  expect(await extracts()).toEqual([]);
  await using _ = startHousekeeping(db, services, { schedules: true });
  await vi.waitFor(async () => expect(await extracts()).toEqual([{ type: "full" }]), IN_TIME);
});

test("shops that were uninstalled two days ago are erased with their files, each once by whichever worker; later ones and installed ones are not", async () => {
  const { db } = database;
  const uninstalled = async (hours: number) => {
    const { shopId } = (await testShop(db)).shop;
    await db
      .updateTable("shops")
      .set({ uninstalled_at: sql<Date>`now() - make_interval(hours => ${hours})` })
      .where("id", "=", shopId)
      .execute();
    return shopId;
  };
  const old = [await uninstalled(48), await uninstalled(49), await uninstalled(480)];
  const kept = [await uninstalled(47), await uninstalled(0), (await testShop(db)).shop.shopId];
  const left = async () =>
    (
      await db
        .selectFrom("shops")
        .select("id")
        .where("id", "in", [...old, ...kept])
        .orderBy("id")
        .execute()
    ).map(({ id }) => id);
  await using one = startHousekeeping(db, services);
  await using two = startHousekeeping(db, services);
  await vi.waitFor(async () => expect(await left()).toEqual(kept), IN_TIME);
  await Promise.all([one[Symbol.asyncDispose](), two[Symbol.asyncDispose]()]);
  expect(await left()).toEqual(kept);
  const removed = await db.selectFrom("audit_log").select(["shop_id", "actor", "facts"]).where("action", "=", "shop.removed").execute();
  expect(removed.map(({ facts }) => facts)).toHaveLength(old.length);
  expect(removed).toContainEqual({
    shop_id: null,
    actor: { kind: "system" },
    facts: { before: expect.objectContaining({ id: `shop_${old[0]}`, uninstalled_at: expect.any(String) }) },
  });
  const jobs = await sql<{ readonly prefix: string }>`
    select payload ->> 'prefix' as prefix from graphile_worker._private_jobs order by id`.execute(db);
  expect(jobs.rows.map(({ prefix }) => prefix).toSorted()).toEqual(old.map((id) => `shops/${id}/`).toSorted());
});
