import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { frontClient, type FrontClient } from "../../../test/harness/front-client.ts";
import { testShop, type TestShop } from "../../../test/harness/shop-fixture.ts";
import { httpFront, type HttpFront, json } from "../../surfaces/http/http-front.suite.ts";
import { createKey } from "../keys/index.ts";
import { OPERATIONS } from "../operations.ts";
import { insertActiveConnection, insertOrganization } from "../organizations/index.ts";

let front: HttpFront;
let shop: TestShop;
let merchant: FrontClient;
let key: string;

const URL = "https://hooks.example.com/feedwright";
const body = { endpoint_url: URL, events: ["feed.updated", "run.held"] };

beforeAll(async () => {
  front = await httpFront({ operations: OPERATIONS });
});
afterAll(() => front[Symbol.asyncDispose]());
beforeEach(async () => {
  shop = await testShop(front.db);
  key = await keyWith(["full_access"]);
  merchant = frontClient(front, key);
});

const keyWith = async (grants: readonly string[]) =>
  (await createKey(front.db, { kind: "merchant", shopId: shop.shop.shopId, name: "A key", grants })).rawKey;
const create = async (changes: object = {}) => String((await merchant.post("/webhooks", { ...body, ...changes })).data["id"]);
const disable = (id: string) =>
  front.db
    .updateTable("webhooks")
    .set({ status: "disabled", disabled_at: new Date(), disabled_reason: "It failed.", failure_count: 5 })
    .where("id", "=", Number(id.slice(3)))
    .execute();

const WEBHOOK = {
  id: expect.stringMatching(/^wh_\d+$/),
  object: "webhook",
  ...body,
  status: "active",
  failure_count: 0,
  last_delivery_at: null,
  disabled_at: null,
  disabled_reason: null,
  created_at: expect.any(String),
  updated_at: expect.any(String),
};

