import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testShop, type TestShop } from "../../../test/harness/shop-fixture.ts";
import { members } from "../../kernel/unsafe.ts";
import { expectError, httpFront, type HttpFront, json } from "../../surfaces/http/http-front.suite.ts";
import { createKey } from "../keys/index.ts";
import { OPERATIONS } from "../operations.ts";
import { countStorage, recountShop } from "./count-storage.ts";

let front: HttpFront;
let adminKey: string;
let shop: TestShop;
let key: string;

beforeAll(async () => {
  front = await httpFront({ operations: OPERATIONS });
  adminKey = (await createKey(front.db, { kind: "admin", name: "Operator", grants: ["write_admin"] })).rawKey;
});
afterAll(() => front[Symbol.asyncDispose]());
beforeEach(async () => {
  shop = await testShop(front.db);
  key = (await createKey(front.db, { kind: "merchant", shopId: shop.shop.shopId, name: "All", grants: ["full_access"] })).rawKey;
});

type Method = "PUT" | "POST" | "PATCH" | "DELETE";
const send = (method: Method, url: string, body?: object, headers: Readonly<Record<string, string>> = {}) => {
  const sent = body === undefined ? { headers: {} } : json(body);
  return front.send({ method, url: `/v1${url}`, key, ...sent, headers: { ...sent.headers, ...headers } });
};
const once = (name: string) => ({ "idempotency-key": name });
const feed = () => `/feeds/${shop.feedId}`;
/** Text that doesn't get much smaller, for a rule. */
const rules = (length: number) => [
  { type: "set_value", target: "custom_label_0", value: Array.from({ length }, (_, at) => ((at * 7919) % 36).toString(36)).join("") },
];
const table = (rows: number) => ({ columns: ["key", "value"], rows: Array.from({ length: rows }, (_, at) => [`k${at}`, `v${at}`]) });

async function storage() {
  const { storage: kept } = (await front.send({ url: "/v1/shop", key })).json<{
    data: { storage: { used_bytes: number; limit_bytes: number | null; by_kind: Readonly<Record<string, number>> } };
  }>().data;
  return kept;
}

async function setQuota(bytes: number | null): Promise<void> {
  const url = `/v1/admin/shops/${shop.shop.shopId}`;
  expect((await front.send({ method: "PATCH", url, key: adminKey, ...json({ storage_quota_bytes: bytes }) })).statusCode).toBe(200);
}

/** So many bytes more than the shop keeps now. */
const leaveRoom = async (bytes: number) => setQuota((await storage()).used_bytes + bytes);
const noObjects = { async *list() {}, remove: async () => undefined, head: async () => undefined };

async function furnish(): Promise<void> {
  for (const step of [1, 2, 3])
    expect((await send("PUT", `${feed()}/config`, { rules: rules(1_000 * step) }, once(`furnish-${step}`))).statusCode).toBe(200);
  expect((await send("PUT", "/lookup_tables/one", table(500))).statusCode).toBe(200);
  expect((await send("PUT", "/lookup_tables/one", table(400))).statusCode).toBe(200);
  expect((await send("PUT", "/lookup_tables/two", table(10))).statusCode).toBe(200);
  expect((await send("DELETE", "/lookup_tables/two")).statusCode).toBe(204);
}

