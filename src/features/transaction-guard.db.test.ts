import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type ListedShop, listedShop } from "../../test/harness/listed-shop.ts";
import { perform } from "../../test/harness/perform.ts";
import { IN_TIME } from "../../test/harness/slow-machine.ts";
import { sql } from "../engine/sql/fragment.ts";
import { storedId } from "../kernel/ids.ts";
import { transact } from "../platform/postgres/postgres-port.ts";
import type { Services } from "./operation.ts";
import { changeSettings } from "./settings/index.ts";

let listed: ListedShop;
beforeAll(async () => {
  listed = await listedShop("calm.example", 3);
});
afterAll(() => listed[Symbol.asyncDispose]());

const session = { folder: "/", deadlineMs: 1_000, signal: AbortSignal.timeout(60_000) };
const post = {
  url: "https://feeds.example/",
  headers: {},
  body: Buffer.alloc(0),
  timeoutMs: 1_000,
  keptBytesMax: 0,
  signal: session.signal,
};

/** Everything that is waited for, and is no database. */
const WAITED: Readonly<Record<string, (services: Services) => unknown>> = {
  "a query": ({ warehouse }) => warehouse.of(null).query(sql`SELECT 1`),
  "a session": ({ warehouse }) => warehouse.of(null).session(session),
  "a judgement": ({ warehouse }) => warehouse.of(null).judge(sql`SELECT 1`),
  "a large plan": ({ planner }) => planner.ask({}),
  "a call": ({ egress }) => egress.post(post),
  "a fetch": ({ egress }) => egress.fetch("https://feeds.example/", { method: "GET", signal: session.signal }),
  "a look at an object": ({ objects }) => objects.check("shops/1/x"),
  "a local object": ({ objects }) => objects.local("shops/1/x"),
  "storing an object": ({ objects }) => objects.put("shops/1/x", "/nowhere"),
  "a scratch folder": ({ objects }) => objects.scratch(),
};

test.each(Object.entries(WAITED))("%s is refused within a transaction, wherever it is asked for", async (_, wait) => {
  const { db } = listed.database;
  const inside = transact(db, async () => wait(listed.real.services));
  await expect(inside).rejects.toThrow(/was asked within a transaction/);
});

/** One more than the test's database has connections. */
const PREVIEWS = 7;

test("previews that wait for the warehouse hold no connection to the database", async () => {
  const { database, real, shop, primaryId } = listed;
  const previews = real.services.warehouse.load().preview;
  expect(previews.waiting).toBe(0);
  // Of two other shops, because none gets both places.
  const others = [storedId("shop", 900_001), storedId("shop", 900_002)];
  const held = await Promise.all(
    others.map((other) => real.services.warehouse.of(other).session({ ...session, deadlineMs: 60_000, interactive: true })),
  );
  const input = { path: { feed_id: String(primaryId) }, body: { seo: true, preview: true } };
  const asked = Array.from({ length: PREVIEWS }, () => perform<{ object: string }>(real.services, shop, changeSettings, input));
  await vi.waitFor(() => expect(real.services.warehouse.load().preview.waiting).toBe(asked.length), IN_TIME);
  expect(database.pool.totalCount - database.pool.idleCount).toBe(0);
  for (const place of held) await place[Symbol.asyncDispose]();
  for (const preview of await Promise.all(asked)) expect(preview.object).toBe("feed_preview");
});
