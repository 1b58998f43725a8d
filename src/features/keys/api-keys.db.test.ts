import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testShop, type TestShop } from "../../../test/harness/shop-fixture.ts";
import { members } from "../../kernel/unsafe.ts";
import { expectError, httpFront, type HttpFront, json } from "../../surfaces/http/http-front.suite.ts";
import { createApiKey, createKey, listApiKeys, revokeApiKey } from "./index.ts";

let front: HttpFront;
let other: TestShop;
beforeAll(async () => {
  front = await httpFront({ operations: [listApiKeys, createApiKey, revokeApiKey] });
  other = await testShop(front.db);
});
afterAll(() => front[Symbol.asyncDispose]());

interface Asked {
  readonly key?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const create = (body: object, { headers, ...asked }: Asked = {}) => {
  const { payload, headers: type } = json(body);
  return front.send({ method: "POST", url: "/v1/api_keys", ...asked, payload, headers: { ...type, ...headers } });
};
const dataOf = (answer: Awaited<ReturnType<typeof create>>) => members(answer.json<{ data: unknown }>().data);
const made = async (body: object, asked: Asked = {}) => {
  const answer = await create(body, asked);
  expect(answer.statusCode).toBe(201);
  const { id, raw_key: rawKey } = dataOf(answer);
  return { id: Number(id), rawKey: String(rawKey) };
};
const listed = async (asked: Asked = {}) => {
  const answer = await front.send({ url: "/v1/api_keys", ...asked });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ data: Readonly<Record<string, unknown>>[] }>().data;
};