describe("what a shop keeps", () => {
  test("is shown in bytes by kind, and every count again finds the same", async () => {
    await furnish();
    const shown = await storage();
    const { versions = 0, lookup_tables: tables = 0, stored_answers: answers = 0 } = shown.by_kind;
    expect(versions).toBeGreaterThan(6_000);
    expect(tables).toBeGreaterThan(1_000);
    expect(answers).toBeGreaterThan(1_000);
    expect(shown).toEqual({
      used_bytes: versions + tables + answers,
      limit_bytes: null,
      by_kind: { versions, lookup_tables: tables, stored_answers: answers, snapshots: 0, runs: 0, exports: 0 },
    });
    await countStorage(front.db, noObjects, new AbortController().signal);
    expect(await front.db.selectFrom("storage_changes").select("id").execute()).toEqual([]);
    expect(await storage()).toEqual(shown);
    await recountShop(front.db, noObjects, shop.shop.shopId);
    expect(await storage()).toEqual(shown);
    await sql`delete from idempotent_answers where shop_id = ${shop.shop.shopId}`.execute(front.db);
    expect((await storage()).by_kind["stored_answers"]).toBe(0);
  });

  test("is counted again where the count has drifted, changes that wait included", async () => {
    await furnish();
    const shown = await storage();
    await sql`insert into storage_usage (shop_id, kind, bytes) values (${shop.shop.shopId}, 'versions', 5), (${shop.shop.shopId}, 'runs', 7)`.execute(
      front.db,
    );
    await recountShop(front.db, noObjects, shop.shop.shopId);
    expect(await storage()).toEqual(shown);
  });

  test("goes with the shop", async () => {
    await furnish();
    const path = `/v1/admin/shops/${shop.shop.shopId}`;
    for (const _ of [1, 2]) expect((await front.send({ method: "DELETE", url: path, key: adminKey })).statusCode).toBe(204);
    const left = sql`select shop_id from storage_changes where shop_id = ${shop.shop.shopId} union all select shop_id from storage_usage where shop_id = ${shop.shop.shopId}`;
    expect((await left.execute(front.db)).rows).toEqual([]);
  });
});

describe("a shop that keeps as much as it may", () => {
  test("is refused what would add to it, by name, and nothing of that is kept", async () => {
    await furnish();
    await leaveRoom(100);
    const before = await storage();
    const refused = [
      await send("PUT", `${feed()}/config`, { rules: rules(5_000) }),
      await send("PATCH", `${feed()}/settings`, { seo: true }),
      await send("PUT", "/lookup_tables/three", table(300)),
    ];
    for (const answer of refused)
      expect(expectError(answer, "storage_quota_exceeded")["message"]).toMatch(/can store .* (versions of feeds|lookup tables) /);
    expect(await storage()).toEqual(before);
    expect((await front.send({ url: "/v1/lookup_tables/three", key })).statusCode).toBe(404);
  });

  test("still reads, removes, and answers again what it answered before; room that was made can be used", async () => {
    await send("PUT", "/lookup_tables/one", table(2_000));
    const change = () => send("PUT", `${feed()}/config`, { rules: rules(3_000) }, once("the-same"));
    const first = await change();
    expect(first.statusCode).toBe(200);
    const [rule] = (await front.send({ url: `/v1${feed()}/rules`, key })).json<{ data: { id: string }[] }>().data;
    await leaveRoom(0);
    const again = await change();
    expect([again.statusCode, again.body, again.headers["idempotent-replayed"]]).toEqual([200, first.body, "true"]);
    expect((await front.send({ url: `/v1${feed()}/config`, key })).statusCode).toBe(200);
    expect((await send("DELETE", `${feed()}/rules/${rule?.id ?? ""}`, undefined, once("remove"))).statusCode).toBe(204);
    expectError(await send("PATCH", `${feed()}/settings`, { seo: true }), "storage_quota_exceeded");
    expect((await send("DELETE", "/lookup_tables/one")).statusCode).toBe(204);
    expect((await send("PATCH", `${feed()}/settings`, { seo: true })).statusCode).toBe(200);
  });

  test("has more room, less or none from the request on that follows the operator's change", async () => {
    const change = (label: string) => send("PATCH", `${feed()}/settings`, { utm: { source: label } });
    await setQuota(1);
    expectError(await change("one"), "storage_quota_exceeded");
    await setQuota(1_000_000);
    expect((await change("two")).statusCode).toBe(200);
    expect((await storage()).limit_bytes).toBe(1_000_000);
    await setQuota(1);
    expectError(await change("three"), "storage_quota_exceeded");
    await setQuota(0);
    expect((await change("four")).statusCode).toBe(200);
    await setQuota(null);
    expect((await storage()).limit_bytes).toBeNull();
    const log = (await front.send({ url: "/v1/audit?per_page=1", key })).json<{ data: unknown[] }>().data.map(members);
    expect(log).toMatchObject([{ action: "shop.updated", request: { body: { storage_quota_bytes: null } } }]);
  });
});
