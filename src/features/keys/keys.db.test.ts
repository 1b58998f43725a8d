import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "../../../test/harness/postgres-template.ts";
import { testShop } from "../../../test/harness/shop-fixture.ts";
import { type ShopId, storedId } from "../../kernel/ids.ts";
import { SCOPES } from "../../kernel/scopes.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import { createKey, admitCaller, type NewKey } from "./index.ts";

let database: TestDatabase;
let db: Db;
let shopId: ShopId;
let otherShopId: ShopId;
let organizationId: number;

beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
  shopId = (await testShop(db)).shop.shopId;
  otherShopId = (await testShop(db)).shop.shopId;
  organizationId = (await db.insertInto("organizations").values({ name: "An agency" }).returning("id").executeTakeFirstOrThrow()).id;
});

afterAll(() => database[Symbol.asyncDispose]());

const merchant = (grants: readonly string[] = ["read"]): NewKey => ({ kind: "merchant", shopId, name: "A key", grants });
const organization = (): NewKey => ({ kind: "organization", organizationId, name: "An agency's key", grants: ["read_org", "read"] });

async function connect(shop: ShopId, status: "pending" | "active" | "declined", organizationOf = organizationId): Promise<void> {
  await db.deleteFrom("organization_connections").where("shop_id", "=", shop).execute();
  await db
    .insertInto("organization_connections")
    .values({ organization_id: organizationOf, shop_id: shop, domain: `shop-${shop}.example`, status })
    .execute();
}

describe("a key that is created", () => {
  test("is found by its text, with the scopes its words add up to", async () => {
    const { id, rawKey } = await createKey(db, merchant(["write_feeds", "read_rules"]));
    expect(await admitCaller(db, rawKey, null)).toEqual({
      keyId: id,
      kind: "merchant",
      name: "A key",
      scopes: new Set(["write_feeds", "read_feeds", "read_rules"]),
      organizationId: null,
      shop: { id: shopId, uninstalled: false },
      window: { requests: 1, secondsLeft: 60 },
    });
  });

  test("is nowhere in the database", async () => {
    const { id, rawKey } = await createKey(db, merchant());
    const row = await db.selectFrom("api_keys").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(rawKey.slice(-24));
    expect(row.key_prefix).toBe(rawKey.slice(0, 16));
    expect(row.key_hash).toHaveLength(32);
  });

  test("is another each time, and made of the randomness it is given", async () => {
    const [one, two] = [await createKey(db, merchant()), await createKey(db, merchant())];
    expect(one.rawKey).not.toBe(two.rawKey);
    const { rawKey } = await createKey(db, merchant(), (bytes) => Buffer.alloc(bytes, 0x5a));
    expect(rawKey).toBe(`svc_live_sk_${"5a".repeat(20)}`);
  });

  test.each([
    ["a blank name", { name: "  " }, "A key needs a name of 1 to 100 characters."],
    ["a long name", { name: "x".repeat(101) }, "A key needs a name of 1 to 100 characters."],
    ["a name PostgreSQL cannot hold", { name: "a\0b" }, "A key needs a name of 1 to 100 characters."],
    ["no scope", { grants: [] }, "needs at least one scope"],
    ["a word that is no scope", { grants: ["read", "everything"] }, "cannot hold everything"],
    ["a scope of another kind", { grants: ["read_admin"] }, "cannot hold read_admin"],
  ])("is refused with %s, and none is stored", async (_, fault, sentence) => {
    const count = () =>
      db
        .selectFrom("api_keys")
        .select(({ fn }) => fn.countAll<number>().as("keys"))
        .executeTakeFirstOrThrow();
    const before = await count();
    await expect(createKey(db, { ...merchant(), ...fault })).rejects.toMatchObject({
      name: "PlainError",
      code: "invalid_param",
      message: expect.stringContaining(sentence),
    });
    expect(await count()).toEqual(before);
  });

  test.each([
    ["merchant", ["full_access", "read", "write"], SCOPES.filter((scope) => !/admin|org/.test(scope))],
    ["organization", ["write_org", "full_access"], SCOPES.filter((scope) => !/admin/.test(scope))],
    ["admin", ["write_admin"], ["read_admin", "write_admin"]],
  ] as const)("of kind %s can hold at most its kind's scopes", async (kind, grants, scopes) => {
    const owner = {
      merchant: { kind: "merchant", shopId },
      organization: { kind: "organization", organizationId },
      admin: { kind: "admin" },
    } as const;
    const { rawKey } = await createKey(db, { ...owner[kind], name: "Wide", grants });
    expect(await admitCaller(db, rawKey, null)).toMatchObject({ kind, scopes: new Set(scopes) });
  });
});

