import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { z } from "zod";
import { defineEvent, emit } from "../src/features/events/index.ts";
import { systemClock } from "../src/kernel/clock.ts";
import type { ShopDb } from "../src/platform/postgres/postgres-port.ts";
import { percentile } from "./measure.ts";
import { record, type ResultLine } from "./results.ts";
import { startService } from "./running-server.ts";
import { addShop, addWebhooks, databaseOf, processorSeconds, startSink } from "./webhook-shops.ts";

/**
 * `node bench/webhooks.ts`: how many signed deliveries a second a running service makes, each committed before and after, and whether
 * each arrived once. `--bad hang|drip|reset|huge|redirect|close`: what twenty good endpoints notice of one that is bad.
 */
const { values } = parseArgs({
  options: {
    deliveries: { type: "string", default: "60000" },
    webhooks: { type: "string", default: "1000" },
    seconds: { type: "string", default: "60" },
    bad: { type: "string" },
  },
});
const happened = defineEvent({ name: "feed.updated", data: z.strictObject({ note: z.string() }) });
const WEBHOOKS_PER_SHOP = 50;
const GOOD_ENDPOINTS = 20;
const SHOPS = 4;
const EVERY_MS = 20;

await using service = await startService({ SAMPLE_SHOP: "0", ALLOW_PRIVATE_WEBHOOKS: "1", LOG_LEVEL: "error" });
await using postgres = await databaseOf(service.dataDir);
await using sink = await startSink();
const { db } = postgres;
if (values.bad === undefined) await record("node bench/webhooks.ts", await throughput());
else await record(`node bench/webhooks.ts --bad ${values.bad} --seconds ${values.seconds}`, await besideBad(values.bad));

/** Everything falls due in one moment, so that the clock runs for delivering alone. */
async function throughput(): Promise<readonly ResultLine[]> {
  const [webhooks, deliveries] = [Number(values.webhooks), Number(values.deliveries)];
  for (let made = 0; made < webhooks; made += WEBHOOKS_PER_SHOP) {
    const shop = await addShop(db);
    const urls = Array.from({ length: Math.min(WEBHOOKS_PER_SHOP, webhooks - made) }, (_, at) => `${sink.url}/good/${made + at}`);
    await addWebhooks(shop, service.dataDir, urls);
    await emit({ shop, clock: systemClock }, happened, { note: "Warming up." });
  }
  await settled();
  await sink.report();
  const dueAt = new Date(Date.now() + 15_000);
  await insertDeliveries(Math.ceil(deliveries / webhooks), dueAt);
  await sleep(dueAt.getTime() - Date.now());
  const before = await processorSeconds(service, sink);
  await settled();
  const seconds = (Date.now() - dueAt.getTime()) / 1_000;
  const after = await processorSeconds(service, sink);
  const { ids } = await sink.report();
  const { rows } = await sql<{ readonly id: number; readonly response_time_ms: number; readonly status: string }>`
    select id, response_time_ms, status from webhook_deliveries where due_at is null and created_at = ${dueAt}`.execute(db);
  const arrived = new Set(ids);
  const spent = (of: keyof typeof after): string => `${of} ${Math.round(((after[of] - before[of]) * 1e6) / rows.length)} µs`;
  const lost = rows.filter(({ id, status }) => status !== "delivered" || !arrived.has(`whd_${id}`));
  const times = rows.map(({ response_time_ms: ms }) => ms);
  return [
    {
      what: `${rows.length} deliveries to ${webhooks} webhooks, one sink`,
      figure: `${Math.round(rows.length / seconds)} a second`,
      beside: "≥ 2,000 a second",
    },
    {
      what: "an attempt, from its call to the end of the answer",
      figure: `p50 ${percentile(times, 0.5)} ms, p99 ${percentile(times, 0.99)} ms`,
      beside: "no goal",
    },
    {
      what: "processor time of a delivery",
      figure: `${spent("service")}, ${spent("database")}, ${spent("sink")}`,
      beside: "≤ 1,000 µs in all, for 2,000 a second on two cores",
    },
    {
      what: "ids that did not arrive; that arrived more than once",
      figure: `${lost.length}; ${ids.length - arrived.size}`,
      beside: "0; 0",
    },
  ];
}

