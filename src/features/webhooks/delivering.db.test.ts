import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { perform } from "../../../test/harness/perform.ts";
import { members, parseJson } from "../../kernel/unsafe.ts";
import type { AnyOperation } from "../operation.ts";
import { recoverDeliveries, redeliver, rotateWebhookSecret, testWebhook, updateWebhook } from "./index.ts";
import { HOUR, MINUTE, type Subscribed, type Told, toldShop } from "./webhooks.suite.ts";
import { BUSY_MACHINE } from "../../../test/harness/slow-machine.ts";

let told: Told;
let webhook: Subscribed;

beforeAll(async () => {
  told = await toldShop();
});
beforeEach(async () => {
  await told.clear();
  webhook = await told.subscribe();
});
afterAll(() => told[Symbol.asyncDispose]());

const ask = <A>(operation: AnyOperation, path: Readonly<Record<string, string>> = {}, body?: object) =>
  perform<A>(told.services, told.home.shop, operation, {
    path: { id: String(webhook.id), ...path },
    ...(body === undefined ? {} : { body }),
  });
const answering = (status: number, headers: Readonly<Record<string, string>> = {}, body = "") =>
  told.endpoint.answer((response) => response.writeHead(status, headers).end(body));
const only = async () => {
  const [delivery, ...others] = await told.deliveries(webhook);
  if (delivery === undefined || others.length > 0) throw new Error(`${others.length + 1} deliveries`);
  return delivery;
};
const hmac = (secret: string, headers: Readonly<Record<string, unknown>>, body: string) =>
  `sha256=${createHmac("sha256", secret)
    .update(`${String(headers["x-svc-timestamp"])}.${body}`)
    .digest("hex")}`;

test("a delivery that succeeds is told once, signed, with the documented headers, and the webhook knows when", async () => {
  answering(204);
  await told.tell();
  await told.deliver();
  expect(await told.deliver()).toEqual([]);
  const [request, ...others] = told.endpoint.requests;
  expect(others).toEqual([]);
  const delivery = await only();
  expect(request?.headers).toMatchObject({
    "content-type": "application/json",
    "user-agent": "Feedwright/0",
    "x-svc-event": "feed.updated",
    "x-svc-delivery": `whd_${delivery.id}`,
    "x-svc-timestamp": String(Math.floor(told.now() / 1_000)),
    "x-svc-signature": hmac(webhook.secret, request?.headers ?? {}, request?.body ?? ""),
  });
  expect(request?.headers).not.toHaveProperty("x-svc-signature-previous");
  expect(JSON.parse(request?.body ?? "")).toMatchObject({
    id: delivery.event_id,
    event: "feed.updated",
    shop_id: `shop_${told.home.shop.shopId}`,
    data: { note: "é € 😀" },
  });
  expect(delivery).toMatchObject({ status: "delivered", attempt_count: 1, response_status: 204, due_at: null, claimed_until: null });
  expect(await told.webhook(webhook)).toMatchObject({ failure_count: 0, last_delivery_at: new Date(told.now()) });
});

test("an endpoint that says nothing has failed after 10 seconds", async () => {
  told.endpoint.answer(() => undefined);
  await told.tell();
  const askedAt = performance.now();
  await told.deliver();
  const seconds = (performance.now() - askedAt) / 1_000;
  // The message says when it gave up; a busy machine hears of that later.
  expect(seconds).toBeGreaterThan(9.9);
  expect(seconds).toBeLessThan(10 * BUSY_MACHINE);
  expect(await only()).toMatchObject({
    status: "pending",
    attempt_count: 1,
    response_status: null,
    error_message: "No answer within 10 s.",
  });
});

test("a delivery that always fails is attempted after 1, 6, 36 minutes, 2 h 36 and 10 h 36, with the same bytes, freshly signed, and has failed then", async () => {
  answering(500);
  const startedAt = told.now();
  await told.tell();
  await told.deliver();
  let dueAt = startedAt;
  for (const minutes of [1, 5, 30, 120, 480]) {
    const { due_at: next } = await only();
    const lastStart = dueAt;
    dueAt = next?.getTime() ?? Number.NaN;
    expect(dueAt).toBeGreaterThanOrEqual(lastStart + minutes * MINUTE);
    expect(dueAt).toBeLessThanOrEqual(lastStart + minutes * MINUTE * 1.05);
    told.forward(dueAt - told.now() - 1);
    expect(await told.deliver()).toEqual([]);
    told.forward(1);
    // Others get through in between, so the webhook is not disabled.
    await told.db.updateTable("webhooks").set({ failure_count: 0 }).execute();
    expect(await told.deliver()).toHaveLength(1);
  }
  expect(await only()).toMatchObject({
    status: "failed",
    attempt_count: 6,
    due_at: null,
    error_message: "The endpoint answered 500.",
    response_status: 500,
  });
  expect((await only()).attempts.map((attempt) => Reflect.get(attempt, "number"))).toEqual([1, 2, 3, 4, 5, 6]);
  told.forward(100 * HOUR);
  expect(await told.deliver()).toEqual([]);
  expect(new Set(told.endpoint.requests.map(({ body }) => body)).size).toBe(1);
  expect(new Set(told.endpoint.requests.map(({ headers }) => headers["x-svc-signature"])).size).toBe(6);
  for (const { headers, body } of told.endpoint.requests) expect(headers["x-svc-signature"]).toBe(hmac(webhook.secret, headers, body));
});

