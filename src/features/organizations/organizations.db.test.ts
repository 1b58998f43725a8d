import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { frontClient, type FrontClient } from "../../../test/harness/front-client.ts";
import { testShop, type TestShop } from "../../../test/harness/shop-fixture.ts";
import type { ShopId } from "../../kernel/ids.ts";
import { members } from "../../kernel/unsafe.ts";
import { httpFront, type HttpFront } from "../../surfaces/http/http-front.suite.ts";
import { createKey } from "../keys/index.ts";
import { OPERATIONS } from "../operations.ts";
import { insertOrganization } from "./index.ts";

let front: HttpFront;
let shop: TestShop;
let domain: string;
let merchant: FrontClient;
let agency: Agency;

interface Agency {
  readonly id: number;
  readonly client: FrontClient;
}

beforeAll(async () => {
  front = await httpFront({ operations: OPERATIONS });
});
afterAll(() => front[Symbol.asyncDispose]());
beforeEach(async () => {
  shop = await testShop(front.db);
  domain = `shop-${shop.token}.example`;
  merchant = await merchantClient(["full_access"]);
  agency = await anAgency();
});

async function anAgency(): Promise<Agency> {
  const id = await insertOrganization(front.db, "An agency");
  return { id, client: await agencyClient(id, ["write_org", "full_access"]) };
}

async function agencyClient(organizationId: number, grants: readonly string[]): Promise<FrontClient> {
  return frontClient(front, (await createKey(front.db, { kind: "organization", organizationId, name: "A key", grants })).rawKey);
}

async function merchantClient(grants: readonly string[], of = shop): Promise<FrontClient> {
  return frontClient(front, (await createKey(front.db, { kind: "merchant", shopId: of.shop.shopId, name: "A key", grants })).rawKey);
}

const invite = ({ client }: Agency, to = domain, more: object = {}) => client.post("/org/invitations", { shop_domain: to, ...more });
const requestId = async (): Promise<unknown> => (await merchant.get("/connection_requests")).list[0]?.["id"];

/** Invited and approved. */
async function connect(by: Agency): Promise<void> {
  expect((await invite(by)).status).toBe(201);
  expect((await merchant.post(`/connection_requests/${String(await requestId())}/approve`)).status).toBe(200);
}

const feeds = ({ client }: Agency, shopId: ShopId | number = shop.shop.shopId) => client.get(`/feeds?shop_id=${shopId}`);

