import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testShop, type TestShop } from "../../../test/harness/shop-fixture.ts";
import { mcpClient } from "../../../test/harness/mcp-client.ts";
import { createKey, revokeKey } from "../../features/keys/index.ts";
import { OPERATIONS } from "../../features/operations.ts";
import { insertActiveConnection, insertOrganization } from "../../features/organizations/index.ts";
import { uninstallShop } from "../../features/shops/index.ts";
import type { ErrorCode } from "../../kernel/errors.ts";
import { formatId, type ShopId } from "../../kernel/ids.ts";
import { expectError, httpFront, type HttpFront, PUBLIC_URL } from "../http/http-front.suite.ts";

/** Who may call, and with what: the guards of `POST /v1/mcp`. */

let front: HttpFront;
let home: TestShop;
beforeAll(async () => {
  front = await httpFront({ operations: OPERATIONS });
});
afterAll(() => front[Symbol.asyncDispose]());
beforeEach(async () => {
  home = await testShop(front.db);
});

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly payload?: string;
  readonly key?: string | null;
}

const PING = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });

const post = ({ headers = {}, query = "", payload = PING, key = front.key }: Sent) =>
  front.send({
    method: "POST",
    url: `/v1/mcp${query}`,
    key,
    headers: { host: "feeds.example", "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    payload,
  });

const merchantKey = (shopId: ShopId) => createKey(front.db, { kind: "merchant", shopId, name: "Agent", grants: ["full_access"] });
async function agency(shopIds: readonly ShopId[]): Promise<string> {
  const organizationId = await insertOrganization(front.db, "An agency");
  for (const shopId of shopIds)
    await insertActiveConnection(front.db, { organizationId, shopId, domain: `${shopId}.example`, clientLabel: "A client" });
  return (await createKey(front.db, { kind: "organization", organizationId, name: "Agency", grants: ["full_access"] })).rawKey;
}

describe("someone else's page or name", () => {
  test.each([
    ["a page of another site", { origin: "https://evil.example" }],
    ["a page at an address", { origin: "http://192.0.2.7" }],
    ["a page at another port of ours", { origin: "https://feeds.example:8443" }],
    ["a page without an origin", { origin: "null" }],
    ["a name that was made to point here", { host: "evil.example" }],
    ["a host that isn't one", { host: "a b" }],
  ])("%s is refused, with a key and without", async (_name, headers) => {
    expect.hasAssertions();
    for (const key of [front.key, null]) expectError(await post({ headers, key }), "origin_not_allowed");
  });

  test.each([
    ["our own page", { origin: PUBLIC_URL }],
    ["a page at the address it asks", { host: "127.0.0.1:8080", origin: "http://127.0.0.1:8080" }],
    ["a program at an IPv6 address", { host: "[::1]:8080" }],
    ["a program on this machine", { host: "localhost:8080" }],
  ])("%s is answered", async (_name, headers) => {
    expect((await post({ headers })).statusCode).toBe(200);
  });
});

describe("without a valid key", () => {
  test.each([
    ["none", null, {}, ""],
    ["a wrong one", `svc_live_sk_${"0".repeat(40)}`, {}, ' error="invalid_token",'],
    ["a cookie", null, { cookie: "__Host-fw=abc", "sec-fetch-site": "same-origin" }, ""],
  ])("with %s, the answer is 401 and says where to learn what key to send", async (_name, key, headers, fault) => {
    const answer = await post({ key, headers });
    expectError(answer, "unauthorized");
    const where = `${PUBLIC_URL}/.well-known/oauth-protected-resource/v1/mcp`;
    expect(answer.headers["www-authenticate"]).toBe(`Bearer${fault} resource_metadata="${where}", scope="read"`);
  });

  test("a cookie that counts elsewhere doesn't count here", async () => {
    const headers = { "sec-fetch-site": "same-origin", "content-type": "application/json" };
    const session = await front.send({ method: "POST", url: "/session", key: null, headers, payload: JSON.stringify({ key: front.key }) });
    const [cookie = ""] = String(session.headers["set-cookie"]).split(";", 1);
    expect((await front.send({ url: "/v1/feeds", key: null, headers: { cookie, "sec-fetch-site": "same-origin" } })).statusCode).toBe(200);
    expectError(await post({ key: null, headers: { cookie, "sec-fetch-site": "same-origin" } }), "unauthorized");
  });

  test("a revoked key is refused from the next request on", async () => {
    const { rawKey, id } = await merchantKey(home.shop.shopId);
    expect((await post({ key: rawKey })).statusCode).toBe(200);
    await revokeKey(front.db, id);
    expectError(await post({ key: rawKey }), "unauthorized");
  });

  test.each(["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/v1/mcp"])(
    "%s tells what the resource is",
    async (url) => {
      const answer = await front.send({ url, key: null });
      expect(answer.json()).toMatchObject({
        resource: `${PUBLIC_URL}/v1/mcp`,
        bearer_methods_supported: ["header"],
        resource_name: "Feedwright",
      });
      expect(answer.json()).not.toHaveProperty("authorization_servers");
    },
  );
});

describe("whose shop", () => {
  test("an admin key acts for no shop", async () => {
    expect.hasAssertions();
    const { rawKey } = await createKey(front.db, { kind: "admin", name: "Admin", grants: ["write_admin"] });
    expectError(await post({ key: rawKey }), "wrong_key_kind");
  });

  test("a merchant key can name its own shop and no other", async () => {
    const other = await testShop(front.db);
    const { rawKey } = await merchantKey(home.shop.shopId);
    expect((await post({ key: rawKey, query: `?shop_id=${home.shop.shopId}` })).statusCode).toBe(200);
    expectError(await post({ key: rawKey, query: `?shop_id=${other.shop.shopId}` }), "wrong_key_kind");
  });

  test("an organization key says which of its shops it acts for", async () => {
    const stranger = await testShop(front.db);
    const key = await agency([home.shop.shopId]);
    expectError(await post({ key }), "invalid_request");
    expectError(await post({ key, query: `?shop_id=${stranger.shop.shopId}` }), "shop_not_connected");
    const { structuredContent } = await mcpClient(front, { key, query: `?shop_id=${home.shop.shopId}` }).call("list_feeds");
    expect(structuredContent["data"]).toMatchObject([{ id: formatId("feed", home.feedId) }]);
  });

  test("a shop is out of reach from the request after its connection is removed", async () => {
    const key = await agency([home.shop.shopId]);
    const query = `?shop_id=${home.shop.shopId}`;
    expect((await post({ key, query })).statusCode).toBe(200);
    await front.db.deleteFrom("organization_connections").where("shop_id", "=", home.shop.shopId).execute();
    expectError(await post({ key, query }), "shop_not_connected");
  });

  test("another shop's feed isn't there, to read or to change", async () => {
    const other = await testShop(front.db);
    const client = mcpClient(front, { key: (await merchantKey(home.shop.shopId)).rawKey, query: "?toolsets=all" });
    const feed_id = formatId("feed", other.feedId);
    const error = { isError: true, structuredContent: { error: { code: "resource_not_found" } } };
    expect(await client.call("get_feed", { feed_id })).toMatchObject(error);
    expect(await client.call("run_feed", { feed_id, preview: true })).toMatchObject(error);
  });

  test("an uninstalled shop can be read, not changed", async () => {
    const { rawKey } = await merchantKey(home.shop.shopId);
    await uninstallShop(home.shop);
    const client = mcpClient(front, { key: rawKey });
    expect(await client.call("list_feeds")).toMatchObject({ isError: false });
    const change = await client.call("run_feed", { feed_id: formatId("feed", home.feedId), preview: true });
    expect(change).toMatchObject({ isError: true, structuredContent: { error: { code: "shop_inactive" } } });
  });
});

describe("what is sent", () => {
  test.each<[string, Sent, ErrorCode]>([
    ["a query parameter there isn't", { query: "?page=2" }, "invalid_request"],
    ["a key in the address", { query: "?access_token=abc" }, "invalid_request"],
    ["a toolset there isn't", { query: "?toolsets=dogs" }, "invalid_request"],
    ["toolsets twice", { query: "?toolsets=feeds&toolsets=rules" }, "invalid_request"],
    ["text", { headers: { "content-type": "text/plain" } }, "unsupported_media_type"],
    ["compressed JSON", { headers: { "content-encoding": "gzip" } }, "unsupported_media_type"],
    ["broken JSON", { payload: '{"jsonrpc":' }, "invalid_json"],
    [
      "more than 4 MiB",
      { payload: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", params: { a: "x".repeat(4 * 1024 ** 2) } }) },
      "payload_too_large",
    ],
  ])("%s is refused as any route refuses it", async (_name, sent, code) => {
    expect.hasAssertions();
    expectError(await post(sent), code);
  });

  test("a body of several MiB is read", async () => {
    const payload = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", params: { a: "x".repeat(3 * 1024 ** 2) } });
    expect((await post({ payload })).statusCode).toBe(200);
  });

  test("several calls in one request are refused, since they'd count as one", async () => {
    const answer = await post({ payload: `[${PING},${PING}]` });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error: { code: -32600 }, id: null });
  });

  test.each(["GET", "DELETE", "PUT"] as const)("%s isn't a method of it", async (method) => {
    const answer = await front.send({ method, url: "/v1/mcp" });
    expectError(answer, "method_not_allowed");
    expect(answer.headers["allow"]).toBe("POST");
  });

  test("who asks is settled before the address is read, and the address before the body", async () => {
    expect.hasAssertions();
    const { rawKey: admin } = await createKey(front.db, { kind: "admin", name: "Admin", grants: ["write_admin"] });
    const broken = { query: "?page=2", payload: "{" };
    expectError(await post({ ...broken, key: null }), "unauthorized");
    expectError(await post({ ...broken, key: admin }), "wrong_key_kind");
    expectError(await post({ ...broken, key: await agency([]) }), "invalid_request");
    expectError(await post({ ...broken, key: await agency([]), query: `?page=2&shop_id=${home.shop.shopId}` }), "shop_not_connected");
    expectError(await post(broken), "invalid_request");
  });
});

test("REST and MCP use up the same limit", async () => {
  await using limited = await httpFront({ operations: OPERATIONS, rateLimits: { merchant: 3, organization: 3, admin: 3, anonymous: 3 } });
  const client = mcpClient(limited);
  expect((await limited.send({ url: "/v1/feeds" })).headers["ratelimit"]).toContain("r=2");
  expect((await client.ask("ping")).headers["ratelimit"]).toContain("r=1");
  expect((await client.ask("tools/list")).headers["ratelimit"]).toContain("r=0");
  const refused = await client.ask("ping");
  expect(refused.message).toMatchObject({ error: { code: "rate_limited" } });
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expectError(await limited.send({ url: "/v1/feeds" }), "rate_limited");
});

test("requests of someone else's page count too", async () => {
  expect.hasAssertions();
  await using limited = await httpFront({ operations: OPERATIONS, rateLimits: { merchant: 0, organization: 0, admin: 0, anonymous: 2 } });
  const ask = () =>
    limited.send({ method: "POST", url: "/v1/mcp", key: null, headers: { host: "feeds.example", origin: "https://evil.example" } });
  for (const _request of [1, 2]) expectError(await ask(), "origin_not_allowed");
  expectError(await ask(), "rate_limited");
});
