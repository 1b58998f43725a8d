import { setTimeout as sleep } from "node:timers/promises";
import { connectToRunning, type Postgres } from "../../src/platform/postgres/open-postgres.ts";
import { makeLogger } from "../../src/platform/telemetry/make-logger.ts";
import { type Draw, seededDraw } from "../../src/storefronts/sample/seeded-draw.ts";
import { serviceHome, type ServiceHome, type ServiceProcess, type WorkerProcess } from "../harness/service-process.ts";
import { checkDeliveries, type Delivered } from "./webhook-check.ts";
import { installWebhookShop, keepChanging, type WebhookShop } from "./webhook-shop.ts";
import { openWebhookSink, type WebhookSink } from "./webhook-sink.ts";

/**
 * Products of several shops are changed as fast as the API takes it; each change is an event for two webhooks, one of which fails
 * now and then. Meanwhile the service, a second worker and PostgreSQL are killed. In the end every accepted event must have been
 * delivered to both, with the same bytes each time and a signature that verifies, and no more often than a kill excuses.
 */
export interface WebhookPlan {
  readonly seed: number;
  readonly shops: number;
  /** Accepted events after which no more are made. */
  readonly events: number;
  /** At most. */
  readonly betweenKillsMs: number;
  /** No change and no kill comes later. */
  readonly budgetMs: number;
  readonly say: (line: string) => void;
}

export type WebhookVictim = "service" | "worker" | "postgres";

export interface WebhookReport extends Delivered {
  readonly kills: Readonly<Record<WebhookVictim, number>>;
  readonly accepted: number;
  readonly drainedMs: number;
  readonly violations: readonly string[];
}

const EVENTS_A_CHANGE = 100;
/** Of each event. */
const RECEIVERS = 2;
const VICTIMS: readonly WebhookVictim[] = ["worker", "service", "postgres"];
/** What was claimed by a dead process is free after 30 s; a busy machine sends 200 deliveries a second at least. */
const DRAIN_BASE_MS = 90_000;
const DRAIN_MS_PER_EVENT = 10;
const POLL_MS = 250;

interface Scene {
  readonly home: ServiceHome;
  readonly sink: WebhookSink;
  readonly shops: readonly WebhookShop[];
  readonly draw: Draw;
  readonly kills: Record<WebhookVictim, number>;
  /** When each was, by the clock of the sink. */
  readonly killedAt: number[];
  service: ServiceProcess;
  worker: WorkerProcess;
}

export async function webhookRounds(plan: WebhookPlan): Promise<WebhookReport> {
  const { events, budgetMs, say } = plan;
  await using stack = new AsyncDisposableStack();
  const scene = await openScene(stack, plan);
  const violations: string[] = [];
  const deadline = performance.now() + budgetMs;
  const total = { changes: 0 };
  const over = (): boolean => performance.now() > deadline || total.changes * EVENTS_A_CHANGE >= events;
  const writing = Promise.all(
    scene.shops.map((shop) => keepChanging({ home: scene.home, shop, over, violations, changed: () => (total.changes += 1) })),
  );
  // Heard below; until then a failure of one must not end the process, which still has others to end.
  writing.catch(() => undefined);
  // Also while what was accepted is still being delivered.
  const done = (): boolean => over() && scene.sink.attempts.length >= total.changes * EVENTS_A_CHANGE * RECEIVERS;
  while (performance.now() < deadline && !done()) {
    await sleep(scene.draw.below(plan.betweenKillsMs));
    const victim = scene.draw.pick(VICTIMS);
    if (await kill(scene, victim))
      say(`${total.changes * EVENTS_A_CHANGE} events, ${scene.sink.attempts.length} attempts; killed ${victim}`);
  }
  const titles = (await writing).flat();
  const began = performance.now();
  await using postgres = await databaseOf(scene.home);
  const { movedAt } = await drain(postgres, DRAIN_BASE_MS + titles.length * EVENTS_A_CHANGE * DRAIN_MS_PER_EVENT);
  const drainedMs = Math.round(performance.now() - began);
  const { sink, killedAt } = scene;
  const delivered = await checkDeliveries(postgres, { sink, titles, killedAt, movedAt, violations, eventsATitle: EVENTS_A_CHANGE });
  if (violations.length > 0) say(scene.home.logged());
  return { ...delivered, kills: scene.kills, accepted: titles.length * EVENTS_A_CHANGE, drainedMs, violations };
}

async function openScene(stack: AsyncDisposableStack, { seed, shops: count }: WebhookPlan): Promise<Scene> {
  const home = stack.use(await serviceHome({ LOG_LEVEL: "error", ALLOW_PRIVATE_WEBHOOKS: "1" }));
  const sink = stack.use(await openWebhookSink());
  const service = await home.start();
  const shops: WebhookShop[] = [];
  for (let at = 0; at < count; at += 1) shops.push(await installWebhookShop(home, sink, `shop-${at}`));
  const kills = { service: 0, worker: 0, postgres: 0 };
  return { home, sink, shops, draw: seededDraw(seed, 0, "facts"), kills, killedAt: [], service, worker: home.startWorker() };
}

/** Kills, and starts again what does not start by itself. Answers whether there was something to kill. */
async function kill(scene: Scene, victim: WebhookVictim): Promise<boolean> {
  const { home, killedAt, kills } = scene;
  if (victim === "postgres") {
    const below = await scene.service.descendants();
    const postmaster = below.find(({ parent, command }) => parent === scene.service.pid && /postgres.* -D /.test(command));
    if (postmaster === undefined) return false;
    process.kill(postmaster.pid, "SIGKILL");
    killedAt.push(performance.now());
  } else {
    // The worker knows the database of the service it was started beside.
    await scene.worker.kill();
    if (victim === "service") await scene.service.kill();
    killedAt.push(performance.now());
    if (victim === "service") scene.service = await home.start();
    scene.worker = home.startWorker();
  }
  kills[victim] += 1;
  return true;
}

async function databaseOf(home: ServiceHome): Promise<Postgres & AsyncDisposable> {
  const running = await connectToRunning(home.dataDir, makeLogger({ level: "error" }));
  if (running === undefined) throw new Error("the service's database is not there");
  return running;
}

/** Waits for what is due, then moves the hands: what waits for its next attempt is due now. */
async function drain(postgres: Postgres, withinMs: number): Promise<{ readonly movedAt: number }> {
  const deadline = performance.now() + withinMs;
  const pending = async (where: string): Promise<number> => {
    const { rows } = await postgres.pool.query<{ readonly waiting: number }>(
      `select count(*)::int as waiting from webhook_deliveries where status = 'pending' ${where}`,
    );
    return rows[0]?.waiting ?? 0;
  };
  while ((await pending("and due_at <= now()")) > 0 && performance.now() < deadline) await sleep(POLL_MS);
  const movedAt = performance.now();
  await postgres.pool.query("update webhook_deliveries set due_at = now() where status = 'pending' and due_at > now()");
  while ((await pending("")) > 0 && performance.now() < deadline) await sleep(POLL_MS);
  return { movedAt };
}