/** An organization connected to the home shop, and a key of it that acts for this shop. */
async function agency(grants: readonly string[] = ["write"]) {
  const { id: organizationId } = await front.db
    .insertInto("organizations")
    .values({ name: "Agency" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { shopId } = front.home.shop;
  const connection = { organization_id: organizationId, shop_id: shopId, domain: "home.example", status: "active" } as const;
  await front.db.insertInto("organization_connections").values(connection).execute();
  const { rawKey: key } = await createKey(front.db, { kind: "organization", organizationId, name: "Agency", grants });
  return { organizationId, asked: { key, url: `/v1/api_keys?shop_id=${shopId}` } };
}
const creatorOf = async (id: number) =>
  (await front.db.selectFrom("api_keys").select("created_by_organization_id").where("id", "=", id).executeTakeFirstOrThrow())
    .created_by_organization_id;

describe("a key that is made", () => {
  test("is shown whole in this one answer, and works", async () => {
    const answer = await create({ name: " Warehouse ", scopes: ["write_feeds", "read_rules"] });
    expect(answer.statusCode).toBe(201);
    const data = dataOf(answer);
    expect(data).toEqual({
      id: expect.any(Number),
      object: "api_key",
      name: "Warehouse",
      key_prefix: String(data["raw_key"]).slice(0, 16),
      scopes: ["write_feeds", "read_rules"],
      status: "active",
      request_count: 0,
      last_used_at: null,
      created_at: expect.any(String),
      revoked_at: null,
      raw_key: expect.stringMatching(/^svc_live_sk_[0-9a-f]{40}$/),
    });
    expect((await front.send({ url: "/v1/notes", key: String(data["raw_key"]) })).statusCode).toBe(200);
  });

  test("is told again to a repeat, and is nowhere in the database", async () => {
    const headers = { "idempotency-key": "make-it-once" };
    const answer = await create({ name: "Once" }, { headers });
    const again = await create({ name: "Once" }, { headers });
    expect([again.statusCode, again.body, again.headers["idempotent-replayed"]]).toEqual([201, answer.body, "true"]);
    const secret = String(dataOf(answer)["raw_key"]).slice("svc_live_sk_abcd".length);
    const { rows: tables } = await sql<{
      name: string;
    }>`select table_name as name from information_schema.tables where table_schema = 'public'`.execute(front.db);
    for (const { name } of tables) {
      const { rows } = await sql<{ text: string | null }>`select json_agg(t)::text as text from ${sql.table(name)} t`.execute(front.db);
      expect(rows[0]?.text ?? "").not.toContain(secret);
    }
    expect((await listed()).filter((key) => key["name"] === "Once")).toHaveLength(1);
  });

  test("may read when nothing else is said", async () => {
    const { rawKey } = await made({ name: "Default" });
    expect((await listed()).find((key) => key["name"] === "Default")).toMatchObject({ scopes: ["read"] });
    expectError(await create({ name: "By it" }, { key: rawKey }), "insufficient_scope");
  });

  test.each([
    ["no name", {}, "validation_failed", "/name"],
    ["a blank name", { name: "  " }, "validation_failed", "/name"],
    ["a name of 101 characters", { name: "x".repeat(101) }, "validation_failed", "/name"],
    ["an unknown member", { name: "a", raw_key: "mine" }, "validation_failed", "/raw_key"],
    ["a scope that is none", { name: "a", scopes: ["read", "everything"] }, "invalid_param", "/scopes"],
    ["a scope of another kind", { name: "a", scopes: ["read_org"] }, "invalid_param", "/scopes"],
    ["no scope at all", { name: "a", scopes: [] }, "invalid_param", "/scopes"],
  ] as const)("is refused with %s", async (_, body, code, param) => {
    expect(expectError(await create(body), code)["param"]).toBe(param);
  });

  test("holds no more than the key that asks", async () => {
    const { rawKey } = await made({ name: "Settings", scopes: ["write_settings", "read_feeds"] });
    for (const scopes of [["write_feeds"], ["read"], ["full_access"], ["read_feeds", "read_rules"]])
      expect(expectError(await create({ name: "More", scopes }, { key: rawKey }), "invalid_param")["message"]).toContain("can't grant");
    await made({ name: "As much", scopes: ["read_feeds", "write_settings", "read_settings"] }, { key: rawKey });
  });

  test("gets the default scopes that the key that asks holds, where none are named or they are null", async () => {
    const { rawKey } = await made({ name: "Settings", scopes: ["write_settings", "read_feeds"] });
    for (const body of [{ name: "Less by default" }, { name: "Null", scopes: null }])
      expect(dataOf(await create(body, { key: rawKey }))["scopes"]).toEqual(["read_settings", "read_feeds"]);
  });
});

describe("a key that is revoked", () => {
  test("is refused from the next request on, and stays in the list", async () => {
    const { id, rawKey } = await made({ name: "Leaving" });
    await front.send({ url: "/v1/notes", key: rawKey });
    const revoke = () => front.send({ method: "DELETE", url: `/v1/api_keys/${id}` });
    expect(await revoke()).toMatchObject({ statusCode: 204, body: "" });
    expectError(await front.send({ url: "/v1/notes", key: rawKey }), "unauthorized");
    const entry = (await listed()).find((key) => key["id"] === id);
    expect(entry).toMatchObject({
      status: "revoked",
      request_count: 1,
      last_used_at: expect.stringMatching(/Z$/),
      revoked_at: expect.stringMatching(/Z$/),
    });
    expect(entry).not.toHaveProperty("raw_key");
    expect((await revoke()).statusCode).toBe(204);
    expect((await listed()).find((key) => key["id"] === id)).toEqual(entry);
  });

  test("may be the one that asks", async () => {
    const { id, rawKey } = await made({ name: "Itself", scopes: ["write_settings"] });
    expect((await front.send({ method: "DELETE", url: `/v1/api_keys/${id}`, key: rawKey })).statusCode).toBe(204);
    expectError(await front.send({ method: "DELETE", url: `/v1/api_keys/${id}`, key: rawKey }), "unauthorized");
  });

  test.each(["0", "x", "999999", "1e3", "api_key_1"])("is one of the shop's: %s is not found", async (id) => {
    expect(expectError(await front.send({ method: "DELETE", url: `/v1/api_keys/${id}` }), "resource_not_found")["param"]).toBeNull();
  });

  test("is none of another shop, of an organization or of the installation", async () => {
    const { organizationId } = await agency();
    const strangers = [
      await createKey(front.db, { kind: "merchant", shopId: other.shop.shopId, name: "Other", grants: ["read"] }),
      await createKey(front.db, { kind: "organization", organizationId, name: "Other", grants: ["read"] }),
      await createKey(front.db, { kind: "admin", name: "Other", grants: ["read_admin"] }),
    ];
    const ids = new Set((await listed()).map(({ id }) => id));
    for (const { id } of strangers) {
      expectError(await front.send({ method: "DELETE", url: `/v1/api_keys/${id}` }), "resource_not_found");
      expect(ids.has(id)).toBe(false);
    }
    const active = await front.db.selectFrom("api_keys").select("id").where("name", "=", "Other").where("revoked_at", "is", null).execute();
    expect(active).toHaveLength(3);
  });
});

describe("what an organization makes in a shop", () => {
  test("carries the organization, also when its keys make further ones", async () => {
    const { organizationId, asked } = await agency();
    const first = await made({ name: "First", scopes: ["write_settings"] }, asked);
    const second = await made({ name: "Second", scopes: ["read_settings"] }, { key: first.rawKey });
    expect([await creatorOf(first.id), await creatorOf(second.id)]).toEqual([organizationId, organizationId]);
    const own = await made({ name: "Own" });
    expect(await creatorOf(own.id)).toBeNull();
  });

  test("holds no more than the organization's key", async () => {
    const { asked } = await agency(["write_settings"]);
    expect(expectError(await create({ name: "More", scopes: ["read_feeds"] }, asked), "invalid_param")["param"]).toBe("/scopes");
    await made({ name: "As much", scopes: ["write_settings"] }, asked);
  });

  test("cannot be made any more when the connection is gone, also by a key it left behind", async () => {
    const { organizationId, asked } = await agency();
    const { rawKey } = await made({ name: "Left", scopes: ["write_settings"] }, asked);
    await front.db.deleteFrom("organization_connections").where("organization_id", "=", organizationId).execute();
    expectError(await create({ name: "Late", scopes: ["read_settings"] }, { key: rawKey }), "shop_not_connected");
    expectError(await create({ name: "Late" }, asked), "shop_not_connected");
    expect((await listed()).filter((each) => each["name"] === "Late")).toEqual([]);
  });
});