test("the fifth failure in a row disables the webhook: what waits fails, the others are told, the audit log says so", async () => {
  const other = await told.subscribe("/other");
  told.endpoint.answer((response) => response.writeHead(500).end());
  await told.db
    .updateTable("webhooks")
    .set({ events: ["webhook.disabled"] })
    .where("id", "=", other.id)
    .execute();
  await told.tell();
  for (let failures = 1; failures <= 5; failures += 1) {
    if (failures === 4) await told.tell();
    expect((await told.webhook(webhook)).status).toBe("active");
    await told.claim(1).then((claimed) => told.send(claimed));
    expect((await told.webhook(webhook)).failure_count).toBe(failures);
    told.forward(failures < 5 ? HOUR * 9 : 0);
  }
  expect(await told.webhook(webhook)).toMatchObject({
    status: "disabled",
    disabled_at: new Date(told.now()),
    disabled_reason: "5 attempts in a row failed. Last error: The endpoint answered 500.",
  });
  for (const delivery of await told.deliveries(webhook))
    expect(delivery).toMatchObject({ status: "failed", due_at: null, error_message: "webhook disabled" });
  expect(await told.deliveries(other)).toMatchObject([{ event: "webhook.disabled", status: "pending" }]);
  const audited = await told.db.selectFrom("audit_log").select(["action", "actor"]).where("shop_id", "=", told.home.shop.shopId).execute();
  expect(audited).toEqual([{ action: "webhook.disabled", actor: { kind: "system" } }]);
});

test("whoever else listens is told which webhook was disabled by its address up to the query, which may hold a secret", async () => {
  const secretive = await told.subscribe("/hook?token=hush#fragment");
  answering(500);
  for (let failures = 1; failures <= 5; failures += 1) await told.tell();
  await told.deliver();
  expect(await told.webhook(secretive)).toMatchObject({
    status: "disabled",
    endpoint_url: `${told.endpoint.url}/hook?token=hush#fragment`,
  });
  const events = await told.db.selectFrom("events").select("body").where("name", "=", "webhook.disabled").execute();
  const address = (id: string) =>
    events.map(({ body }) => members(members(parseJson(body))["data"])).find((data) => data["id"] === id)?.["endpoint_url"];
  expect(address(`wh_${secretive.id}`)).toBe(`${told.endpoint.url}/hook`);
});

test("tests reach a disabled webhook and count as no failure; events do not reach it", async () => {
  answering(500);
  for (let at = 0; at < 7; at += 1) await ask(testWebhook);
  await told.deliver();
  expect(await told.webhook(webhook)).toMatchObject({ status: "active", failure_count: 0 });
  await told.db
    .updateTable("webhooks")
    .set({ status: "disabled", disabled_at: new Date(told.now()) })
    .execute();
  await told.tell();
  await ask(testWebhook);
  answering(200);
  await told.deliver();
  expect(told.endpoint.requests.map(({ headers }) => headers["x-svc-event"])).toEqual(["test.ping"]);
});

test("disabling ends tests that wait to be made again, and a test of a disabled webhook is made once", async () => {
  answering(500);
  await ask(testWebhook);
  await told.deliver();
  for (let at = 0; at < 5; at += 1) await told.tell();
  await told.deliver();
  expect(await told.webhook(webhook)).toMatchObject({ status: "disabled" });
  await ask(testWebhook);
  await told.deliver();
  const tests = await told.db
    .selectFrom("webhook_deliveries")
    .select(["status", "error_message"])
    .where("event", "=", "test.ping")
    .orderBy("id")
    .execute();
  expect(tests).toEqual([
    { status: "failed", error_message: "webhook disabled" },
    { status: "failed", error_message: "The endpoint answered 500." },
  ]);
});

test("an event that was written while its webhook was being disabled is not sent, nor is one of an uninstalled shop", async () => {
  await told.tell();
  await told.db
    .updateTable("webhooks")
    .set({ status: "disabled", disabled_at: new Date(told.now()) })
    .execute();
  await told.deliver();
  expect(await only()).toMatchObject({ status: "failed", attempt_count: 0, error_message: "webhook disabled", claimed_until: null });
  await told.db.updateTable("webhooks").set({ status: "active", disabled_at: null }).execute();
  await told.tell();
  await told.db.updateTable("shops").set({ uninstalled_at: new Date() }).execute();
  await told.deliver();
  expect((await told.deliveries(webhook))[1]).toMatchObject({ status: "failed", attempt_count: 0, error_message: "shop uninstalled" });
  expect(told.endpoint.requests).toEqual([]);
});

