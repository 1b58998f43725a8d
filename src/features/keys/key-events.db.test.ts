import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { frontClient, type FrontClient } from "../../../test/harness/front-client.ts";
import { testShop, type TestShop } from "../../../test/harness/shop-fixture.ts";
import { listen, toldEvents } from "../../../test/harness/told-events.ts";
import { httpFront, type HttpFront } from "../../surfaces/http/http-front.suite.ts";
import { OPERATIONS } from "../operations.ts";
import { insertActiveConnection, insertOrganization } from "../organizations/index.ts";
import { createKey, createShopKey } from "./index.ts";

let front: HttpFront;
let made: TestShop;
let merchantKey: string;
let merchant: FrontClient;
let admin: FrontClient;
beforeAll(async () => {
  front = await httpFront({ operations: OPERATIONS });
  admin = frontClient(front, (await createKey(front.db, { kind: "admin", name: "Admin", grants: ["write_admin"] })).rawKey);
});
afterAll(() => front[Symbol.asyncDispose]());
beforeEach(async () => {
  made = await testShop(front.db);
  const owner = { kind: "merchant", shopId: made.shop.shopId } as const;
  merchantKey = (await createKey(front.db, { ...owner, name: "Everything", grants: ["full_access"] })).rawKey;
  merchant = frontClient(front, merchantKey);
  await listen(made.shop);
});

const told = async () => (await toldEvents(made.shop)).map(({ event, data }) => ({ event, ...data }));

/** An organization that is connected to the shop, and the number of a key it has made there. */
async function agencyWithKey(): Promise<{ readonly client: FrontClient; readonly keyId: unknown; readonly connectionId: number }> {
  const organizationId = await insertOrganization(front.db, "An agency");
  await insertActiveConnection(front.db, {
    organizationId,
    shopId: made.shop.shopId,
    domain: `shop-${made.token}.example`,
    clientLabel: "A client",
  });
  const grants = ["write_org", "full_access"];
  const client = frontClient(front, (await createKey(front.db, { kind: "organization", organizationId, name: "A key", grants })).rawKey);
  const { data } = await client.post(`/api_keys?shop_id=${made.shop.shopId}`, { name: "Delegated" });
  const connection = await front.db
    .selectFrom("organization_connections")
    .select("id")
    .where("shop_id", "=", made.shop.shopId)
    .executeTakeFirstOrThrow();
  return { client, keyId: data["id"], connectionId: connection.id };
}

describe("of a shop's keys is told", () => {
  test("that the shop made and revoked one, once each, and never the key itself", async () => {
    const { raw_key: rawKey, ...key } = (await merchant.post("/api_keys", { name: "Warehouse" })).data;
    expect(await told()).toEqual([{ event: "api_key.created", ...key }]);
    await merchant.delete(`/api_keys/${String(key["id"])}`);
    await merchant.delete(`/api_keys/${String(key["id"])}`);
    expect((await told()).slice(1)).toEqual([{ event: "api_key.revoked", ...key, status: "revoked", revoked_at: expect.any(String) }]);
    expect(JSON.stringify(await toldEvents(made.shop))).not.toContain(String(rawKey));
  });

  test("nothing when one is refused, and one thing by a request that is repeated", async () => {
    expect((await merchant.post("/api_keys", { name: "Wrong", scopes: ["everything"] })).status).toBe(422);
    expect(await told()).toEqual([]);
    const ask = () =>
      front.send({
        method: "POST",
        url: "/v1/api_keys",
        key: merchantKey,
        payload: JSON.stringify({ name: "Once" }),
        headers: { "content-type": "application/json", "idempotency-key": "once" },
      });
    expect((await ask()).statusCode).toBe(201);
    expect((await ask()).headers).toMatchObject({ "idempotent-replayed": "true" });
    expect(await told()).toMatchObject([{ event: "api_key.created", name: "Once" }]);
  });

  test("that whoever runs the installation made and revoked one", async () => {
    const path = `/admin/shops/${made.shop.shopId}/keys`;
    const { data } = await admin.post(path, { name: "By us" });
    expect((await admin.delete(`${path}/${String(data["id"])}`)).status).toBe(204);
    expect(await told()).toMatchObject([
      { event: "api_key.created", id: data["id"], name: "By us" },
      { event: "api_key.revoked", id: data["id"], status: "revoked" },
    ]);
  });

  test("that the command line made one", async () => {
    const source = { shop: made.shop, clock: { now: () => new Date() } };
    const { id } = await createShopKey(source, { name: "By hand", grants: ["read"] });
    expect(await told()).toMatchObject([{ event: "api_key.created", id, name: "By hand" }]);
  });

  test("that those of an organization were revoked, when it ends its connection", async () => {
    const { client, keyId } = await agencyWithKey();
    expect((await client.delete(`/org/connections/${made.shop.shopId}`)).status).toBe(204);
    expect(await told()).toMatchObject([
      { event: "api_key.created", id: keyId },
      { event: "api_key.revoked", id: keyId, status: "revoked" },
    ]);
  });

  test("that those of an organization were revoked, when the shop declines it", async () => {
    const { keyId, connectionId } = await agencyWithKey();
    expect((await merchant.post(`/connection_requests/${connectionId}/decline`)).status).toBe(200);
    expect(await told()).toMatchObject([
      { event: "api_key.created", id: keyId },
      { event: "api_key.revoked", id: keyId, status: "revoked" },
    ]);
  });

  test("nothing of keys of organizations and of the installation", async () => {
    const { client } = await agencyWithKey();
    const { data } = await client.post("/org/keys", { name: "Ours" });
    await client.delete(`/org/keys/${String(data["id"])}`);
    await admin.post("/admin/keys", { name: "Ours" });
    expect(await told()).toHaveLength(1);
  });
});
