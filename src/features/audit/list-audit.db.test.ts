import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { frontClient, type FrontClient } from "../../../test/harness/front-client.ts";
import { secondFeed, testShop } from "../../../test/harness/shop-fixture.ts";
import { storedId } from "../../kernel/ids.ts";
import { members } from "../../kernel/unsafe.ts";
import { httpFront, type HttpFront } from "../../surfaces/http/http-front.suite.ts";
import { insertVersion } from "../feeds/index.ts";
import { createKey } from "../keys/index.ts";
import { OPERATIONS } from "../operations.ts";
import { insertActiveConnection, insertOrganization } from "../organizations/index.ts";
import { recordAudit } from "./index.ts";

let front: HttpFront;
let merchant: FrontClient;

beforeAll(async () => {
  front = await httpFront({ operations: OPERATIONS });
  merchant = frontClient(front, front.key);
});
afterAll(() => front[Symbol.asyncDispose]());

describe("the audit log of a shop", () => {
  test("says who did what, how it stood before and after, newest first", async () => {
    await merchant.post("/subscription", { plan: "growth", discount_code: "SUMMER" });
    await merchant.delete("/subscription");
    const log = await merchant.get("/audit?per_page=2");
    expect(log.meta).toEqual({ page: 1, per_page: 2, total: 2, total_pages: 1, has_more: false });
    expect(log.list.map(({ action }) => action)).toEqual(["subscription.cancelled", "subscription.changed"]);
    expect(log.list[1]).toEqual({
      id: expect.any(Number),
      object: "audit_entry",
      action: "subscription.changed",
      operation: "subscription.change",
      actor: {
        kind: "key",
        key_id: expect.any(Number),
        key_kind: "merchant",
        name: "Everything",
        organization_id: null,
        organization_name: null,
      },
      request: { path: {}, query: {}, body: { plan: "growth", discount_code: "SUMMER" } },
      before: { object: "subscription", plan: "premium", plan_name: "Premium", status: "none", created_at: null },
      after: { object: "subscription", confirmation_url: null, message: "The shop is now on the Growth plan." },
      shop_id: `shop_${front.home.shop.shopId}`,
      request_id: expect.stringMatching(/^req_/),
      created_at: expect.any(String),
    });
    expect((await merchant.get("/audit?per_page=1&page=2")).list.map(({ action }) => action)).toEqual(["subscription.changed"]);
  });

  test("holds a batch whose items have text that cannot be stored, which are refused one by one", async () => {
    const ids = ["a\0", "\ud83d"];
    const answer = await merchant.post("/products/batch/restore", { ids });
    expect([answer.status, answer.data]).toMatchObject([
      200,
      { restored: [], errors: ids.map((id) => ({ id, code: "resource_not_found" })) },
    ]);
    const [entry] = (await merchant.get("/audit?per_page=1")).list;
    expect(entry).toMatchObject({ action: "products.restored", request: { body: { ids: ["a\uFFFD", "\uFFFD"] } } });
  });

  test("says how a feed's parts and a key stood before they were changed", async () => {
    const { data: key } = await merchant.post("/api_keys", { name: "Short-lived", scopes: ["read_feeds"] });
    await merchant.delete(`/api_keys/${String(key["id"])}`);
    const feed = `/feeds/${front.home.feedId}`;
    await merchant.patch(`${feed}/settings`, { seo: true });
    const { data: rule } = await merchant.post(`${feed}/rules`, { rule: { type: "set_value", target: "brand", value: "A" } });
    const path = `${feed}/rules/${String(rule["id"])}`;
    await merchant.patch(path, { rule: { value: "B" } });
    await merchant.delete(path);
    const log = (await merchant.get("/audit?per_page=6")).list;
    expect(log.map(({ action, before, after }) => ({ action, before, after }))).toMatchObject([
      { action: "rule.deleted", before: { rule: expect.stringContaining("B") }, after: null },
      { action: "rule.updated", before: { rule: expect.stringContaining("A") }, after: { rule: expect.stringContaining("B") } },
      { action: "rule.created", before: null },
      { action: "settings.changed", before: { seo: false }, after: { seo: true } },
      { action: "api_key.revoked", before: { name: "Short-lived", status: "active" }, after: null },
      { action: "api_key.created", before: null },
    ]);
  });

  describe("is filtered", () => {
    const actions = async (query: string) => (await merchant.get(`/audit?per_page=100&${query}`)).list.map(({ action }) => action);

    test("by action, or by the noun alone", async () => {
      expect(new Set(await actions("action=rule.deleted"))).toEqual(new Set(["rule.deleted"]));
      expect(new Set(await actions("action=rule"))).toEqual(new Set(["rule.deleted", "rule.updated", "rule.created"]));
      expect(await actions("action=rul")).toEqual([]);
      for (const action of ["rule.", "a'b", "*", "x".repeat(70)])
        expect(await merchant.get(`/audit?action=${encodeURIComponent(action)}`)).toMatchObject({ status: 400, code: "invalid_request" });
    });

    test("by feed: what names it, and what has changed its definition by the way", async () => {
      const other = await secondFeed(front.home.shop, "beside");
      await insertVersion(front.home.shop, storedId("feed", other.id), { summary: "Created the feed.", createdBy: { kind: "system" } });
      await front.db.updateTable("feeds").set({ feed_type: "language" }).where("id", "=", other.id).execute();
      await merchant.patch(`/feeds/${other.id}/settings`, { seo: true });
      await merchant.post("/undo");
      expect(await actions(`feed_id=feed_${other.id}`)).toEqual(["change.undone", "settings.changed"]);
      expect(await actions(`feed_id=${front.home.feedId}`)).toContain("rule.deleted");
      expect(await actions(`feed_id=${front.home.feedId}`)).not.toContain("api_key.created");
      expect(await actions("feed_id=999999")).toEqual([]);
      expect(await merchant.get("/audit?feed_id=shop_1")).toMatchObject({ status: 400 });
    });

    test("by actor: a kind, a key's number or its name in any case", async () => {
      const shopId = front.home.shop.shopId;
      await recordAudit(front.db, { shopId, action: "x.ran", actor: { kind: "system" }, facts: {}, secrets: [], requestId: "r" });
      expect(await actions("actor=system")).toEqual(["x.ran"]);
      expect(await actions("actor=EVERYTHING")).toContain("rule.deleted");
      const keyId = (await merchant.get("/audit?action=rule")).list[0]?.["actor"];
      expect(await actions(`actor=${String(members(keyId)["key_id"])}&action=rule.updated`)).toEqual(["rule.updated"]);
      for (const nobody of ["nobody", "999999", "org_1", "agent", "%"])
        expect(await actions(`actor=${encodeURIComponent(nobody)}`)).toEqual([]);
    });

    test("by time, the end excluded, together with everything else", async () => {
      const { list } = await merchant.get("/audit?per_page=100&action=rule");
      const [newest, , oldest] = list.map(({ created_at: at }) => String(at));
      const span = `from=${encodeURIComponent(oldest ?? "")}&to=${encodeURIComponent(newest ?? "")}&action=rule`;
      expect(await actions(span)).toEqual(["rule.updated", "rule.created"]);
      expect((await merchant.get(`/audit?${span}&per_page=1`)).meta).toMatchObject({ total: 2, has_more: true });
      expect(await merchant.get("/audit?from=yesterday")).toMatchObject({ status: 400, code: "invalid_request" });
    });
  });

  test("holds no token", async () => {
    const rotated = await merchant.post("/shop/feed_token/rotate");
    const { feed_token: token } = await front.db
      .selectFrom("shops")
      .select("feed_token")
      .where("id", "=", front.home.shop.shopId)
      .executeTakeFirstOrThrow();
    expect(rotated.status).toBe(200);
    const log = await merchant.get("/audit");
    expect(log.list[0]).toMatchObject({ action: "shop.feed_token_rotated", after: { object: "shop", feed_url: "[redacted]" } });
    expect(log.text).not.toContain(token);
  });

  test("knows what the command line and the service itself did", async () => {
    const shopId = front.home.shop.shopId;
    await recordAudit(front.db, { shopId, action: "x.done", actor: { kind: "command_line" }, facts: {}, secrets: [], requestId: "r" });
    expect((await merchant.get("/audit")).list[0]).toMatchObject({
      actor: { kind: "command_line", key_id: null, key_kind: null, name: null },
      operation: null,
      request: { path: {}, query: {}, body: null },
      before: null,
      after: null,
    });
  });

  test("is for the shop and whom it is connected to, with the scope", async () => {
    const { shopId } = front.home.shop;
    const other = await testShop(front.db);
    const grants = ["read_feeds"];
    const narrow = frontClient(front, (await createKey(front.db, { kind: "merchant", shopId, name: "N", grants })).rawKey);
    expect((await narrow.get("/audit")).code).toBe("insufficient_scope");
    const strangers = await createKey(front.db, { kind: "merchant", shopId: other.shop.shopId, name: "S", grants: ["full_access"] });
    expect((await frontClient(front, strangers.rawKey).get("/audit")).list).toEqual([]);
    const organizationId = await insertOrganization(front.db, "An agency");
    await insertActiveConnection(front.db, { organizationId, shopId, domain: "home.example", clientLabel: "Home" });
    const { rawKey } = await createKey(front.db, { kind: "organization", organizationId, name: "A key", grants: ["read"] });
    expect((await frontClient(front, rawKey).get(`/audit?shop_id=${shopId}`)).status).toBe(200);
    const admin = await createKey(front.db, { kind: "admin", name: "A", grants: ["read_admin"] });
    expect((await frontClient(front, admin.rawKey).get("/audit")).code).toBe("wrong_key_kind");
  });
});