describe("the organization", () => {
  test("is shown with what it counts", async () => {
    await connect(agency);
    await invite(agency, "another.example");
    await front.db
      .insertInto("organization_members")
      .values({ organization_id: agency.id, name: "Ada", email: "ada@agency.example", role: "owner" })
      .execute();
    expect((await agency.client.get("/org")).data).toEqual({
      id: `org_${agency.id}`,
      object: "organization",
      name: "An agency",
      shop_count: 1,
      member_count: 1,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const listed = await agency.client.get("/org/members");
    expect(listed.list).toMatchObject([{ object: "org_member", name: "Ada", email: "ada@agency.example", role: "owner" }]);
    expect(listed.meta).toMatchObject({ page: 1, total: 1, has_more: false });
  });

  test("sees nothing of another organization", async () => {
    const rival = await anAgency();
    await connect(rival);
    expect((await agency.client.get("/org/shops")).list).toEqual([]);
    expect((await agency.client.delete(`/org/connections/${shop.shop.shopId}`)).code).toBe("resource_not_found");
    const key = await rival.client.post("/org/keys", {});
    expect((await agency.client.delete(`/org/keys/${String(key.data["id"])}`)).code).toBe("resource_not_found");
    expect((await agency.client.get("/org/keys")).list).toHaveLength(1);
    expect((await feeds(agency)).code).toBe("shop_not_connected");
    expect((await feeds(rival)).status).toBe(200);
  });

  const ROUTES = ["GET /org", "GET /org/shops", "GET /org/members", "GET /org/keys", "POST /org/keys", "POST /org/invitations"] as const;
  const call = (client: FrontClient, route: string) => {
    const [method, path = ""] = route.split(" ");
    return method === "GET" ? client.get(path) : client.post(path, path.endsWith("invitations") ? { shop_domain: "x.example" } : {});
  };

  test.each(ROUTES)("%s takes an organization's key alone, with the scope", async (route) => {
    const admin = frontClient(front, (await createKey(front.db, { kind: "admin", name: "Admin", grants: ["write_admin"] })).rawKey);
    const none = await agencyClient(agency.id, ["read_feeds"]);
    const reader = await agencyClient(agency.id, ["read_org", "full_access"]);
    expect((await call(merchant, route)).code).toBe("wrong_key_kind");
    expect((await call(admin, route)).code).toBe("wrong_key_kind");
    expect((await call(none, route)).code).toBe("insufficient_scope");
    expect((await call(reader, route)).code).toBe(route.startsWith("POST") ? "insufficient_scope" : undefined);
  });
});

describe("an invitation", () => {
  const seen = async (to: string) => {
    const answer = await invite(agency, to, { client_label: "Ours" });
    return { status: answer.status, data: { ...answer.data, id: 0, domain: "", invited_at: "" }, id: Number(answer.data["id"]) };
  };

  test("is answered alike whether or not there is such a shop", async () => {
    const [known, unknown] = [await seen(domain.toUpperCase()), await seen("nobody.example")];
    expect(known.data).toEqual({
      object: "client_shop",
      id: 0,
      domain: "",
      name: null,
      client_label: "Ours",
      status: "pending",
      invited_at: "",
      connected_at: null,
      product_count: null,
      subscription_plan: null,
    });
    expect(unknown.data).toEqual(known.data);
    expect([known.status, unknown.status]).toEqual([201, 201]);
    expect(unknown.id).toBe(known.id + 1);
    expect(known.id).not.toBe(shop.shop.shopId);
  });

  test("has a number that never is a shop's, and gives no access by it", async () => {
    const { id } = await seen(domain);
    const later = await testShop(front.db);
    expect(later.shop.shopId).not.toBe(id);
    expect((await feeds(agency, id)).code).toBe("shop_not_connected");
    expect((await feeds(agency)).code).toBe("shop_not_connected");
  });

  test("waits for a shop that is installed later", async () => {
    await invite(agency, "later.example");
    const later = await testShop(front.db);
    await front.db.updateTable("shops").set({ domain: "Later.example" }).where("id", "=", later.shop.shopId).execute();
    const owner = await merchantClient(["full_access"], later);
    expect((await owner.get("/connection_requests")).list).toMatchObject([
      { object: "connection_request", organization_id: `org_${agency.id}`, organization_name: "An agency", status: "pending" },
    ]);
    expect((await merchant.get("/connection_requests")).list).toEqual([]);
  });

  test.each(["", "x", "https://x.example", "x.example/admin", "-x.example", "x..example", "a b.example", `${"a".repeat(64)}.example`])(
    "to %j is refused, because that is no domain",
    async (to) => {
      const answer = await invite(agency, to);
      expect([answer.status, answer.code]).toEqual([422, "validation_failed"]);
    },
  );

  test("is refused while there is one, whatever became of it", async () => {
    await invite(agency);
    expect(await invite(agency, domain.toUpperCase())).toMatchObject({ status: 409, code: "already_connected" });
    await merchant.post(`/connection_requests/${String(await requestId())}/approve`);
    expect(await invite(agency)).toMatchObject({ status: 409, code: "already_connected" });
    await merchant.post(`/connection_requests/${String(await requestId())}/decline`);
    expect(await invite(agency)).toMatchObject({ status: 409, code: "already_connected" });
    expect((await invite(await anAgency())).status).toBe(201);
  });

  test("is refused when 50 wait, until one of them is taken back", async () => {
    const waiting = Array.from({ length: 50 }, (_, at) => ({
      organization_id: agency.id,
      domain: `s${at}.example`,
      status: "pending" as const,
    }));
    await front.db.insertInto("organization_connections").values(waiting).execute();
    expect(await invite(agency)).toMatchObject({ status: 422, code: "invitation_limit_reached" });
    const [first] = (await agency.client.get("/org/shops?per_page=1")).list;
    expect((await agency.client.delete(`/org/connections/${String(first?.["id"])}`)).status).toBe(204);
    const both = await Promise.all([invite(agency), invite(agency, "another.example")]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
  });
});

describe("a merchant", () => {
  test("approves, and the organization sees the shop under its own id", async () => {
    const reader = await merchantClient(["read_settings"]);
    await invite(agency, domain, { client_label: "Ours" });
    const id = String(await requestId());
    expect((await reader.post(`/connection_requests/${id}/approve`)).code).toBe("insufficient_scope");
    expect((await merchant.post(`/connection_requests/${id}/approve`)).data).toMatchObject({
      status: "active",
      connected_at: expect.any(String),
    });
    expect((await agency.client.get("/org/shops")).list).toEqual([
      {
        id: shop.shop.shopId,
        object: "client_shop",
        domain,
        name: "A shop",
        client_label: "Ours",
        status: "active",
        invited_at: expect.any(String),
        connected_at: expect.any(String),
        product_count: 0,
        subscription_plan: "premium",
      },
    ]);
    expect((await feeds(agency)).status).toBe(200);
  });

  test("approves, and the shop answers to the invitation's number too, to that organization alone", async () => {
    const rival = await anAgency();
    await connect(rival);
    const { data } = await invite(agency);
    const number = Number(data["id"]);
    expect((await feeds(agency, number)).code).toBe("shop_not_connected");
    await merchant.post(`/connection_requests/${String(await requestId())}/approve`);
    const { data: told } = await agency.client.get(`/shop?shop_id=${number}`);
    expect(told["id"]).toBe(`shop_${shop.shop.shopId}`);
    expect((await feeds(agency)).status).toBe(200);
    expect((await feeds(rival, number)).code).toBe("shop_not_connected");
    await merchant.post(`/connection_requests/${String(await requestId())}/decline`);
    expect((await feeds(agency, number)).code).toBe("shop_not_connected");
  });

  test("sees in the log which organization did what, and the organizations see nothing of each other there", async () => {
    const rivals = await anAgency();
    await connect(agency);
    await connect(rivals);
    const at = `?shop_id=${shop.shop.shopId}`;
    await agency.client.post(`/api_keys${at}`, { name: "Theirs" });
    await rivals.client.delete(`/org/connections/${shop.shop.shopId}`);
    const actions = async (client: FrontClient, query = "") =>
      (await client.get(`/audit${query}`)).list.map(({ action, actor }) => [action, members(actor)["organization_id"]]);
    expect(await actions(merchant)).toEqual([
      ["connection.removed", `org_${rivals.id}`],
      ["api_key.created", `org_${agency.id}`],
      ["connection.approved", null],
      ["connection.approved", null],
    ]);
    expect((await merchant.get("/audit")).list[1]?.["actor"]).toMatchObject({ organization_name: "An agency" });
    expect(await actions(agency.client, at)).toEqual([
      ["api_key.created", `org_${agency.id}`],
      ["connection.approved", null],
    ]);
    await connect(rivals);
    expect((await rivals.client.get(`/audit${at}`)).list.find(({ action }) => action === "api_key.created")?.["actor"]).toEqual({
      kind: "key",
      key_kind: "organization",
      key_id: null,
      name: null,
      organization_id: null,
      organization_name: null,
    });
  });

  test("declines, and the organization learns no more than that", async () => {
    await invite(agency);
    const declined = await merchant.post(`/connection_requests/${String(await requestId())}/decline`);
    expect(declined.data).toMatchObject({ status: "declined", connected_at: null });
    const [seen] = (await agency.client.get("/org/shops")).list;
    expect(seen).toMatchObject({ status: "declined", name: null, product_count: null, subscription_plan: null });
    expect(seen?.["id"]).not.toBe(shop.shop.shopId);
    const again = await invite(agency);
    await front.db.updateTable("shops").set({ uninstalled_at: new Date() }).where("id", "=", shop.shop.shopId).execute();
    expect((await invite(agency)).message).toBe(again.message);
    expect((await agency.client.delete(`/org/connections/${String(seen?.["id"])}`)).status).toBe(204);
    expect((await invite(agency)).status).toBe(201);
  });

  test("answers twice as once, and may change their mind", async () => {
    await connect(agency);
    const id = String(await requestId());
    expect((await merchant.post(`/connection_requests/${id}/approve`)).status).toBe(200);
    await merchant.post(`/connection_requests/${id}/decline`);
    expect((await merchant.post(`/connection_requests/${id}/decline`)).data).toMatchObject({ status: "declined" });
    expect((await feeds(agency)).code).toBe("shop_not_connected");
    await merchant.post(`/connection_requests/${id}/approve`);
    expect((await feeds(agency)).status).toBe(200);
    expect((await merchant.get("/connection_requests?status=active")).meta).toMatchObject({ total: 1 });
    expect((await merchant.get("/connection_requests?status=pending")).meta).toMatchObject({ total: 0 });
  });

  test("answers no request to another shop", async () => {
    await invite(agency);
    const id = String(await requestId());
    const other = await merchantClient(["full_access"], await testShop(front.db));
    for (const answer of ["approve", "decline"])
      expect((await other.post(`/connection_requests/${id}/${answer}`)).code).toBe("resource_not_found");
    for (const none of ["0", "x", "99999999", "-1"])
      expect((await merchant.post(`/connection_requests/${none}/approve`)).code).toBe("resource_not_found");
    expect((await merchant.get("/connection_requests")).list).toMatchObject([{ status: "pending" }]);
  });

  test("alone decides: no organization's key sees or answers requests", async () => {
    await connect(agency);
    const at = `?shop_id=${shop.shop.shopId}`;
    expect((await agency.client.get(`/connection_requests${at}`)).code).toBe("wrong_key_kind");
    const made = await agency.client.post(`/api_keys${at}`, { name: "By the agency", scopes: ["full_access"] });
    const theirs = frontClient(front, String(made.data["raw_key"]));
    expect((await theirs.get("/feeds")).status).toBe(200);
    for (const [client, query] of [
      [agency.client, at],
      [theirs, ""],
    ] as const) {
      for (const answer of ["approve", "decline"])
        expect((await client.post(`/connection_requests/${String(await requestId())}/${answer}${query}`)).code).toBe("wrong_key_kind");
      expect((await client.get(`/connection_requests${query}`)).code).toBe("wrong_key_kind");
      expect((await client.delete(`/subscription${query}`)).code).toBe("wrong_key_kind");
    }
  });
});

describe("the end of a connection", () => {
  /** A key that the organization made in the shop. */
  const heldKeys = async ({ client }: Agency): Promise<FrontClient> => {
    const made = await client.post(`/api_keys?shop_id=${shop.shop.shopId}`, { name: "Made by them" });
    return frontClient(front, String(made.data["raw_key"]));
  };

  test("by the organization takes access away from the next request on, and from keys it made", async () => {
    await invite(agency, domain, { client_label: "The difficult one" });
    await merchant.post(`/connection_requests/${String(await requestId())}/approve`);
    const made = await heldKeys(agency);
    const rival = await anAgency();
    await connect(rival);
    const theirs = await heldKeys(rival);
    expect((await made.get("/feeds")).status).toBe(200);
    expect((await agency.client.delete(`/org/connections/shop_${shop.shop.shopId}`)).status).toBe(204);
    expect((await feeds(agency)).code).toBe("shop_not_connected");
    expect((await made.get("/feeds")).code).toBe("unauthorized");
    expect((await theirs.get("/feeds")).status).toBe(200);
    expect((await agency.client.get("/org/shops")).list).toEqual([]);
    expect((await agency.client.delete(`/org/connections/${shop.shop.shopId}`)).code).toBe("resource_not_found");
    const log = await merchant.get("/audit");
    const [removed, revoked] = log.list;
    expect(removed).toMatchObject({
      action: "connection.removed",
      shop_id: `shop_${shop.shop.shopId}`,
      actor: { kind: "key", key_kind: "organization" },
      before: { organization_name: "An agency", domain, status: "active" },
    });
    expect(revoked).toMatchObject({
      action: "api_key.revoked",
      actor: { kind: "key", key_kind: "organization" },
      after: { object: "api_key", name: "Made by them", status: "revoked" },
    });
    expect(log.text).not.toContain("The difficult one");
  });

  test("by the merchant does the same", async () => {
    await connect(agency);
    const made = await heldKeys(agency);
    expect((await merchant.post(`/connection_requests/${String(await requestId())}/decline`)).status).toBe(200);
    expect((await feeds(agency)).code).toBe("shop_not_connected");
    expect((await made.get("/feeds")).code).toBe("unauthorized");
  });

  test("by the number of the invitation works too, as long as the organization has not looked again", async () => {
    const { data } = await invite(agency);
    await merchant.post(`/connection_requests/${String(await requestId())}/approve`);
    expect((await agency.client.delete(`/org/connections/${String(data["id"])}`)).status).toBe(204);
    expect((await feeds(agency)).code).toBe("shop_not_connected");
  });

  test("of an invitation leaves no trace at the shop", async () => {
    const { data } = await invite(agency);
    expect((await agency.client.delete(`/org/connections/${String(data["id"])}`)).status).toBe(204);
    expect((await merchant.get("/connection_requests")).list).toEqual([]);
    expect((await merchant.get("/audit")).list).toEqual([]);
  });
});

describe("an organization's keys", () => {
  test("are made, used, listed without the secret, and revoked", async () => {
    const made = await agency.client.post("/org/keys", { name: "Second", scopes: ["read_org", "read_feeds"] });
    expect(made.status).toBe(201);
    expect(made.data).toMatchObject({
      object: "org_key",
      name: "Second",
      scopes: ["read_org", "read_feeds"],
      status: "active",
      raw_key: expect.stringMatching(/^svc_org_sk_[0-9a-f]{40}$/),
    });
    const second = frontClient(front, String(made.data["raw_key"]));
    expect((await second.get("/org")).status).toBe(200);
    const list = await agency.client.get("/org/keys");
    expect(list.meta).toEqual({});
    expect(list.text).not.toContain("raw_key");
    expect(list.list[1]).toMatchObject({ id: made.data["id"], request_count: 1, last_used_at: expect.any(String), revoked_at: null });
    expect((await agency.client.delete(`/org/keys/${String(made.data["id"])}`)).status).toBe(204);
    expect((await second.get("/org")).code).toBe("unauthorized");
    expect((await agency.client.get("/org/keys")).list[1]).toMatchObject({ status: "revoked", revoked_at: expect.any(String) });
  });

  test("get reads alone when nothing is said", async () => {
    const made = await agency.client.post("/org/keys");
    expect(made.data).toMatchObject({ name: "Organization key", scopes: ["read_org", "read"] });
  });

  test.each([
    ["more than the key that asks has", ["write_products"]],
    ["a scope of another kind", ["write_admin"]],
    ["a scope there is not", ["everything"]],
    ["no scope", []],
  ])("are refused with %s", async (_, scopes) => {
    const narrow = await agencyClient(agency.id, ["write_org", "read"]);
    expect(await narrow.post("/org/keys", { scopes })).toMatchObject({ status: 422, code: "invalid_param" });
    expect((await agency.client.get("/org/keys")).list).toHaveLength(2);
  });

  test("get the default scopes that the key that asks holds, without a body and with members that are null", async () => {
    const narrow = await agencyClient(agency.id, ["write_org"]);
    for (const body of [undefined, {}, { name: "z" }, { name: null, scopes: null }])
      expect((await narrow.post("/org/keys", body)).data["scopes"]).toEqual(["read_org"]);
    const reading = await agencyClient(agency.id, ["write_org", "read_feeds"]);
    expect((await reading.post("/org/keys")).data["scopes"]).toEqual(["read_org", "read_feeds"]);
  });

  test("are made once by a repeated request", async () => {
    const { rawKey: key } = await createKey(front.db, {
      kind: "organization",
      organizationId: agency.id,
      name: "A key",
      grants: ["write_org"],
    });
    const make = (body: object) =>
      front.send({
        method: "POST",
        url: "/v1/org/keys",
        key,
        payload: JSON.stringify(body),
        headers: { "content-type": "application/json", "idempotency-key": "once" },
      });
    const body = { scopes: ["read_org"] };
    const [first, second] = [await make(body), await make(body)];
    expect(first.statusCode).toBe(201);
    expect(second.body).toBe(first.body);
    expect(second.headers).toMatchObject({ "idempotent-replayed": "true" });
    expect((await make({ ...body, name: "Another" })).json()).toMatchObject({ error: { code: "idempotency_key_reused" } });
  });

  test("are no merchant's or admin's to revoke", async () => {
    const { id } = await createKey(front.db, { kind: "admin", name: "Admin", grants: ["write_admin"] });
    expect((await agency.client.delete(`/org/keys/${id}`)).code).toBe("resource_not_found");
  });
});