describe("a webhook", () => {
  test("is made with its secret, which is shown once, sealed at rest and in no audit row", async () => {
    const made = await merchant.post("/webhooks", body);
    expect(made.status).toBe(201);
    expect(made.data).toEqual({ ...WEBHOOK, secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) });
    const secret = String(made.data["secret"]);
    const { secret: _, ...shown } = made.data;
    const listed = await merchant.get("/webhooks");
    expect(listed.list).toEqual([shown]);
    expect(listed.text).not.toContain("meta");
    expect((await merchant.get(`/webhooks/${String(made.data["id"])}`)).data).toEqual(shown);
    const rows = await front.db.selectFrom("webhooks").selectAll().where("shop_id", "=", shop.shop.shopId).execute();
    const audited = await front.db.selectFrom("audit_log").selectAll().where("shop_id", "=", shop.shop.shopId).execute();
    expect(audited.map(({ action }) => action)).toEqual(["webhook.created"]);
    expect(JSON.stringify([rows, audited, front.logged])).not.toContain(secret.slice(6, 30));
  });

  test("is answered again to the same Idempotency-Key, secret and all, and made once", async () => {
    const send = () =>
      front.send({
        method: "POST",
        url: "/v1/webhooks",
        key,
        payload: json(body).payload,
        headers: { ...json(body).headers, "idempotency-key": "once" },
      });
    const [first, second] = [await send(), await send()];
    expect(second.body).toBe(first.body);
    expect(first.body).toContain("whsec_");
    expect((await merchant.get("/webhooks")).list).toHaveLength(1);
  });

  test("is changed, and enabled again as if it had never failed", async () => {
    const id = await create();
    const changed = await merchant.patch(`/webhooks/${id}`, { endpoint_url: `${URL}/2`, events: ["*"] });
    expect([changed.status, changed.data]).toEqual([200, { ...WEBHOOK, endpoint_url: `${URL}/2`, events: ["*"] }]);
    await disable(id);
    expect((await merchant.get(`/webhooks/${id}`)).data).toMatchObject({
      status: "disabled",
      failure_count: 5,
      disabled_reason: "It failed.",
    });
    const enabled = await merchant.patch(`/webhooks/${id}`, { status: "active" });
    expect(enabled.data).toEqual({ ...WEBHOOK, endpoint_url: `${URL}/2`, events: ["*"] });
  });

  test("is deleted with its history", async () => {
    const id = await create();
    await merchant.post(`/webhooks/${id}/test`);
    expect((await merchant.delete(`/webhooks/${id}`)).status).toBe(204);
    for (const route of [`/webhooks/${id}`, `/webhooks/${id}/deliveries`]) expect((await merchant.get(route)).status).toBe(404);
    expect((await merchant.delete(`/webhooks/${id}`)).status).toBe(404);
    expect(await front.db.selectFrom("webhook_deliveries").select("id").where("shop_id", "=", shop.shop.shopId).execute()).toEqual([]);
  });

  test("gets a new secret on rotation, shown once", async () => {
    const made = await merchant.post("/webhooks", body);
    const rotated = await merchant.post(`/webhooks/${String(made.data["id"])}/secret/rotate`);
    expect(rotated.status).toBe(200);
    expect(rotated.data).toEqual({ ...WEBHOOK, secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) });
    expect(rotated.data["secret"]).not.toBe(made.data["secret"]);
  });

  test("with nothing that it needs is refused, and every member is named", async () => {
    const answer = await merchant.post("/webhooks", { colour: "red" });
    expect([answer.status, answer.code]).toEqual([422, "webhook_invalid"]);
    const codes = { "/endpoint_url": "missing_param", "/events": "missing_param", "/colour": "unknown_param" };
    const details = Object.entries(codes).map(([param, code]) => ({ param, code }));
    expect(JSON.parse(answer.text)).toMatchObject({ error: { param: "/endpoint_url", details } });
  });

  test.each<readonly [string, object, string]>([
    ["an address of a private network", { endpoint_url: "https://10.1.2.3/" }, "/endpoint_url"],
    ["the same in hexadecimal", { endpoint_url: "https://0x0a010203/" }, "/endpoint_url"],
    ["a link-local address", { endpoint_url: "http://169.254.169.254/latest" }, "/endpoint_url"],
    ["a name without a domain", { endpoint_url: "https://intranet/hook" }, "/endpoint_url"],
    ["a user name", { endpoint_url: "https://me:pass@hooks.example.com/" }, "/endpoint_url"],
    ["another scheme", { endpoint_url: "ftp://hooks.example.com/" }, "/endpoint_url"],
    ["no address", { endpoint_url: "hooks" }, "/endpoint_url"],
    ["an address that is too long", { endpoint_url: `${URL}/${"x".repeat(3_000)}` }, "/endpoint_url"],
    ["an address that is no text", { endpoint_url: 7 }, "/endpoint_url"],
    ["an address with U+0000", { endpoint_url: `${URL}\0` }, "/endpoint_url"],
    ["half a surrogate pair in an event", { events: ["\ud83d"] }, "/events/0"],
    ["an unknown event", { events: ["feed.updated", "feed.exploded"] }, "/events/1"],
    ["no event", { events: [] }, "/events"],
    ["an event twice", { events: ["feed.updated", "feed.updated"] }, "/events"],
    ["no list", { events: "feed.updated" }, "/events"],
  ])("with %s is refused, and the member is named", async (_, changes, param) => {
    const id = await create();
    for (const answer of [await merchant.post("/webhooks", { ...body, ...changes }), await merchant.patch(`/webhooks/${id}`, changes)]) {
      expect([answer.status, answer.code]).toEqual([422, "webhook_invalid"]);
      expect(JSON.parse(answer.text)).toMatchObject({ error: { param, details: [{ param }] } });
    }
  });

  test("without its members, or with others, is refused", async () => {
    for (const missing of [{ events: ["*"] }, { endpoint_url: URL }])
      expect((await merchant.post("/webhooks", missing)).code).toBe("webhook_invalid");
    expect((await merchant.post("/webhooks", { ...body, name: "mine" })).code).toBe("validation_failed");
    const id = await create();
    expect((await merchant.patch(`/webhooks/${id}`, {})).code).toBe("webhook_invalid");
    expect((await merchant.patch(`/webhooks/${id}`, { status: "disabled" })).code).toBe("webhook_invalid");
    expect((await merchant.patch(`/webhooks/${id}`, { secret: "mine" })).code).toBe("validation_failed");
  });

  test("is one of at most 50", async () => {
    for (let at = 0; at < 50; at += 1) await create();
    const answer = await merchant.post("/webhooks", body);
    expect(answer.code).toBe("webhook_invalid");
    expect(answer.message).toContain("50");
  });

  test("takes read_webhooks to see and write_webhooks to change, and is not found by another shop", async () => {
    const id = await create();
    const reader = frontClient(front, await keyWith(["read_webhooks"]));
    expect((await reader.get(`/webhooks/${id}`)).status).toBe(200);
    for (const route of ["/webhooks", `/webhooks/${id}/test`, `/webhooks/${id}/secret/rotate`])
      expect((await reader.post(route, route === "/webhooks" ? body : undefined)).code).toBe("insufficient_scope");
    shop = await testShop(front.db);
    const stranger = frontClient(front, await keyWith(["full_access"]));
    expect((await stranger.get("/webhooks")).list).toEqual([]);
    const tested = String((await merchant.post(`/webhooks/${id}/test`)).data["id"]);
    const answers = [
      await stranger.get(`/webhooks/${id}`),
      await stranger.patch(`/webhooks/${id}`, { events: ["*"] }),
      await stranger.delete(`/webhooks/${id}`),
      await stranger.get(`/webhooks/${id}/deliveries`),
      await stranger.get(`/webhooks/${id}/deliveries/${tested}`),
      await stranger.post(`/webhooks/${id}/deliveries/${tested}/redeliver`),
      ...(await Promise.all(["test", "secret/rotate"].map((verb) => stranger.post(`/webhooks/${id}/${verb}`)))),
      await stranger.post(`/webhooks/${id}/recover`, { since: "2026-01-01T00:00:00Z" }),
    ];
    for (const { code } of answers) expect(code).toBe("resource_not_found");
  });
});

