import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testShop, type TestShop } from "../../../test/harness/shop-fixture.ts";
import { createKey } from "../../features/keys/index.ts";
import { formatId, type ShopId } from "../../kernel/ids.ts";
import { expectError, httpFront, type HttpFront, json } from "./http-front.suite.ts";

let front: HttpFront;
let other: TestShop;
const keys = { admin: "", organization: "", reader: "" };

beforeAll(async () => {
  front = await httpFront();
  const { db, home } = front;
  other = await testShop(db);
  const { id: organizationId } = await db
    .insertInto("organizations")
    .values({ name: "An agency" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("organization_connections")
    .values({ organization_id: organizationId, shop_id: home.shop.shopId, domain: "home.example", status: "active" })
    .execute();
  keys.admin = (await createKey(db, { kind: "admin", name: "Admin", grants: ["write_admin"] })).rawKey;
  keys.organization = (await createKey(db, { kind: "organization", organizationId, name: "Agency", grants: ["full_access"] })).rawKey;
  keys.reader = (await createKey(db, { kind: "merchant", shopId: home.shop.shopId, name: "Reader", grants: ["read"] })).rawKey;
});

afterAll(() => front[Symbol.asyncDispose]());

const homeShop = (): ShopId => front.home.shop.shopId;

describe("of several faults in one request", () => {
  const missing = "/v1/feeds/999999/notes?unknown=1";
  const broken = json("{");

  test("the key is first: none, one of another scheme, one that is none, one nobody has", async () => {
    const nobodys = front.key.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    const headers = [
      {},
      { authorization: "" },
      { authorization: `Basic ${front.key}` },
      { authorization: front.key },
      { authorization: "Bearer x" },
      { authorization: `Bearer ${nobodys}` },
    ];
    for (const authorization of headers) {
      const answer = await front.app.inject({ method: "PATCH", url: missing, ...broken, headers: { ...broken.headers, ...authorization } });
      expectError(answer, "unauthorized");
      expect(answer.headers["www-authenticate"]).toBe("Bearer");
    }
  });

  test("then the key's kind", async () => {
    const error = expectError(await front.send({ method: "PATCH", url: missing, key: keys.admin, ...broken }), "wrong_key_kind");
    expect(error["message"]).toContain("merchant");
    expectError(
      await front.send({ method: "PATCH", url: `${missing}&shop_id=${other.shop.shopId}`, key: keys.reader, ...broken }),
      "wrong_key_kind",
    );
  });

  test("then the shop", async () => {
    const error = expectError(
      await front.send({ method: "PATCH", url: `${missing}&shop_id=${other.shop.shopId}`, key: keys.organization, ...broken }),
      "shop_not_connected",
    );
    expect(error).toMatchObject({ details: [] });
  });

  test("then the scope, which is named", async () => {
    const error = expectError(await front.send({ method: "PATCH", url: missing, key: keys.reader, ...broken }), "insufficient_scope");
    expect(error["message"]).toContain("write_feeds");
  });

  test("then what the path names", async () => {
    const error = expectError(await front.send({ method: "PATCH", url: missing, ...broken }), "resource_not_found");
    expect(error).toMatchObject({ param: null, details: [] });
  });

  test("then the query, the JSON, the operation's own codes and the other members", async () => {
    const url = `/v1/feeds/${front.home.feedId}/notes`;
    expectError(await front.send({ method: "PATCH", url: `${url}?unknown=1`, ...broken }), "invalid_request");
    expectError(await front.send({ method: "PATCH", url, ...broken }), "invalid_json");
    expectError(await front.send({ method: "PATCH", url, ...json({ kind: "?", unknown: 1, name: 3 }) }), "invalid_param");
    expectError(await front.send({ method: "PATCH", url, ...json({ kind: "short", unknown: 1, name: "refuse" }) }), "validation_failed");
    expectError(await front.send({ method: "PATCH", url, ...json({ name: "refuse" }) }), "feed_inactive");
    expect((await front.send({ method: "PATCH", url, ...json({ name: "a" }) })).statusCode).toBe(200);
  });
});

describe("another shop's object", () => {
  /** Everything but the request's own id and the time. */
  const seen = async (method: "GET" | "PATCH" | "DELETE", id: string) => {
    const answer = await front.send({ method, url: `/v1/feeds/${id}/notes` });
    const { "x-request-id": requestId, date: _, ...headers } = answer.headers;
    return { status: answer.statusCode, headers, body: answer.body.replaceAll(String(requestId), "req") };
  };

  test.each(["GET", "PATCH"] as const)("is to the byte what one is that does not exist: %s", async (method) => {
    const miss = await seen(method, "999999");
    expect(miss.status).toBe(404);
    expect(await seen(method, String(other.feedId))).toEqual(miss);
    expect(await seen(method, formatId("feed", other.feedId))).toEqual(miss);
  });

  test.each(["", "nothing", "0", "-1", "1.5", "feed_", "run_1", "01", "9".repeat(16), "1%00", "%20", "1e3"])(
    "is what an id is that is none: %s",
    async (id) => {
      expect(await seen("GET", id)).toEqual(await seen("GET", "999999"));
    },
  );
});

describe("the query parameter shop_id", () => {
  const shopOf = (text: string) => `/v1/feeds/${front.home.feedId}/notes?shop_id=${text}`;

  test("may name a merchant key's own shop, with prefix or without, and no other", async () => {
    expect((await front.send({ url: shopOf(String(homeShop())) })).statusCode).toBe(200);
    expect((await front.send({ url: shopOf(formatId("shop", homeShop())) })).statusCode).toBe(200);
    expectError(await front.send({ url: shopOf(String(other.shop.shopId)) }), "wrong_key_kind");
  });

  test("says for which connected shop an organization key acts", async () => {
    const key = keys.organization;
    expect((await front.send({ url: shopOf(String(homeShop())), key })).statusCode).toBe(200);
    const error = expectError(await front.send({ url: `/v1/feeds/${front.home.feedId}/notes`, key }), "invalid_request");
    expect(error).toMatchObject({ param: "/shop_id", message: expect.stringContaining("shop_id") });
    expectError(await front.send({ url: shopOf(String(other.shop.shopId)), key }), "shop_not_connected");
    expectError(await front.send({ url: shopOf("999999"), key }), "shop_not_connected");
  });

  test.each(["", "x", "0", "feed_1", "1&shop_id=1"])("is refused when it names no shop or two: %j", async (text) => {
    for (const key of [front.key, keys.organization])
      expect(expectError(await front.send({ url: shopOf(text), key }), "invalid_request")).toMatchObject({ param: "/shop_id" });
  });
});

describe("a shop that has been uninstalled", () => {
  test("can be read, not changed", async () => {
    const gone = await testShop(front.db);
    const { rawKey: key } = await createKey(front.db, {
      kind: "merchant",
      shopId: gone.shop.shopId,
      name: "Late",
      grants: ["full_access"],
    });
    await front.db.updateTable("shops").set({ uninstalled_at: new Date() }).where("id", "=", gone.shop.shopId).execute();
    const url = `/v1/feeds/${gone.feedId}/notes`;
    expect((await front.send({ url, key })).statusCode).toBe(200);
    expectError(await front.send({ method: "PATCH", url, key, ...json({ name: "a" }) }), "shop_inactive");
  });
});