test("delivering again while a retry waits neither stops nor doubles it, and two that are asked for both run, with the same event", async () => {
  answering(500);
  await told.tell();
  await told.deliver();
  const first = await only();
  answering(200);
  await ask(redeliver, { delivery_id: String(first.id) });
  await ask(redeliver, { delivery_id: String(first.id) });
  expect(await told.deliver()).toHaveLength(2);
  told.forward(2 * MINUTE);
  expect(await told.deliver()).toHaveLength(1);
  told.forward(11 * HOUR);
  expect(await told.deliver()).toEqual([]);
  const rows = await told.deliveries(webhook);
  expect(rows.map(({ status, attempt_count: attempts }) => [status, attempts])).toEqual([
    ["delivered", 2],
    ["delivered", 1],
    ["delivered", 1],
  ]);
  expect(new Set(rows.map(({ event_id: event }) => event)).size).toBe(1);
  expect(new Set(told.endpoint.requests.map(({ body }) => body)).size).toBe(1);
});

test("enabling sends nothing that failed; recovering does, each event once however often it is asked for", async () => {
  answering(500);
  for (let at = 0; at < 3; at += 1) await told.tell();
  answering(410);
  await told.deliver({ extras: true });
  expect(await told.webhook(webhook)).toMatchObject({
    status: "disabled",
    failure_count: 1,
    disabled_reason: "The endpoint answered 410, which means it wants no more events.",
  });
  await ask(updateWebhook, {}, { status: "active" });
  expect(await told.webhook(webhook)).toMatchObject({ status: "active", failure_count: 0, disabled_at: null, disabled_reason: null });
  told.forward(11 * HOUR);
  expect(await told.deliver()).toEqual([]);
  const since = new Date(told.now() - 12 * HOUR).toISOString();
  expect(await ask(recoverDeliveries, {}, { since: new Date(told.now()).toISOString() })).toMatchObject({ recovered: 0 });
  expect(await ask(recoverDeliveries, {}, { since })).toEqual({ object: "webhook_recovery", since, recovered: 3, has_more: false });
  expect(await ask(recoverDeliveries, {}, { since })).toMatchObject({ recovered: 0 });
  answering(200);
  expect(await told.deliver()).toHaveLength(3);
  expect(await ask(recoverDeliveries, {}, { since })).toMatchObject({ recovered: 0 });
});

/** What the next delivery is signed with, and what these secrets would have signed it with. */
async function signedNext(...secrets: readonly string[]) {
  answering(200);
  await told.tell();
  await told.deliver();
  const [request] = told.endpoint.requests;
  const [headers, body] = [members(request?.headers), request?.body ?? ""];
  return {
    signatures: [headers["x-svc-signature"], headers["x-svc-signature-previous"]],
    expected: secrets.map((secret) => hmac(secret, headers, body)),
  };
}

test("a new secret signs at once, the one before for 24 hours beside it, and an older one no more", async () => {
  const rotate = async () => (await ask<{ readonly secret: string }>(rotateWebhookSecret)).secret;
  const second = await rotate();
  const first = await signedNext(second, webhook.secret);
  expect(first.signatures).toEqual(first.expected);
  const third = await rotate();
  told.forward(24 * HOUR - 1);
  const beside = await signedNext(third, second);
  expect(beside.signatures).toEqual(beside.expected);
  told.forward(1);
  const last = await signedNext(third);
  expect(last.signatures).toEqual([...last.expected, undefined]);
});

test("by default, 410 is a failure like any other, and Retry-After does not move the next attempt", async () => {
  answering(410);
  await told.tell();
  await told.deliver();
  expect(await told.webhook(webhook)).toMatchObject({ status: "active", failure_count: 1 });
  answering(429, { "retry-after": "240" });
  await told.tell();
  await told.deliver();
  const delay = ((await told.deliveries(webhook))[1]?.due_at?.getTime() ?? 0) - told.now();
  expect(delay).toBeLessThan(1.03 * MINUTE + 1);
});

test.each([429, 503])("with WEBHOOK_EXTRAS, %i with Retry-After delays the next attempt", async (status) => {
  answering(status, { "retry-after": "240" });
  await told.tell();
  await told.deliver({ extras: true });
  expect((await only()).due_at).toEqual(new Date(told.now() + 4 * MINUTE));
});

test("a redirect is a failure and is not followed; of the answer 4 KiB are kept", async () => {
  answering(302, { location: "/elsewhere" }, "x".repeat(10_000));
  await told.tell();
  await told.deliver();
  expect(told.endpoint.requests.map(({ path }) => path)).toEqual(["/hook"]);
  const { attempts, error_message: message } = await only();
  expect(message).toBe("The endpoint answered 302. Redirects aren't followed.");
  expect(attempts).toEqual([
    {
      number: 1,
      started_at: new Date(told.now()).toISOString(),
      request_url: expect.stringMatching(/\/hook$/),
      request_headers: expect.objectContaining({ "x-svc-signature": expect.stringMatching(/^sha256=[0-9a-f]{64}$/) }),
      response_status: 302,
      response_time_ms: expect.any(Number),
      error_message: message,
      response_body: "x".repeat(4_096),
    },
  ]);
});
