import { ORDINARY_RETENTION } from "../../kernel/retention.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { testShop } from "../../../test/harness/shop-fixture.ts";
import { systemClock } from "../../kernel/clock.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import { removeOldDeliveries } from "./index.ts";
import { claimDeliveries, deliveriesWait } from "./claim-deliveries.ts";
import { type Told, toldShop } from "./webhooks.suite.ts";

let told: Told;
beforeAll(async () => {
  told = await toldShop();
});
beforeEach(() => told.clear());
afterAll(() => told[Symbol.asyncDispose]());

const counted = (ids: readonly number[]) => new Map([...new Set(ids)].map((id) => [id, ids.filter((other) => other === id).length]));
const expire = () =>
  sql`update webhook_deliveries set claimed_until = now() - interval '1 second' where claimed_until is not null`.execute(told.db);
const tell = async (times: number) => {
  for (let at = 0; at < times; at += 1) await told.tell();
};

test("a webhook has at most 8 in flight and a shop 64, over claimers that claim at one moment, and no delivery is claimed twice", async () => {
  const hooks = await Promise.all(Array.from({ length: 10 }, () => told.subscribe()));
  await tell(10);
  const rounds = await Promise.all(Array.from({ length: 4 }, () => told.claim()));
  const claimed = rounds.flat();
  expect(new Set(claimed.map(({ id }) => id)).size).toBe(claimed.length);
  expect(claimed).toHaveLength(64);
  for (const count of counted(claimed.map(({ webhook_id: id }) => id)).values()) expect(count).toBeLessThanOrEqual(8);
  expect(await told.claim()).toEqual([]);
  told.endpoint.answer((response) => response.end());
  await told.send(claimed.slice(0, 5));
  expect(await told.claim()).toHaveLength(5);
  expect(hooks).toHaveLength(10);
});

test("one webhook has at most 8 in flight while its shop has room", async () => {
  await told.subscribe();
  await tell(20);
  expect(await told.claim()).toHaveLength(8);
  expect(await told.claim()).toEqual([]);
  expect(await deliveriesWait(told.db, told.services.clock.now())).toBe(true);
});

test("neither a claim nor the question whether something is due reads what was delivered, though by its statistics all of it is in flight", async () => {
  await told.subscribe();
  await tell(1);
  await sql`
    insert into webhook_deliveries (shop_id, webhook_id, event_id, event, status, created_at, claimed_until)
    select shop_id, webhook_id, event_id, event, 'delivered', created_at, now() + interval '1 hour'
    from webhook_deliveries cross join generate_series(1, 20000)`.execute(told.db);
  await sql`analyze webhook_deliveries`.execute(told.db);
  await told.db.updateTable("webhook_deliveries").set({ claimed_until: null }).execute();
  const at = told.services.clock.now();
  const read = await told.db.connection().execute(async (connection) => {
    const before = await rowsRead(connection);
    expect(await deliveriesWait(connection, at)).toBe(true);
    expect(await claimDeliveries(connection, { at, free: 100, freeForAiling: 100 })).toHaveLength(1);
    expect(await deliveriesWait(connection, at)).toBe(false);
    return (await rowsRead(connection)) - before;
  });
  expect(read).toBe(0);
});

/** Rows of the table that were read by going through all of it, as the connection has reported. */
async function rowsRead(connection: Db): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(connection);
  const { rows } = await sql<{ readonly read: number }>`
    select seq_tup_read::int as read from pg_stat_user_tables where relname = 'webhook_deliveries'`.execute(connection);
  return rows[0]?.read ?? 0;
}

test("webhooks take turns: one with a thousand deliveries that are older starves nobody", async () => {
  const busy = await told.subscribe();
  await tell(1_000);
  told.forward(1);
  const quiet = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const { shop } = await testShop(told.db);
      const webhook = await told.subscribe("/quiet", shop);
      await told.tell(shop);
      return webhook.id;
    }),
  );
  const claimed = await told.claim(6);
  expect(claimed.map(({ webhook_id: id }) => id).toSorted((a, b) => a - b)).toEqual([busy.id, ...quiet].toSorted((a, b) => a - b));
});

test("webhooks whose last attempt failed get no more than their share", async () => {
  const ailing = await told.subscribe();
  await told.db.updateTable("webhooks").set({ failure_count: 1 }).execute();
  const well = await told.subscribe();
  await tell(8);
  const claimed = await told.claim(10, 2);
  expect(counted(claimed.map(({ webhook_id: id }) => id))).toEqual(
    new Map([
      [ailing.id, 2],
      [well.id, 8],
    ]),
  );
});