describe("deliveries", () => {
  test("are listed newest first, a page at a time, by status and by event, and shown with their attempts", async () => {
    const id = await create();
    const made = [];
    for (let at = 0; at < 3; at += 1) made.unshift((await merchant.post(`/webhooks/${id}/test`)).data);
    expect(made[0]).toEqual({
      id: expect.stringMatching(/^whd_\d+$/),
      object: "webhook_delivery",
      webhook_id: id,
      event_id: expect.stringMatching(/^evt_/),
      event: "test.ping",
      status: "pending",
      attempt_count: 0,
      response_status: null,
      response_time_ms: null,
      error_message: null,
      delivered_at: null,
      next_retry_at: null,
      created_at: expect.any(String),
    });
    const page = await merchant.get(`/webhooks/${id}/deliveries?per_page=2`);
    expect(page.list).toEqual(made.slice(0, 2));
    expect(page.meta).toEqual({ page: 1, per_page: 2, total: 3, total_pages: 2, has_more: true });
    expect((await merchant.get(`/webhooks/${id}/deliveries?status=delivered`)).list).toEqual([]);
    expect((await merchant.get(`/webhooks/${id}/deliveries?status=pending&event=test.ping`)).list).toEqual(made);
    expect((await merchant.get(`/webhooks/${id}/deliveries?event=run.held`)).list).toEqual([]);
    for (const query of ["status=lost", "event=feed.exploded", "colour=red"])
      expect((await merchant.get(`/webhooks/${id}/deliveries?${query}`)).code).toBe("invalid_request");
    expect((await merchant.get(`/webhooks/${id}/deliveries/${String(made[0]?.["id"])}`)).data).toEqual({
      ...made[0],
      request_body: expect.stringContaining(String(made[0]?.["event_id"])),
      attempts: [],
    });
    const other = await create();
    expect((await merchant.get(`/webhooks/${other}/deliveries/${String(made[0]?.["id"])}`)).code).toBe("resource_not_found");
  });

  test("are not made again while the webhook is disabled, but tests are", async () => {
    const id = await create();
    const { id: delivery } = (await merchant.post(`/webhooks/${id}/test`)).data;
    await disable(id);
    for (const answer of [
      await merchant.post(`/webhooks/${id}/deliveries/${String(delivery)}/redeliver`),
      await merchant.post(`/webhooks/${id}/recover`, { since: "2026-01-01T00:00:00Z" }),
    ]) {
      expect(answer.code).toBe("webhook_invalid");
      expect(answer.message).toContain("Enable it first");
    }
    expect((await merchant.post(`/webhooks/${id}/test`)).status).toBe(202);
    expect((await merchant.post(`/webhooks/${id}/recover`, { since: "yesterday" })).code).toBe("validation_failed");
  });
});

test("an organization sees addresses of others without their query, in webhooks and in the log, and sent back they change nothing", async () => {
  const organizationId = await insertOrganization(front.db, "An onlooker");
  const { shopId } = shop.shop;
  await insertActiveConnection(front.db, { organizationId, shopId, domain: `shop-${shop.token}.example`, clientLabel: "One" });
  const grants = ["write_org", "full_access"];
  const agency = frontClient(front, (await createKey(front.db, { kind: "organization", organizationId, name: "Eyes", grants })).rawKey);
  const secretUrl = `${URL}?token=hidden-from-others`;
  const id = await create({ endpoint_url: secretUrl });
  const there = `/webhooks/${id}?shop_id=${shopId}`;
  const seen = [
    (await agency.get(there)).data,
    (await agency.patch(there, { endpoint_url: URL, events: ["run.held"] })).data,
    (await agency.get(`/webhooks?shop_id=${shopId}`)).list.find((webhook) => webhook["id"] === id),
  ];
  for (const webhook of seen) expect(webhook).toMatchObject({ endpoint_url: URL });
  const log = async (client: FrontClient, shopOf: string) => JSON.stringify((await client.get(`/audit${shopOf}`)).list);
  expect(await log(agency, `?shop_id=${shopId}`)).not.toContain("hidden-from-others");
  expect((await merchant.get(`/webhooks/${id}`)).data).toMatchObject({ endpoint_url: secretUrl, events: ["run.held"] });
  expect(await log(merchant, "")).toContain("hidden-from-others");
});

