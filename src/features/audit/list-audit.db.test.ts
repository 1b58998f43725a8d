import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { frontClient, type FrontClient } from "../../../test/harness/front-client.ts";
import { testShop } from "../../../test/harness/shop-fixture.ts";
import { httpFront, type HttpFront } from "../../surfaces/http/http-front.suite.ts";
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
      actor: { kind: "key", key_id: expect.any(Number), key_kind: "merchant", name: "Everything" },
      request: { path: {}, query: {}, body: { plan: "growth", discount_code: "SUMMER" } },
      before: { object: "subscription", plan: "premium", plan_name: "Premium", status: "none", created_at: null },
      after: { object: "subscription", confirmation_url: null, message: "The shop is on the plan Growth now." },
      shop_id: `shop_${front.home.shop.shopId}`,
      request_id: expect.stringMatching(/^req_/),
      created_at: expect.any(String),
    });
    expect((await merchant.get("/audit?per_page=1&page=2")).list.map(({ action }) => action)).toEqual(["subscription.changed"]);
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
