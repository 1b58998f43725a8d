import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testShop } from "../../../test/harness/shop-fixture.ts";
import { GRANTS, grantedScopes, type KeyKind } from "../../kernel/scopes.ts";
import { members } from "../../kernel/unsafe.ts";
import { expectError, httpFront, type HttpFront, json } from "../../surfaces/http/http-front.suite.ts";
import { OPERATIONS } from "../operations.ts";
import { insertActiveConnection, insertOrganization } from "../organizations/index.ts";
import { createKey, type NewKey } from "./index.ts";
import { countActiveKeys } from "./owned-keys.ts";

let front: HttpFront;
beforeAll(async () => {
  front = await httpFront({ operations: OPERATIONS });
});
afterAll(() => front[Symbol.asyncDispose]());

/** What a request for a key is sent with, and which kind of key it makes. */
interface Asker {
  readonly key: string;
  readonly url: string;
  readonly makes: KeyKind;
  /** What it can hand out at most. */
  readonly within: readonly string[];
}

const shopId = () => front.home.shop.shopId;
const rawKey = async (key: NewKey) => (await createKey(front.db, key)).rawKey;

async function agency(grants: readonly string[]) {
  const organizationId = await insertOrganization(front.db, "An agency");
  await insertActiveConnection(front.db, { organizationId, shopId: shopId(), domain: "home.example", clientLabel: "Home" });
  return { organizationId, key: await rawKey({ kind: "organization", organizationId, name: "Narrow", grants }) };
}
const adminKey = () => rawKey({ kind: "admin", name: "Admin", grants: ["write_admin"] });

/** By operation: everything that makes keys on request. */
const ASKERS: Readonly<Record<string, () => Promise<readonly Asker[]>>> = {
  "keys.create": async () => {
    const url = "/v1/api_keys";
    const own = ["write_settings", "read_feeds"];
    const merchant = await rawKey({ kind: "merchant", shopId: shopId(), name: "Narrow", grants: own });
    const { organizationId, key } = await agency(["write_org", "write_settings", "read_rules"]);
    const made = await rawKey({
      kind: "merchant",
      shopId: shopId(),
      createdBy: organizationId,
      name: "Made",
      grants: ["write_settings", "read_products"],
    });
    return [
      { key: merchant, url, makes: "merchant", within: own },
      { key, url: `${url}?shop_id=${shopId()}`, makes: "merchant", within: ["write_settings", "read_rules"] },
      { key: made, url, makes: "merchant", within: ["write_settings", "read_products"] },
    ];
  },
  "org.create_key": async () => {
    const grants = ["write_org", "write_products"];
    return [{ key: (await agency(grants)).key, url: "/v1/org/keys", makes: "organization", within: grants }];
  },
  "admin.create_key": async () => [{ key: await adminKey(), url: "/v1/admin/keys", makes: "admin", within: ["write_admin"] }],
  "admin.create_shop_key": async () => [
    { key: await adminKey(), url: `/v1/admin/shops/${shopId()}/keys`, makes: "merchant", within: ["full_access"] },
  ],
  "admin.create_organization_key": async () => {
    const { organizationId } = await agency(["read_org"]);
    return [
      {
        key: await adminKey(),
        url: `/v1/admin/organizations/${organizationId}/keys`,
        makes: "organization",
        within: ["write_org", "full_access"],
      },
    ];
  },
};

const OF_KIND: Readonly<Record<KeyKind, readonly string[]>> = {
  merchant: ["full_access"],
  organization: ["write_org", "full_access"],
  admin: ["write_admin"],
};
const isWithin = (grants: readonly string[], bound: readonly string[]): boolean =>
  [...grantedScopes(grants)].every((scope) => grantedScopes(bound).has(scope));

describe("a key that makes keys", () => {
  test("does so by these operations alone", () => {
    const making = OPERATIONS.filter(({ audit }) => audit?.endsWith("_key.created") === true);
    expect(Object.keys(ASKERS).toSorted()).toEqual(making.map(({ name }) => name).toSorted());
  });

  test.each(Object.entries(ASKERS))("hands out no scope but its own, nor one of another kind: %s", async (_, askers) => {
    for (const { key, url, makes, within } of await askers()) {
      for (const grant of GRANTS) {
        const isAllowed = isWithin([grant], OF_KIND[makes]) && isWithin([grant], within);
        const answer = await front.send({ method: "POST", url, key, ...json({ name: grant, scopes: [grant] }) });
        const { data, error } = members(answer.json<unknown>());
        const told = [answer.statusCode, members(data)["scopes"], members(error)["code"], members(error)["param"]];
        expect(told).toEqual(isAllowed ? [201, [grant], undefined, undefined] : [422, undefined, "invalid_param", "/scopes"]);
      }
    }
  });
});

describe("of one shop, organization or installation", () => {
  const AT_ONCE = 5;
  async function ownerWith(active: number) {
    const { shop } = await testShop(front.db);
    const owner = { kind: "merchant", shopId: shop.shopId } as const;
    const key = await rawKey({ ...owner, name: "First", grants: ["full_access"] });
    await sql`insert into api_keys (kind, shop_id, name, key_hash, key_prefix, grants)
      select 'merchant', ${shop.shopId}, 'Filler', sha256(convert_to(${shop.shopId} || ' ' || n, 'UTF8')), 'svc_live_sk_abcd', '{read}'
      from generate_series(2, ${active}::int) n`.execute(front.db);
    return { owner, key };
  }
  const make = (key: string) => front.send({ method: "POST", url: "/v1/api_keys", key, ...json({ name: "One more" }) });

  test("there are at most 100 active keys, also when several are asked for at one moment", async () => {
    const { owner, key } = await ownerWith(98);
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => make(key)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 201, 422, 422, 422]);
    expect(await countActiveKeys(front.db, owner)).toBe(100);
    expect(expectError(await make(key), "key_limit_reached")["message"]).toContain("Revoke one");
    const made = members(answers.find(({ statusCode }) => statusCode === 201)?.json<{ data: unknown }>().data);
    expect((await front.send({ method: "DELETE", url: `/v1/api_keys/${String(made["id"])}`, key })).statusCode).toBe(204);
    expect((await make(key)).statusCode).toBe(201);
    expect((await make(front.key)).statusCode).toBe(201);
  });

  test("the last 400 that were revoked stay in the list", async () => {
    const { owner, key } = await ownerWith(1);
    await sql`insert into api_keys (kind, shop_id, name, key_hash, key_prefix, grants, revoked_at)
      select 'merchant', ${owner.shopId}, 'Old ' || n, sha256(convert_to('old ' || n, 'UTF8')), 'svc_live_sk_abcd', '{read}', now() - make_interval(mins => n)
      from generate_series(1, 405) n`.execute(front.db);
    await make(key);
    const list = (await front.send({ url: "/v1/api_keys", key })).json<{ data: { name: string; status: string }[] }>().data;
    expect(list.filter(({ status }) => status === "active")).toHaveLength(2);
    const revoked = list.filter(({ status }) => status === "revoked").map(({ name }) => name);
    expect(revoked).toHaveLength(400);
    expect(revoked).not.toContain("Old 401");
  });
});
