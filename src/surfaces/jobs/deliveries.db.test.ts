import { sql } from "kysely";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readExposition } from "../../../test/harness/exposition.ts";
import { prometheusMetrics } from "../../platform/telemetry/prometheus-metrics.ts";
import { MINUTE, type Subscribed, type Told, toldShop } from "../../features/webhooks/webhooks.suite.ts";
import { type DeliveryOptions, startDeliveries } from "./deliveries.ts";
import { IN_TIME } from "../../../test/harness/slow-machine.ts";

let told: Told;
let webhook: Subscribed;

beforeEach(async () => {
  told = await toldShop();
  webhook = await told.subscribe();
});
afterEach(() => told[Symbol.asyncDispose]());

const start = (options: Partial<DeliveryOptions> = {}) =>
  startDeliveries({ db: told.db, services: told.services, userAgent: "Feedwright/0", extras: false, ...options });
const statuses = async () => (await told.deliveries(webhook)).map(({ status }) => status);

test("what is told is delivered without being asked for, each once, through many claims, beside another process that delivers", async () => {
  told.endpoint.answer((response) => response.end());
  await using _one = start({ capacity: 5 });
  await using _other = start({ capacity: 5 });
  for (let at = 0; at < 60; at += 1) await told.tell();
  await vi.waitFor(async () => expect(await statuses()).toEqual(Array.from({ length: 60 }, () => "delivered")), IN_TIME);
  const ids = told.endpoint.requests.map(({ headers }) => headers["x-svc-delivery"]);
  expect(new Set(ids).size).toBe(60);
  expect(ids).toHaveLength(60);
});

test("a retry goes out once its time has come, however the clock got there", async () => {
  told.endpoint.answer(
    (response) => response.writeHead(500).end(),
    (response) => response.end(),
  );
  await using _ = start();
  await told.tell();
  await vi.waitFor(() => expect(told.endpoint.requests).toHaveLength(1), IN_TIME);
  await vi.waitFor(async () => expect(await told.deliveries(webhook)).toMatchObject([{ attempt_count: 1 }]), IN_TIME);
  await sleep(600);
  expect(told.endpoint.requests).toHaveLength(1);
  told.forward(1.03 * MINUTE + 1);
  await vi.waitFor(async () => expect(await statuses()).toEqual(["delivered"]), IN_TIME);
});

test("a service that stops lets what is being sent end, and records it", async () => {
  const answers: (() => void)[] = [];
  told.endpoint.answer((response) => void answers.push(() => response.end()));
  const deliveries = start();
  await told.tell();
  await vi.waitFor(() => expect(answers).toHaveLength(1), IN_TIME);
  const stopped = deliveries[Symbol.asyncDispose]();
  await told.tell();
  await sleep(600);
  answers[0]?.();
  await stopped;
  expect(await statuses()).toEqual(["delivered", "pending"]);
  expect(told.endpoint.requests).toHaveLength(1);
});

test("what a service claims while it is being stopped is given back unsent", async () => {
  await told.tell();
  const stopping = await told.db.transaction().execute(async (transaction) => {
    await sql`lock table webhook_deliveries in access exclusive mode`.execute(transaction);
    const deliveries = start();
    await sleep(200);
    return { stopped: deliveries[Symbol.asyncDispose]() };
  });
  await stopping.stopped;
  expect(told.endpoint.requests).toHaveLength(0);
  expect(await told.deliveries(webhook)).toMatchObject([{ status: "pending", attempt_count: 0, claimed_until: null }]);
});

test("what is still being sent when a service has to end is cut off and given back at once, and is no failure", async () => {
  told.endpoint.answer(() => undefined);
  const deliveries = start({ stopWithinMs: 100 });
  await told.tell();
  await vi.waitFor(() => expect(told.endpoint.requests).toHaveLength(1), IN_TIME);
  await deliveries[Symbol.asyncDispose]();
  expect(await told.deliveries(webhook)).toMatchObject([{ status: "pending", attempt_count: 0, claimed_until: null }]);
  expect(await told.webhook(webhook)).toMatchObject({ failure_count: 0 });
  expect(await told.claim()).toHaveLength(1);
});

test("attempts are counted as they end, and deliveries when what became of them is recorded, each once", async () => {
  const metrics = prometheusMetrics();
  const value = async (series: string) => readExposition((await metrics.expose([])).text).value(series);
  const attempts = (outcome: string) => value(`webhook_attempt_duration_seconds_count{outcome="${outcome}"}`);
  const settled = (outcome: string) => value(`webhook_deliveries_total{outcome="${outcome}"}`);
  told.endpoint.answer(
    (response) => response.end(),
    (response) => response.writeHead(500).end(),
    (response) => response.writeHead(410).end(),
  );
  await using _ = start({ services: { ...told.services, metrics }, extras: true });
  await told.tell();
  await vi.waitFor(async () => expect(await settled("delivered")).toBe(1), IN_TIME);
  expect([await attempts("succeeded"), await attempts("failed")]).toEqual([1, 0]);
  await told.tell();
  await vi.waitFor(async () => expect(await attempts("failed")).toBe(1), IN_TIME);
  await vi.waitFor(async () => expect(await told.deliveries(webhook)).toMatchObject([{}, { attempt_count: 1 }]), IN_TIME);
  expect([await settled("delivered"), await settled("failed")]).toEqual([1, 0]);
  told.forward(1.03 * MINUTE + 1);
  await vi.waitFor(async () => expect(await attempts("failed")).toBe(2), IN_TIME);
  await vi.waitFor(async () => expect(await told.webhook(webhook)).toMatchObject({ status: "disabled" }), IN_TIME);
  await vi.waitFor(async () => expect(await settled("failed")).toBe(1), IN_TIME);
  expect([await attempts("succeeded"), await settled("delivered")]).toEqual([1, 1]);
});

test("a result that the database does not take is recorded when it does", async () => {
  told.endpoint.answer((response) => response.end());
  await sql`alter table webhook_deliveries add constraint away check (status <> 'delivered')`.execute(told.db);
  await using _ = start();
  await told.tell();
  await vi.waitFor(() => expect(told.endpoint.requests).toHaveLength(1), IN_TIME);
  await sleep(700);
  expect(await statuses()).toEqual(["pending"]);
  await sql`alter table webhook_deliveries drop constraint away`.execute(told.db);
  await vi.waitFor(async () => expect(await statuses()).toEqual(["delivered"]), IN_TIME);
  expect(told.endpoint.requests).toHaveLength(1);
});