describe("a log that grows while it is read", () => {
  const entry = (action: string) =>
    recordAudit(front.db, { shopId: front.home.shop.shopId, action, actor: { kind: "system" }, facts: {}, secrets: [], requestId: "r" });
  const idsOf = (page: Awaited<ReturnType<FrontClient["get"]>>): readonly number[] => page.list.map(({ id }) => Number(id));

  async function present(): Promise<readonly number[]> {
    const rows = await front.db
      .selectFrom("audit_log")
      .select("id")
      .where("shop_id", "=", front.home.shop.shopId)
      .orderBy("id", "desc")
      .execute();
    return rows.map(({ id }) => id);
  }

  async function readers() {
    const { rawKey } = await createKey(front.db, { kind: "admin", name: "Admin", grants: ["read_admin"] });
    const { shopId } = front.home.shop;
    return [
      { client: merchant, route: "/audit?per_page=5" },
      { client: frontClient(front, rawKey), route: `/admin/audit?per_page=5&shop_id=${shopId}` },
    ];
  }

  test("has each entry that was there at the start exactly once, where every page is asked for by the last entry before it", async () => {
    for (const { client, route } of await readers()) {
      for (let at = 0; at < 12; at += 1) await entry("before.reading");
      const atStart = await present();
      const read: number[] = [];
      for (let page = await client.get(route); page.list.length > 0; page = await client.get(`${route}&before=${read.at(-1)}`)) {
        read.push(...idsOf(page));
        for (let at = 0; at < 3; at += 1) await entry("while.reading");
      }
      expect(read).toEqual(atStart);
    }
  });

  test("has none of those that were there missing where pages are asked for by number, though some come again", async () => {
    for (const { client, route } of await readers()) {
      const atStart = await present();
      const read: number[] = [];
      for (let number = 1, more = true; more; number += 1) {
        const page = await client.get(`${route}&page=${number}`);
        read.push(...idsOf(page));
        more = page.meta["has_more"] === true;
        if (number % 2 === 0) await entry("while.reading");
      }
      expect(atStart.filter((id) => !read.includes(id))).toEqual([]);
      expect(new Set(read).size).toBeLessThan(read.length);
    }
  });

  test("is not asked for by what is no entry's number", async () => {
    for (const before of ["", "0", "x", "-1"]) expect((await merchant.get(`/audit?before=${before}`)).code).toBe("invalid_request");
  });
});