describe("the caller of a request", () => {
  test("is nobody for a key that was never made or has been revoked", async () => {
    const { id, rawKey } = await createKey(db, merchant());
    expect(
      await admitCaller(
        db,
        rawKey.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
        null,
      ),
    ).toBeUndefined();
    await db.updateTable("api_keys").set({ revoked_at: new Date() }).where("id", "=", id).execute();
    expect(await admitCaller(db, rawKey, null)).toBeUndefined();
  });

  test("is found with one statement, and a text that is no key with none", async () => {
    const { rawKey } = await createKey(db, organization());
    let statements = 0;
    const counting = db.withPlugin({
      transformQuery({ node }) {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await admitCaller(counting, rawKey, shopId);
    expect(statements).toBe(1);
    await admitCaller(counting, `${rawKey}' or true --`, shopId);
    expect(statements).toBe(1);
  });

  test("acts with a merchant key for its own shop, whichever is asked for", async () => {
    const { rawKey } = await createKey(db, merchant());
    expect(await admitCaller(db, rawKey, otherShopId)).toMatchObject({ shop: { id: shopId } });
  });

  test("is told when the shop has been uninstalled", async () => {
    const gone = await testShop(db);
    const { rawKey } = await createKey(db, { ...merchant(), kind: "merchant", shopId: gone.shop.shopId });
    await db.updateTable("shops").set({ uninstalled_at: new Date() }).where("id", "=", gone.shop.shopId).execute();
    expect(await admitCaller(db, rawKey, null)).toMatchObject({ shop: { id: gone.shop.shopId, uninstalled: true } });
  });

  test("acts with an organization key for a shop that is connected to it, and for that one alone", async () => {
    const { rawKey } = await createKey(db, organization());
    await connect(shopId, "active");
    expect(await admitCaller(db, rawKey, shopId)).toMatchObject({ organizationId, shop: { id: shopId } });
    expect(await admitCaller(db, rawKey, null)).toMatchObject({ organizationId, shop: null });
    expect(await admitCaller(db, rawKey, otherShopId)).toMatchObject({ shop: null });
    expect(await admitCaller(db, rawKey, storedId("shop", 2 ** 52))).toMatchObject({ shop: null });
  });

  test.each(["pending", "declined"] as const)("acts for no shop over a connection that is %s", async (status) => {
    const { rawKey } = await createKey(db, organization());
    await connect(otherShopId, status);
    expect(await admitCaller(db, rawKey, otherShopId)).toMatchObject({ shop: null });
  });

  test("acts for no shop over another organization's connection", async () => {
    const { rawKey } = await createKey(db, organization());
    const rival = await db.insertInto("organizations").values({ name: "A rival" }).returning("id").executeTakeFirstOrThrow();
    await connect(otherShopId, "active", rival.id);
    expect(await admitCaller(db, rawKey, otherShopId)).toMatchObject({ shop: null });
  });

  test("acts with an admin key for no shop", async () => {
    const { rawKey } = await createKey(db, { kind: "admin", name: "Operations", grants: ["read_admin"] });
    expect(await admitCaller(db, rawKey, shopId)).toMatchObject({ kind: "admin", organizationId: null, shop: null });
  });
});