/** Bodies of a kilobyte, as most events are. */
async function insertDeliveries(perWebhook: number, dueAt: Date): Promise<void> {
  await sql`
    with made as (
      insert into events (id, shop_id, name, body, created_at)
      select 'evt_' || lpad((s.id * 1000 + n)::text, 26, '0'), s.id, 'feed.updated',
        json_build_object('id', n, 'created_at', ${dueAt.toISOString()}::text, 'data', repeat('x', 900))::text, ${dueAt}
      from shops s cross join generate_series(1, ${perWebhook}::int) n where exists (select from webhooks w where w.shop_id = s.id) returning id, shop_id
    ) insert into webhook_deliveries (shop_id, webhook_id, event_id, event, due_at, created_at)
    select w.shop_id, w.id, made.id, 'feed.updated', ${dueAt}, ${dueAt} from made join webhooks w on w.shop_id = made.shop_id`.execute(db);
  await sql`analyze webhook_deliveries`.execute(db);
}

/** Until nothing waits that goes to such an address. */
async function settled(urlLike = "%"): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ readonly waits: boolean }>`
      select exists (
        select from webhook_deliveries d join webhooks w on w.id = d.webhook_id where d.status = 'pending' and w.endpoint_url like ${urlLike}
      ) as waits`.execute(db);
    if (rows[0]?.waits !== true) return;
    await sleep(20);
  }
}

/**
 * In each of four shops an event every 20 ms, told to five endpoints: 50 deliveries a second to each. The bad one joins the first shop
 * and is enabled again as often as it is disabled.
 */
async function besideBad(how: string): Promise<readonly ResultLine[]> {
  const shops: ShopDb[] = [];
  for (let at = 0; at < SHOPS; at += 1) {
    const urls = Array.from({ length: GOOD_ENDPOINTS / SHOPS }, (_, place) => `${sink.url}/good/${at}/${place}`);
    const shop = await addShop(db);
    await addWebhooks(shop, service.dataDir, urls);
    shops.push(shop);
  }
  const [first] = shops;
  if (first === undefined) throw new Error("no shop");
  // As long as each of the others: what tables that have grown meanwhile cost is in both.
  await paced(shops, Number(values.seconds));
  const alone = await paced(shops, Number(values.seconds));
  // In a process of its own: what it costs to be bad is not what the good ones notice of us.
  await using badSink = await startSink();
  const [bad = 0] = await addWebhooks(first, service.dataDir, [`${badSink.url}/bad/${how}`]);
  const enabling = setInterval(() => {
    void db
      .updateTable("webhooks")
      .set({ status: "active", failure_count: 0, disabled_at: null, disabled_reason: null })
      .where("id", "=", bad)
      .execute();
  }, 500);
  const beside = await paced(shops, Number(values.seconds));
  clearInterval(enabling);
  const { attempts } = await db
    .selectFrom("webhook_deliveries")
    .select(({ fn }) => fn.sum<number>("attempt_count").as("attempts"))
    .where("webhook_id", "=", bad)
    .executeTakeFirstOrThrow();
  const shown = ({ latencies, lost }: Paced) =>
    `p50 ${percentile(latencies, 0.5)} ms, p99 ${percentile(latencies, 0.99)} ms (${latencies.length} deliveries, ${lost} missing)`;
  const goal = Math.max(percentile(alone.latencies, 0.99) * 1.2, percentile(alone.latencies, 0.99) + 50);
  return [
    {
      what: `${GOOD_ENDPOINTS} good endpoints, 50 deliveries a second each, from event to arrival`,
      figure: shown(alone),
      beside: "the line below",
    },
    {
      what: `the same beside one that is bad: ${how} (${attempts} attempts)`,
      figure: shown(beside),
      beside: `p99 ≤ ${goal.toFixed(0)} ms`,
    },
  ];
}

interface Paced {
  readonly latencies: readonly number[];
  readonly lost: number;
}

async function paced(shops: readonly ShopDb[], seconds: number): Promise<Paced> {
  const startedAt = performance.now();
  const telling: Promise<void>[] = [];
  const events = (seconds * 1_000) / EVERY_MS;
  for (let at = 0; at < events; at += 1) {
    await sleep(Math.max(0, startedAt + at * EVERY_MS - performance.now()));
    for (const shop of shops) telling.push(emit({ shop, clock: systemClock }, happened, { note: "A paced event." }));
  }
  await Promise.all(telling);
  await settled("%/good/%");
  const { latenciesMs } = await sink.report();
  return { latencies: latenciesMs, lost: events * GOOD_ENDPOINTS - latenciesMs.length };
}