describe("an organization's webhook", () => {
  const removes = (agency: FrontClient) => agency.delete(`/org/connections/${shop.shop.shopId}`);
  const declines = async () => {
    const { list } = await merchant.get("/connection_requests");
    return merchant.post(`/connection_requests/${String(list[0]?.["id"])}/decline`);
  };

  test.each([
    ["the organization gives up", removes, 204],
    ["the merchant ends", declines, 200],
  ])("is disabled when %s the connection", async (_, end, status) => {
    const organizationId = await insertOrganization(front.db, "An agency");
    const { shopId } = shop.shop;
    await insertActiveConnection(front.db, { organizationId, shopId, domain: `shop-${shop.token}.example`, clientLabel: "One" });
    const grants = ["write_org", "full_access"];
    const agency = frontClient(front, (await createKey(front.db, { kind: "organization", organizationId, name: "A key", grants })).rawKey);
    const direct = String((await agency.post(`/webhooks?shop_id=${shopId}`, body)).data["id"]);
    const handed = await agency.post(`/api_keys?shop_id=${shopId}`, { name: "Handed on", scopes: ["write_webhooks"] });
    const indirect = String((await frontClient(front, String(handed.data["raw_key"])).post("/webhooks", body)).data["id"]);
    const own = await create({ events: ["*"] });
    const led = await create();
    await agency.patch(`/webhooks/${led}?shop_id=${shopId}`, { endpoint_url: "https://agency.example/inbox" });
    const known = await create();
    await agency.post(`/webhooks/${known}/secret/rotate?shop_id=${shopId}`);
    await merchant.patch(`/webhooks/${direct}`, { endpoint_url: body.endpoint_url, status: "active" });
    const taken = await agency.post(`/webhooks?shop_id=${shopId}`, body);
    const took = String(taken.data["id"]);
    await merchant.patch(`/webhooks/${took}`, { endpoint_url: "https://merchant.example/inbox" });
    const turned = String((await agency.post(`/webhooks?shop_id=${shopId}`, body)).data["id"]);
    await merchant.patch(`/webhooks/${turned}`, { endpoint_url: "https://merchant.example/inbox" });
    await merchant.post(`/webhooks/${turned}/secret/rotate`);
    const renamed = await create();
    await agency.patch(`/webhooks/${renamed}?shop_id=${shopId}`, { endpoint_url: body.endpoint_url, events: ["run.held"] });
    await merchant.post(`/webhooks/${direct}/test`);
    expect((await end(agency)).status).toBe(status);
    for (const id of [direct, indirect, led, known, took]) {
      const { data } = await merchant.get(`/webhooks/${id}`);
      expect(data).toMatchObject({
        status: "disabled",
        disabled_reason: "The organization that set its URL or knows its secret is no longer connected to this shop.",
      });
      const enabled = await merchant.patch(`/webhooks/${id}`, { status: "active" });
      expect(enabled.code).toBe("webhook_invalid");
      expect(enabled.message).toContain(id === led ? "an endpoint_url of your own" : "Rotate the secret first");
    }
    expect((await merchant.get(`/webhooks/${direct}/deliveries?event=test.ping`)).list).toMatchObject([
      { status: "failed", error_message: "webhook disabled" },
    ]);
    for (const id of [own, renamed, turned]) expect((await merchant.get(`/webhooks/${id}`)).data).toMatchObject({ status: "active" });
    const log = (await merchant.get("/audit?per_page=8")).list;
    expect(log.filter(({ action }) => action === "webhook.disabled")).toHaveLength(5);
    // Whose secret it is and where it leads are two things, and the merchant settles both.
    const echoed = { endpoint_url: body.endpoint_url, status: "active" };
    expect((await merchant.patch(`/webhooks/${direct}`, echoed)).message).toContain("Rotate the secret first");
    await merchant.post(`/webhooks/${direct}/secret/rotate`);
    expect((await merchant.patch(`/webhooks/${direct}`, { status: "active" })).message).toContain("an endpoint_url of your own");
    expect((await merchant.patch(`/webhooks/${direct}`, echoed)).data).toMatchObject({ status: "active", disabled_reason: null });
    for (const id of [known, took]) {
      await merchant.post(`/webhooks/${id}/secret/rotate`);
      expect((await merchant.patch(`/webhooks/${id}`, { status: "active" })).data).toMatchObject({ status: "active" });
    }
    const reclaimed = await merchant.patch(`/webhooks/${led}`, { status: "active", endpoint_url: "https://merchant.example/second" });
    expect(reclaimed.data).toMatchObject({ status: "active", disabled_reason: null });
  });
});
