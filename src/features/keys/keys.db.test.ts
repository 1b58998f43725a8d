import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { waitingForLocks } from "../../../test/harness/lock-waits.ts";
import { testDatabase, type TestDatabase } from "../../../test/harness/postgres-template.ts";
import { testShop } from "../../../test/harness/shop-fixture.ts";
import { type ShopId, storedId } from "../../kernel/ids.ts";
import { SCOPES } from "../../kernel/scopes.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import { keyHash } from "./api-key.ts";
import { type AdmitCaller, admitCallers, createKey, type NewKey } from "./index.ts";
import { IN_TIME } from "../../../test/harness/slow-machine.ts";

let database: TestDatabase;
let db: Db;
let admitCaller: AdmitCaller;
let shopId: ShopId;
let otherShopId: ShopId;
let organizationId: number;

beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
  admitCaller = admitCallers(db);
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

/** The database, and how many statements it was asked so far. */
function countedStatements(): { readonly db: Db; readonly statements: () => number } {
  let statements = 0;
  const counting = db.withPlugin({
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { db: counting, statements: () => statements };
}

describe("a key that is created", () => {
  test("is found by its text, with the scopes its words add up to", async () => {
    const { id, rawKey } = await createKey(db, merchant(["write_feeds", "read_rules"]));
    expect(await admitCaller(rawKey, null)).toEqual({
      keyId: id,
      kind: "merchant",
      name: "A key",
      scopes: new Set(["write_feeds", "read_feeds", "read_rules"]),
      organizationId: null,
      shop: { id: shopId, uninstalled: false },
      window: { requests: 1, secondsLeft: 60 },
      ownerWindow: { requests: 1, secondsLeft: 60 },
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
    ["a blank name", { name: "  " }, "The name of a key must have 1 to 100 characters."],
    ["a long name", { name: "x".repeat(101) }, "The name of a key must have 1 to 100 characters."],
    ["a name PostgreSQL cannot hold", { name: "a\0b" }, "The name of a key must have 1 to 100 characters."],
    ["no scope", { grants: [] }, "needs at least one scope"],
    ["a word that is no scope", { grants: ["read", "everything"] }, "can't have everything"],
    ["a scope of another kind", { grants: ["read_admin"] }, "can't have read_admin"],
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
    expect(await admitCaller(rawKey, null)).toMatchObject({ kind, scopes: new Set(scopes) });
  });
});

describe("the caller of a request", () => {
  test("is nobody for a key that was never made or has been revoked", async () => {
    const { id, rawKey } = await createKey(db, merchant());
    const nobodys = rawKey.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    expect(await admitCaller(nobodys, null)).toBeUndefined();
    await db.updateTable("api_keys").set({ revoked_at: new Date() }).where("id", "=", id).execute();
    expect(await admitCaller(rawKey, null)).toBeUndefined();
  });

  test("is found with one statement, and a text that is no key with none", async () => {
    const { rawKey } = await createKey(db, organization());
    const counting = countedStatements();
    const admit = admitCallers(counting.db);
    await admit(rawKey, shopId);
    expect(counting.statements()).toBe(1);
    await admit(`${rawKey}' or true --`, shopId);
    expect(counting.statements()).toBe(1);
  });

  test("has a place of its own in the minute, though requests that come together are counted by two statements", async () => {
    const { id, rawKey } = await createKey(db, merchant());
    const counting = countedStatements();
    const admit = admitCallers(counting.db);
    const callers = await Promise.all(Array.from({ length: 20 }, () => admit(rawKey, null)));
    expect(counting.statements()).toBe(2);
    expect(callers.map((caller) => caller?.window.requests)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    expect(await admit(rawKey, null)).toMatchObject({ keyId: id, window: { requests: 21 } });
    const { uncounted } = await db.selectFrom("key_windows").select("uncounted").where("key_id", "=", id).executeTakeFirstOrThrow();
    expect(uncounted).toBe(21);
  });

  test("is counted in the same minute by a process of the version before, which asks for one at a time", async () => {
    const { id, rawKey } = await createKey(db, merchant());
    await Promise.all([admitCaller(rawKey, null), admitCaller(rawKey, null)]);
    const { rows } = await sql`select id, requests from admit_caller(${keyHash(rawKey)}, null, 60)`.execute(db);
    expect(rows).toEqual([{ id, requests: 3 }]);
    expect(await admitCaller(rawKey, null)).toMatchObject({ window: { requests: 4 } });
  });

  test("is nobody when the request came after its key was revoked, though others of the key were still being admitted", async () => {
    const { id, rawKey } = await createKey(db, merchant());
    const lock = await db.connection().execute(async (connection) => {
      await sql`begin`.execute(connection);
      await connection.insertInto("key_windows").values({ key_id: id }).execute();
      const early = admitCaller(rawKey, null);
      await vi.waitFor(async () => expect(await waitingForLocks(db)).toBe(1), IN_TIME);
      await db.updateTable("api_keys").set({ revoked_at: new Date() }).where("id", "=", id).execute();
      const late = [admitCaller(rawKey, null), admitCaller(rawKey, null)];
      await sql`commit`.execute(connection);
      return { early: await early, late: await Promise.all(late) };
    });
    expect(lock).toMatchObject({ early: { keyId: id }, late: [undefined, undefined] });
  });

  test("is known to none of those who waited for a statement that failed, and to the next", async () => {
    const { id, rawKey } = await createKey(db, merchant());
    let failing = true;
    const breaking = db.withPlugin({
      transformQuery({ node }) {
        if (failing) throw new Error("the database is away");
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const admit = admitCallers(breaking);
    const asked = await Promise.allSettled([admit(rawKey, null), admit(rawKey, null), admit(rawKey, null)]);
    expect(asked.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    failing = false;
    expect(await admit(rawKey, null)).toMatchObject({ keyId: id });
  });

  test("acts with a merchant key for its own shop, whichever is asked for", async () => {
    const { rawKey } = await createKey(db, merchant());
    expect(await admitCaller(rawKey, otherShopId)).toMatchObject({ shop: { id: shopId } });
  });

  test("is told when the shop has been uninstalled", async () => {
    const gone = await testShop(db);
    const { rawKey } = await createKey(db, { ...merchant(), kind: "merchant", shopId: gone.shop.shopId });
    await db.updateTable("shops").set({ uninstalled_at: new Date() }).where("id", "=", gone.shop.shopId).execute();
    expect(await admitCaller(rawKey, null)).toMatchObject({ shop: { id: gone.shop.shopId, uninstalled: true } });
  });

  test("acts with an organization key for a shop that is connected to it, and for that one alone", async () => {
    const { rawKey } = await createKey(db, organization());
    await connect(shopId, "active");
    expect(await admitCaller(rawKey, shopId)).toMatchObject({ organizationId, shop: { id: shopId } });
    expect(await admitCaller(rawKey, null)).toMatchObject({ organizationId, shop: null });
    expect(await admitCaller(rawKey, otherShopId)).toMatchObject({ shop: null });
    expect(await admitCaller(rawKey, storedId("shop", 2 ** 52))).toMatchObject({ shop: null });
  });

  test.each(["pending", "declined"] as const)("acts for no shop over a connection that is %s", async (status) => {
    const { rawKey } = await createKey(db, organization());
    await connect(otherShopId, status);
    expect(await admitCaller(rawKey, otherShopId)).toMatchObject({ shop: null });
  });

  test("acts for no shop over another organization's connection", async () => {
    const { rawKey } = await createKey(db, organization());
    const rival = await db.insertInto("organizations").values({ name: "A rival" }).returning("id").executeTakeFirstOrThrow();
    await connect(otherShopId, "active", rival.id);
    expect(await admitCaller(rawKey, otherShopId)).toMatchObject({ shop: null });
  });

  test("acts with an admin key for no shop", async () => {
    const { rawKey } = await createKey(db, { kind: "admin", name: "Operations", grants: ["read_admin"] });
    expect(await admitCaller(rawKey, shopId)).toMatchObject({ kind: "admin", organizationId: null, shop: null });
  });
});
