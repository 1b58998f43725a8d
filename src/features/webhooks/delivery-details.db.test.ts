import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { perform } from "../../../test/harness/perform.ts";
import type { Scope } from "../../kernel/scopes.ts";
import { getDelivery, listDeliverySeries } from "./index.ts";
import { HOUR, MINUTE, type Subscribed, type Told, toldShop } from "./webhooks.suite.ts";

let told: Told;
let webhook: Subscribed;

beforeAll(async () => {
  told = await toldShop();
});
beforeEach(async () => {
  await told.clear();
  webhook = await told.subscribe("/hook?token=1");
});
afterAll(() => told[Symbol.asyncDispose]());

interface Detail {
  readonly request_body: string | null;
  readonly attempts: readonly {
    readonly request_url: string | null;
    readonly request_headers: Readonly<Record<string, string>> | null;
    readonly response_status: number | null;
    readonly response_body: string | null;
  }[];
}

async function detail(scopes?: readonly Scope[]): Promise<Detail> {
  const [delivery] = await told.deliveries(webhook);
  const path = { id: String(webhook.id), delivery_id: `whd_${delivery?.id}` };
  return perform<Detail>(told.services, told.home.shop, getDelivery, scopes === undefined ? { path } : { path, scopes });
}

test("a delivery shows what each attempt sent, signed as it was, and what was answered", async () => {
  told.endpoint.answer((response) => response.writeHead(503).end("busy"));
  await told.tell();
  await told.deliver();
  const requests = [...told.endpoint.requests];
  told.forward(HOUR);
  told.endpoint.answer((response) => response.writeHead(200).end("ok"));
  await told.deliver();
  requests.push(...told.endpoint.requests);
  expect(requests).toHaveLength(2);
  const { request_body: body, attempts } = await detail();
  expect(attempts.map(({ response_status: status, response_body: answer }) => [status, answer])).toEqual([
    [503, "busy"],
    [200, "ok"],
  ]);
  for (const [at, request] of requests.entries()) {
    expect(request.body).toBe(body);
    const headers = attempts[at]?.request_headers ?? {};
    expect(attempts[at]?.request_url).toMatch(/\/hook\?token=1$/);
    expect(request.headers).toMatchObject(headers);
    const signed = createHmac("sha256", webhook.secret).update(`${headers["x-svc-timestamp"]}.${body}`).digest("hex");
    expect(headers["x-svc-signature"]).toBe(`sha256=${signed}`);
  }
  expect(attempts[0]?.request_headers?.["x-svc-signature"]).not.toBe(attempts[1]?.request_headers?.["x-svc-signature"]);
  expect(JSON.stringify(attempts)).not.toContain(webhook.secret);
});

test("a key that may not read what an event is about sees no body; attempts from before this was recorded show nothing sent", async () => {
  told.endpoint.answer((response) => response.writeHead(200).end());
  await told.tell();
  await told.deliver();
  expect(await detail(["read_webhooks"])).toMatchObject({ request_body: null, attempts: [{ response_status: expect.any(Number) }] });
  expect((await detail(["read_webhooks", "read_feeds"])).request_body).toContain("feed.updated");
  const old = { number: 1, started_at: "2026-11-21T08:00:00.000Z", response_status: 200, response_time_ms: 1 };
  const attempts = JSON.stringify([{ ...old, error_message: null, response_body: "" }]);
  await told.db.updateTable("webhook_deliveries").set({ attempts }).execute();
  expect((await detail()).attempts).toMatchObject([{ request_url: null, request_headers: null }]);
});

interface Series {
  readonly bucket: string;
  readonly points: readonly Readonly<Record<string, unknown>>[];
}
const series = (query: Readonly<Record<string, string>>) =>
  perform<Series>(told.services, told.home.shop, listDeliverySeries, { path: { id: String(webhook.id) }, query });

test("deliveries are counted by hour and status, gaps as zeros, and no other webhook's are", async () => {
  const start = Math.floor(told.now() / HOUR) * HOUR;
  told.endpoint.answer((response) => response.writeHead(200).end());
  await told.tell();
  await told.deliver();
  told.forward(2 * HOUR);
  await told.tell();
  await told.db.updateTable("webhook_deliveries").set({ status: "failed", due_at: null }).where("status", "=", "pending").execute();
  await told.tell();
  await told.subscribe("/other");
  await told.tell();
  const span = { from: new Date(start).toISOString(), to: new Date(told.now() + MINUTE).toISOString() };
  const { bucket, points } = await series(span);
  expect(bucket).toBe("hour");
  expect(points.map(({ at, delivered_count: a, failed_count: b, pending_count: c }) => [at, a, b, c])).toEqual([
    [new Date(start).toISOString(), 1, 0, 0],
    [new Date(start + HOUR).toISOString(), 0, 0, 0],
    [new Date(start + 2 * HOUR).toISOString(), 0, 1, 2],
  ]);
  expect(points[0]?.["response_time_ms"]).toEqual(expect.any(Number));
  expect(points[1]?.["response_time_ms"]).toBeNull();
});

test("a series begins days in the shop's time zone, and has at most 500 points", async () => {
  await told.db.updateTable("shops").set({ time_zone: "Asia/Kolkata" }).where("id", "=", told.home.shop.shopId).execute();
  await told.tell();
  const month = { from: "2026-11-01T00:00:00Z", to: "2026-11-30T00:00:00Z" };
  const days = await series(month);
  expect(days.bucket).toBe("day");
  expect(days.points.find(({ pending_count: count }) => count === 1)?.["at"]).toBe("2026-11-20T18:30:00.000Z");
  await expect(series({ ...month, bucket: "hour" })).rejects.toMatchObject({ details: [{ param: "/bucket" }] });
  await expect(series({ from: month.to, to: month.from })).rejects.toMatchObject({ details: [{ param: "/from" }] });
  await expect(series({ from: "0001-01-01T00:00:00Z" })).rejects.toMatchObject({ code: "invalid_request" });
});
