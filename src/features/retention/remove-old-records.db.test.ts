import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../../test/harness/postgres-template.ts";
import { testShop } from "../../../test/harness/shop-fixture.ts";
import { ORDINARY_RETENTION } from "../../kernel/retention.ts";
import { removeOldRecords } from "./remove-old-records.ts";

/** More than a batch. */
const OLD = 1_201;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const remove = (days: Partial<typeof ORDINARY_RETENTION>) =>
  removeOldRecords(database.db, { ...ORDINARY_RETENTION, ...days }, new AbortController().signal);

test("entries of the audit log go when they're past their time, all of them, and never if they're kept for ever", async () => {
  const { db } = database;
  await sql`insert into audit_log (action, actor, facts, request_id, created_at)
    select 'x', '{}', '{}', n::text, now() - make_interval(days => case when n <= ${OLD}::int then 31 else 29 end)
    from generate_series(1, ${OLD}::int + 1) n`.execute(db);
  await remove({ auditDays: 0 });
  expect(await db.selectFrom("audit_log").select("id").execute()).toHaveLength(OLD + 1);
  await remove({ auditDays: 30 });
  expect(await db.selectFrom("audit_log").select("request_id").execute()).toEqual([{ request_id: String(OLD + 1) }]);
});

test("syncs that have ended go, and one that waits stays however old it is", async () => {
  const { db } = database;
  const { shop, feedId } = await testShop(db);
  await sql`insert into sync_logs (shop_id, feed_id, channel, mode, status, created_at) values
    (${shop.shopId}, ${feedId}, 'google', 'fetch', 'pending', now() - interval '1 year'),
    (${shop.shopId}, ${feedId}, 'google', 'fetch', 'success', now() - interval '91 days'),
    (${shop.shopId}, ${feedId}, 'google', 'fetch', 'failed', now() - interval '89 days')`.execute(db);
  await remove({});
  expect((await db.selectFrom("sync_logs").select("status").orderBy("id").execute()).map(({ status }) => status)).toEqual([
    "pending",
    "failed",
  ]);
});

test("changes of many shops go when they have ended, and one that rolls stays", async () => {
  const { db } = database;
  await sql`with org as (insert into organizations (name) values ('Agency') returning id),
    key as (insert into api_keys (kind, organization_id, name, key_hash, key_prefix, grants)
      select 'organization', id, 'Key', sha256('k'), repeat('k', 16), '{}' from org returning id, organization_id)
    insert into fleet_changes (organization_id, key_id, created_by, status, action, stages, stop_on, work_due_at, ended_at, created_at)
    select organization_id, id, '{}', status, '{}', '{}', '{}', due, ended, now() - interval '2 years' from key,
      (values ('completed', null::timestamptz, now() - interval '400 days'), ('completed', null, now() - interval '300 days'),
        ('rolling', now(), null)) as made (status, due, ended)`.execute(db);
  await remove({});
  const left = await db.selectFrom("fleet_changes").select("status").orderBy("id").execute();
  expect(left.map(({ status }) => status)).toEqual(["completed", "rolling"]);
});