test("a claim that has expired is taken over; what it brings late counts when it is a success, and not when it is a failure", async () => {
  const webhook = await told.subscribe();
  await tell(2);
  const late = await told.claim();
  expect(await told.claim()).toEqual([]);
  await expire();
  const again = await told.claim();
  expect(again.map(({ id, claims }) => [id, claims])).toEqual(late.map(({ id }) => [id, 2]));
  told.endpoint.answer((response) => response.writeHead(500).end());
  await told.send(late.slice(0, 1));
  told.endpoint.answer((response) => response.end());
  await told.send(late.slice(1));
  expect((await told.deliveries(webhook)).map(({ status, attempt_count: attempts }) => [status, attempts])).toEqual([
    ["pending", 0],
    ["delivered", 1],
  ]);
  expect(await told.webhook(webhook)).toMatchObject({ failure_count: 0 });
  told.endpoint.answer((response) => response.writeHead(500).end());
  await told.send(again);
  expect((await told.deliveries(webhook)).map(({ status, attempt_count: attempts }) => [status, attempts])).toEqual([
    ["pending", 1],
    ["delivered", 2],
  ]);
});

test("a result that is recorded twice, as after a lost answer of the database, counts once", async () => {
  const webhook = await told.subscribe();
  await tell(1);
  const claimed = await told.claim();
  told.endpoint.answer((response) => response.writeHead(500).end());
  await told.send(claimed);
  await told.send(claimed);
  expect(await told.deliveries(webhook)).toMatchObject([{ status: "pending", attempt_count: 1 }]);
  expect(await told.webhook(webhook)).toMatchObject({ failure_count: 1 });
});

test("attempts on their way while their webhook is disabled tell what they find, and a webhook deleted meanwhile leaves nothing", async () => {
  const webhook = await told.subscribe();
  await tell(7);
  const claimed = await told.claim();
  told.endpoint.answer((response) => response.writeHead(500).end());
  for (const one of claimed.slice(0, 5)) await told.send([one]);
  expect(await told.webhook(webhook)).toMatchObject({ status: "disabled", failure_count: 5 });
  await told.send(claimed.slice(5, 6));
  told.endpoint.answer((response) => response.end());
  await told.send(claimed.slice(6));
  const rows = await told.deliveries(webhook);
  expect(rows.slice(5)).toMatchObject([
    { status: "failed", attempt_count: 1, error_message: "webhook disabled", response_status: 500 },
    { status: "delivered", attempt_count: 1, error_message: null },
  ]);
  expect(await told.webhook(webhook)).toMatchObject({ status: "disabled", failure_count: 5 });
  const deleted = await told.subscribe("/gone");
  await tell(1);
  const orphan = await told.claim();
  await told.db.deleteFrom("webhooks").where("id", "=", deleted.id).execute();
  await told.send(orphan);
  expect(await told.deliveries(deleted)).toEqual([]);
});

test("deliveries are kept 30 days, and an event as long as a delivery names it", async () => {
  await told.subscribe();
  const old = new Date(systemClock.now().getTime() - 31 * 86_400_000);
  await tell(3);
  const age = (table: "events" | "webhook_deliveries") => told.db.updateTable(table).set({ created_at: old });
  const rows = await told.db.selectFrom("webhook_deliveries").select(["id", "event_id"]).orderBy("id").execute();
  const [first, second] = rows;
  await age("events")
    .where("id", "in", [first?.event_id ?? "", second?.event_id ?? ""])
    .execute();
  await told.db.updateTable("webhook_deliveries").set({ created_at: systemClock.now() }).execute();
  await age("webhook_deliveries")
    .where("id", "=", first?.id ?? 0)
    .execute();
  await removeOldDeliveries(told.db, ORDINARY_RETENTION, new AbortController().signal);
  const kept = await told.db.selectFrom("webhook_deliveries").select("event_id").orderBy("id").execute();
  expect(kept.map(({ event_id: id }) => id)).toEqual(rows.slice(1).map(({ event_id: id }) => id));
  const events = await told.db.selectFrom("events").select("id").execute();
  expect(new Set(events.map(({ id }) => id))).toEqual(new Set(kept.map(({ event_id: id }) => id)));
});
