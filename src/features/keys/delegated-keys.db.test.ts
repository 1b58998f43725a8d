import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { frontClient, type FrontClient } from "../../../test/harness/front-client.ts";
import { testShop, type TestShop } from "../../../test/harness/shop-fixture.ts";
import { httpFront, type HttpFront } from "../../surfaces/http/http-front.suite.ts";
import { OPERATIONS } from "../operations.ts";
import { insertActiveConnection, insertOrganization } from "../organizations/index.ts";
import { createKey } from "./index.ts";

let front: HttpFront;
let shop: TestShop;
let merchant: FrontClient;
let one: Agency;
let two: Agency;

beforeAll(async () => {
  front = await httpFront({ operations: OPERATIONS });
});
afterAll(() => front[Symbol.asyncDispose]());
beforeEach(async () => {
  shop = await testShop(front.db);
  const { rawKey } = await createKey(front.db, {
    kind: "merchant",
    shopId: shop.shop.shopId,
    name: "The merchant",
    grants: ["full_access"],
  });
  merchant = frontClient(front, rawKey);
  [one, two] = [await anAgency("One"), await anAgency("Two")];
});

interface Agency {
  readonly organizationId: number;
  readonly client: FrontClient;
}

async function anAgency(name: string): Promise<Agency> {
  const organizationId = await insertOrganization(front.db, name);
  const { shopId } = shop.shop;
  await insertActiveConnection(front.db, { organizationId, shopId, domain: `${name}-${shopId}.example`, clientLabel: name });
  const { rawKey } = await createKey(front.db, {
    kind: "organization",
    organizationId,
    name: `Key of ${name}`,
    grants: ["write_org", "full_access"],
  });
  return { organizationId, client: frontClient(front, rawKey) };
}

const ofShop = () => `shop_id=${shop.shop.shopId}`;

/** A key made in the shop by whoever asks, and what asks with it. */
async function made(by: FrontClient, body: object = {}) {
  const { status, data } = await by.post(`/api_keys?${ofShop()}`, { name: "A key", scopes: ["full_access"], ...body });
  expect(status).toBe(201);
  return { id: Number(data["id"]), client: frontClient(front, String(data["raw_key"])) };
}

const revoke = (by: FrontClient, { id }: { readonly id: number }) => by.delete(`/api_keys/${id}?${ofShop()}`);

describe("an organization", () => {
  test("revokes what it made itself, also by a key it made, and neither the merchant's keys nor another organization's", async () => {
    const [merchants, ones, twos] = [await made(merchant), await made(one.client), await made(two.client)];
    for (const asking of [two.client, twos.client])
      for (const key of [merchants, ones]) {
        const answer = await revoke(asking, key);
        expect([answer.status, answer.code, answer.message]).toEqual([403, "wrong_key_kind", expect.stringContaining("created itself")]);
      }
    for (const { client } of [merchants, ones]) expect((await client.get("/shop")).status).toBe(200);
    expect((await revoke(twos.client, await made(two.client))).status).toBe(204);
    expect((await revoke(two.client, twos)).status).toBe(204);
    expect((await revoke(two.client, { id: 999_999_999 })).code).toBe("resource_not_found");
  });

  test("can use up its own keys of a shop alone", async () => {
    const { shopId } = shop.shop;
    await sql`insert into api_keys (kind, shop_id, created_by_organization_id, name, key_hash, key_prefix, grants)
      select 'merchant', ${shopId}, ${two.organizationId}::bigint, 'Filler', sha256(convert_to(${`two ${shopId}`} || ' ' || n, 'UTF8')), 'svc_live_sk_abcd', '{read}'
      from generate_series(1, 100) n`.execute(front.db);
    expect((await two.client.post(`/api_keys?${ofShop()}`, { name: "One more" })).code).toBe("key_limit_reached");
    await made(merchant);
    await made(one.client);
  });

  test("reads no name of another one's keys, in no list, version, log entry or event", async () => {
    const feed = `/feeds/${shop.feedId}`;
    const subscribed = await two.client.post(`/webhooks?${ofShop()}`, { endpoint_url: "https://hooks.example/two", events: ["*"] });
    expect(subscribed.status).toBe(201);
    const ones = await made(one.client, { name: "Laptop of One" });
    expect((await one.client.patch(`${feed}/settings?${ofShop()}`, { seo: true })).status).toBe(200);
    expect((await revoke(one.client, await made(one.client, { name: "Phone of One" }))).status).toBe(204);
    expect((await revoke(merchant, ones)).status).toBe(204);
    const paths = ["/api_keys", `${feed}/versions`, `${feed}/versions/2`, "/audit"];
    for (const path of paths) {
      const route = `${path}?${ofShop()}`;
      const [read, known] = [await two.client.get(route), await merchant.get(route)];
      expect(read.status).toBe(200);
      expect(read.text).not.toMatch(/of One/);
      expect(known.text).toMatch(/of One/);
      expect((await one.client.get(route)).text).toMatch(/of One/);
    }
    const told = await front.db
      .selectFrom("webhook_deliveries")
      .innerJoin("events", "events.id", "webhook_deliveries.event_id")
      .select(["events.name", "events.body"])
      .where("events.shop_id", "=", shop.shop.shopId)
      .execute();
    expect(told.filter(({ body }) => body.includes("of One"))).toEqual([]);
    await made(merchant, { name: "Shown" });
    expect((await two.client.get(`/audit?${ofShop()}&per_page=1`)).list).toMatchObject([{ after: { name: "Shown" } }]);
  });
});

describe("a key", () => {
  test("revokes none that may do more, and the merchant's widest revokes all of the shop", async () => {
    const narrow = await made(merchant, { scopes: ["write_settings", "read_feeds"] });
    const [wide, alike, ones] = [await made(merchant), await made(merchant, { scopes: ["read_settings"] }), await made(one.client)];
    for (const key of [wide, ones]) {
      const answer = await revoke(narrow.client, key);
      expect([answer.status, answer.code, answer.message]).toEqual([403, "insufficient_scope", expect.stringContaining("write_feeds")]);
    }
    expect((await revoke(narrow.client, alike)).status).toBe(204);
    for (const key of [narrow, ones, wide]) expect((await revoke(merchant, key)).status).toBe(204);
  });

  test("of an organization revokes none of that organization's that may do more", async () => {
    const wide = await one.client.post("/org/keys", { scopes: ["write_org", "full_access"] });
    const narrow = await one.client.post("/org/keys", { scopes: ["write_org"] });
    const asking = frontClient(front, String(narrow.data["raw_key"]));
    expect((await asking.delete(`/org/keys/${String(wide.data["id"])}`)).code).toBe("insufficient_scope");
    expect((await asking.delete(`/org/keys/${String(narrow.data["id"])}`)).status).toBe(204);
    expect((await one.client.delete(`/org/keys/${String(wide.data["id"])}`)).status).toBe(204);
  });
});
