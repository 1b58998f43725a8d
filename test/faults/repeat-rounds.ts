import { setTimeout as sleep } from "node:timers/promises";
import { createKey } from "../../src/features/keys/index.ts";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { connectToRunning, type Postgres } from "../../src/platform/postgres/open-postgres.ts";
import { makeLogger } from "../../src/platform/telemetry/make-logger.ts";
import { type Draw, seededDraw } from "../../src/storefronts/sample/seeded-draw.ts";
import { type ApiProcess, serviceHome, type ServiceHome } from "../harness/service-process.ts";
import { testShop } from "../harness/shop-fixture.ts";

/**
 * Clients make API keys, each request with an `Idempotency-Key` and repeated until it is answered, often several times at once,
 * while processes that serve them are killed and their connections to PostgreSQL cut. Every key must have been made exactly
 * once, every answer to one request must be the same text, and no request may stay in flight for ever.
 */
export interface RepeatPlan {
  readonly kills: number;
  readonly seed: number;
  readonly clients: number;
  /** No kill comes later. */
  readonly budgetMs: number;
  readonly say: (line: string) => void;
}

export interface RepeatReport {
  readonly kills: { readonly process: number; readonly connections: number };
  /** Requests that each had to take effect once. */
  readonly wanted: number;
  /** By status, and 0 for those that were never answered. */
  readonly answers: Readonly<Record<string, number>>;
  readonly replays: number;
  readonly violations: readonly string[];
}

/** Beside the service itself, which holds the database and is spared. */
const VICTIMS = 2;
const BETWEEN_KILLS_MS = 400;
/** Fewer than a shop may have. */
const KEYS_A_SHOP = 90;
/** Copies of one request at once. */
const COPIES_MAX = 3;
const RETRY_MS = 20;
/** A request that is not answered by then is stuck. A new process needs seconds on a busy machine. */
const ANSWERED_WITHIN_MS = 300_000;
const TIMEOUT_MS = 120_000;

interface Scene {
  readonly home: ServiceHome;
  readonly postgres: Postgres;
  readonly draw: Draw;
  /** Changes while it is read: the processes that serve at the moment. */
  readonly apis: ApiProcess[];
  readonly answers: Record<string, number>;
  readonly violations: string[];
  replays: number;
  over: boolean;
}

export async function repeatRounds({ kills, seed, clients, budgetMs, say }: RepeatPlan): Promise<RepeatReport> {
  await using stack = new AsyncDisposableStack();
  const scene = await openScene(stack, seed);
  const working = Promise.all(Array.from({ length: clients }, (_, at) => client(scene, at)));
  // Heard below; until then a failure of one must not end the process, which still has others to end.
  working.catch(() => undefined);
  const done = { process: 0, connections: 0 };
  const deadline = performance.now() + budgetMs;
  while (done.process + done.connections < kills && performance.now() < deadline) {
    await sleep(scene.draw.between(0, BETWEEN_KILLS_MS));
    const victim = scene.draw.between(0, 1) === 0 ? "process" : "connections";
    await (victim === "process" ? killProcess(scene) : cutConnections(scene));
    done[victim] += 1;
    say(`${done.process + done.connections}: ${victim}`);
  }
  scene.over = true;
  const wanted = (await working).flat();
  await verify(scene, wanted);
  return { kills: done, wanted: wanted.length, answers: scene.answers, replays: scene.replays, violations: scene.violations };
}

async function openScene(stack: AsyncDisposableStack, seed: number): Promise<Scene> {
  const home = stack.use(await serviceHome({ LOG_LEVEL: "error" }));
  await home.start();
  const running = await connectToRunning(home.dataDir, makeLogger({ level: "error" }));
  if (running === undefined) throw new Error("the service's database is not there");
  const postgres = stack.use(running);
  const apis = await Promise.all(Array.from({ length: VICTIMS }, () => home.startApi()));
  return { home, postgres, draw: seededDraw(seed, 0, "facts"), apis, answers: {}, violations: [], replays: 0, over: false };
}

async function killProcess({ home, apis, draw }: Scene): Promise<void> {
  const at = draw.between(0, apis.length - 1);
  await apis[at]?.kill();
  apis[at] = await home.startApi();
}

async function cutConnections({ postgres }: Scene): Promise<void> {
  await postgres.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'feedwright' and pid <> pg_backend_pid() and state <> 'idle'`);
}

interface Made {
  readonly name: string;
  /** The one text all its answers had. */
  readonly text: string;
}

/** A shop that has none yet, and a key to make more with. */
async function freshKey({ postgres: { db } }: Scene): Promise<string> {
  const { shop } = await testShop(db);
  return (await createKey(db, { kind: "merchant", shopId: shop.shopId, name: "Asking", grants: ["write"] })).rawKey;
}

/** Makes one key after another until it is over, and ends only with an answer. */
async function client(scene: Scene, number: number): Promise<readonly Made[]> {
  const made: Made[] = [];
  let key = await freshKey(scene);
  for (let at = 0; !scene.over; at += 1) {
    if (at % KEYS_A_SHOP === KEYS_A_SHOP - 1) key = await freshKey(scene);
    const name = `client-${number}-${at}`;
    const copies = scene.draw.between(1, COPIES_MAX);
    const texts = await Promise.all(Array.from({ length: copies }, () => untilMade(scene, key, name)));
    const [text = ""] = texts;
    if (new Set(texts).size > 1) scene.violations.push(`${name} was answered ${JSON.stringify(texts)}`);
    made.push({ name, text });
  }
  return made;
}

/** The body of the answer that says it is made. */
async function untilMade(scene: Scene, key: string, name: string): Promise<string> {
  const deadline = performance.now() + ANSWERED_WITHIN_MS;
  while (performance.now() < deadline) {
    const { status, text } = await makeKey(scene, key, name);
    scene.answers[status] = (scene.answers[status] ?? 0) + 1;
    if (status === 201) return text;
    if (![0, 409, 503].includes(status)) scene.violations.push(`${name} was answered ${status} ${text}`);
    await sleep(RETRY_MS);
  }
  scene.violations.push(`${name} was not made within ${ANSWERED_WITHIN_MS} ms`);
  return "";
}

async function makeKey(scene: Scene, key: string, name: string): Promise<{ readonly status: number; readonly text: string }> {
  const { home, apis, draw } = scene;
  const url = apis[draw.between(0, apis.length - 1)]?.url ?? home.url;
  try {
    const answer = await fetch(`${url}/v1/api_keys`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", "idempotency-key": name },
      body: JSON.stringify({ name }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await answer.text();
    if (answer.headers.get("idempotent-replayed") === "true") scene.replays += 1;
    return { status: answer.status, text };
  } catch {
    return { status: 0, text: "" };
  }
}

/** What the database holds, against what clients were told. */
async function verify({ postgres: { db }, violations }: Scene, wanted: readonly Made[]): Promise<void> {
  const keys = await db.selectFrom("api_keys").select(["id", "name"]).execute();
  const audited = await db.selectFrom("audit_log").select("facts").where("action", "=", "api_key.created").execute();
  if (audited.length !== wanted.length) violations.push(`${wanted.length} keys were made with ${audited.length} audit rows`);
  const byName = Map.groupBy(keys, ({ name }) => name);
  for (const { name, text } of wanted) {
    const ids = (byName.get(name) ?? []).map(({ id }) => id);
    const told = text === "" ? null : members(members(parseJson(text))["data"])["id"];
    if (ids.length !== 1 || ids[0] !== told)
      violations.push(`${name} is key ${String(told)} to its client, and ${JSON.stringify(ids)} in the database`);
  }
}
