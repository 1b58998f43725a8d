import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startScheduledExtracts } from "../src/features/extracts/index.ts";
import { createKey } from "../src/features/keys/index.ts";
import { members, parseJson } from "../src/kernel/unsafe.ts";
import type { Cluster } from "../test/faults/cluster.ts";
import { apiClient } from "../test/harness/api-client.ts";
import { percentile, treeCpuSeconds } from "./measure.ts";
import { plansOf, type ShopPlans } from "./shop-sizes.ts";

/**
 * A day of many shops in shifted time: the statement that starts scheduled extracts is given one moment after another, and between two of them the nodes
 * do what is due. Nothing waits for the hours in between, so the day takes as long as its work.
 */
export interface DayPlan {
  readonly cluster: Cluster;
  /** Products of each shop. */
  readonly sizes: readonly number[];
  /** Defaults to `premium`. */
  readonly plans?: ShopPlans;
  /** Seed of the shops' catalogs. */
  readonly seed: number;
  readonly hours: number;
  readonly stepsAnHour: number;
  /** How long nothing is done, to see what that costs. */
  readonly idleMs?: number;
  /** No step begins later. */
  readonly budgetMs: number;
  readonly say: (line: string) => void;
}

/** What one step took. */
export interface Step {
  readonly extracts: number;
  readonly rows: number;
  readonly cpuSeconds: number;
  readonly databaseCpuSeconds: number;
  readonly transactions: number;
  readonly walBytes: number;
  readonly seconds: number;
}

export interface Day {
  readonly hours: number;
  readonly steps: readonly Step[];
  /** Seconds from due to begun, of each piece of work. */
  readonly extractAges: readonly number[];
  readonly runAges: readonly number[];
  /** Resident MiB of each process, at each step. */
  readonly memory: Readonly<Record<string, readonly number[]>>;
  /** Cost of all nodes and the database while nothing is due. */
  readonly idle: { readonly seconds: number; readonly cpuSeconds: number; readonly transactions: number };
  readonly storedBytes: { readonly objects: number; readonly database: number };
  readonly violations: readonly string[];
}

const HOUR_MS = 3_600_000;
const STEP_ENDS_WITHIN_MS = 3_600_000;
const INSTALLED_WITHIN_MS = 7_200_000;
const POLL_MS = 100;
const IDLE_MS = 15_000;
/** Callers that look for due extracts at the same time, one for each worker. */
const LOOKERS = 3;
const SHOPS = fileURLToPath(new URL("simulated-shops.ts", import.meta.url));
/** If buffers don't count as heap, V8 marks all catalogs each time 64 MiB of exports were sent. */
const SHOPS_FLAGS = ["--max-old-space-size=8192", "--external-memory-accounted-in-global-limit"];

export async function simulateDay(plan: DayPlan): Promise<Day> {
  const { cluster, sizes, plans = "premium", seed, hours, stepsAnHour, idleMs = IDLE_MS, budgetMs, say } = plan;
  await using shops = await playShops(sizes, seed);
  await install(cluster, shops.addresses, await plansOf(cluster, sizes, plans));
  const { pool } = cluster.database;
  await settled(cluster, INSTALLED_WITHIN_MS);
  const [newest] = (await pool.query<{ readonly at: Date }>("select max(created_at) as at from extracts")).rows;
  const beginMs = newest?.at.getTime() ?? Date.now();
  say(`${sizes.length} shops are installed`);
  const idle = await idleCost(cluster, idleMs);
  const steps: Step[] = [];
  const extractAges: number[] = [];
  const memory: Record<string, number[]> = {};
  const deadline = performance.now() + budgetMs;
  let begun = 0;
  for (; begun < hours * stepsAnHour && performance.now() < deadline; begun += 1) {
    const at = new Date(beginMs + ((begun + 1) * HOUR_MS) / stepsAnHour);
    const { step, ages } = await workStep(cluster, at);
    steps.push(step);
    extractAges.push(...ages);
    for (const [name, mebibytes] of Object.entries(await residentMiB(cluster))) (memory[name] ??= []).push(mebibytes);
    if ((begun + 1) % stepsAnHour === 0)
      say(
        `hour ${(begun + 1) / stepsAnHour}: ${step.extracts} extracts, ${step.rows} rows in ${step.seconds.toFixed(1)} s in its last step`,
      );
  }
  const simulatedHours = begun / stepsAnHour;
  const runs = await pool.query<{ readonly age: number }>(
    "select extract(epoch from started_at - created_at)::float8 as age from runs where started_at is not null",
  );
  return {
    hours: simulatedHours,
    steps,
    extractAges,
    runAges: runs.rows.map(({ age }) => age),
    memory,
    idle,
    storedBytes: await storedBytes(cluster),
    violations: [
      ...growingNodes(memory),
      ...(await checkDay(cluster, { shops: sizes.length, hours: Math.floor(simulatedHours), beginMs })),
    ],
  };
}

/** Fewer steps are still filling caches. */
const STEPS_MIN = 30;
const GROWTH_MAX = 1.4;
const GROWTH_MIB_MIN = 64;

/** Processes whose memory isn't flat: more in the last third of the steps than in the middle one. */
function growingNodes(memory: Day["memory"]): readonly string[] {
  return Object.entries(memory).flatMap(([name, mebibytes]) => {
    const third = Math.floor(mebibytes.length / 3);
    const [middle, last] = [percentile(mebibytes.slice(third, 2 * third), 0.5), percentile(mebibytes.slice(-third), 0.5)];
    const grows = mebibytes.length >= STEPS_MIN && last > middle * GROWTH_MAX && last - middle > GROWTH_MIB_MIN;
    return grows ? [`${name} grew from ${middle} to ${last} MiB`] : [];
  });
}

interface PlayedShops extends AsyncDisposable {
  readonly addresses: readonly { readonly url: string; readonly token: string }[];
}

async function playShops(sizes: readonly number[], seed: number): Promise<PlayedShops> {
  const child = spawn(process.execPath, [...SHOPS_FLAGS, SHOPS, JSON.stringify({ sizes, seed })], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const dispose = async (): Promise<void> => {
    child.stdin.end();
    if (child.exitCode === null) await new Promise((resolve) => child.once("exit", resolve));
  };
  for await (const line of createInterface(child.stdout)) {
    const parsed = parseJson(line);
    const addresses = (Array.isArray(parsed) ? parsed : []).map((each) => ({
      url: String(members(each)["url"]),
      token: String(members(each)["token"]),
    }));
    return { addresses, [Symbol.asyncDispose]: dispose };
  }
  throw new Error("the shops ended before they were ready");
}

async function install({ apis, database }: Cluster, shops: PlayedShops["addresses"], plans: readonly string[]): Promise<void> {
  const { rawKey } = await createKey(database.db, { kind: "admin", name: "Installing", grants: ["write_admin"] });
  const clients = apis.map(({ url }) => apiClient(url, rawKey));
  for (const [at, { url, token }] of shops.entries()) {
    const storefront = { kind: "shopify", shop: url, access_token: token };
    const made = await clients[at % clients.length]?.post("/admin/shops", { storefront, plan: plans[at] });
    if (made?.status !== 201) throw new Error(`${url} was answered ${made?.status} ${JSON.stringify(made?.body)}`);
  }
}

/** Starts what is due at a moment and waits until it's done. */
async function workStep(cluster: Cluster, at: Date): Promise<{ readonly step: Step; readonly ages: readonly number[] }> {
  const { db, pool } = cluster.database;
  const before = await spent(cluster);
  const [{ last } = { last: 0 }] = (await pool.query<{ readonly last: number }>("select coalesce(max(id), 0)::int as last from extracts"))
    .rows;
  const began = performance.now();
  const [{ now } = { now: new Date() }] = (await pool.query<{ readonly now: Date }>("select now() as now")).rows;
  await Promise.all(Array.from({ length: LOOKERS }, () => startScheduledExtracts(db, at)));
  await settled(cluster, STEP_ENDS_WITHIN_MS);
  const seconds = (performance.now() - began) / 1_000;
  const made = await pool.query<{ readonly rows: number | null; readonly age: number }>(
    "select product_count as rows, extract(epoch from started_at - $2)::float8 as age from extracts where id > $1 and type = 'full'",
    [last, now],
  );
  const after = await spent(cluster);
  return {
    ages: made.rows.map(({ age }) => age),
    step: {
      extracts: made.rows.length,
      rows: made.rows.reduce((sum, { rows }) => sum + (rows ?? 0), 0),
      cpuSeconds: after.nodes - before.nodes,
      databaseCpuSeconds: after.database - before.database,
      transactions: after.transactions - before.transactions,
      walBytes: after.walBytes - before.walBytes,
      seconds,
    },
  };
}

async function settled({ database: { pool } }: Cluster, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const { rows } = await pool.query<{ readonly n: number }>(
      `select (select count(*) from extracts where status in ('pending', 'running'))::int + (select count(*) from runs where status = 'running')::int
         + (select count(*) from feeds where rerun_requested)::int as n`,
    );
    if (rows[0]?.n === 0) return;
    if (performance.now() > deadline) throw new Error(`${rows[0]?.n} pieces of work were left after ${withinMs} ms`);
    await sleep(POLL_MS);
  }
}

async function spent(cluster: Cluster) {
  const { rows } = await cluster.database.pool.query<{ readonly transactions: number; readonly wal: number }>(
    "select (select sum(xact_commit) from pg_stat_database)::float8 as transactions, (pg_current_wal_lsn() - '0/0')::float8 as wal",
  );
  return {
    nodes: cluster.nodes.reduce((sum, node) => sum + treeCpuSeconds(node.pid() ?? 0), 0),
    database: treeCpuSeconds(await cluster.postmaster()),
    transactions: rows[0]?.transactions ?? 0,
    walBytes: rows[0]?.wal ?? 0,
  };
}

async function idleCost(cluster: Cluster, forMs: number): Promise<Day["idle"]> {
  const before = await spent(cluster);
  await sleep(forMs);
  const after = await spent(cluster);
  const cpuSeconds = after.nodes + after.database - before.nodes - before.database;
  return { seconds: forMs / 1_000, cpuSeconds, transactions: after.transactions - before.transactions };
}

async function residentMiB({ nodes }: Cluster): Promise<Readonly<Record<string, number>>> {
  const each = nodes.map(async (node) => {
    const status = await readFile(`/proc/${node.pid()}/status`, "utf8").catch(() => "");
    return [node.name, Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)] as const;
  });
  return Object.fromEntries(await Promise.all(each));
}

async function storedBytes(cluster: Cluster): Promise<Day["storedBytes"]> {
  const { rows } = await cluster.database.pool.query<{ readonly bytes: number }>(
    "select pg_database_size(current_database())::float8 as bytes",
  );
  return { objects: await cluster.objectBytes(), database: rows[0]?.bytes ?? 0 };
}

/** Each shop had the extracts of its plan, completed, each with one run that was published; and no turn had two. */
async function checkDay(
  { database: { pool } }: Cluster,
  day: { readonly shops: number; readonly hours: number; readonly beginMs: number },
): Promise<readonly string[]> {
  const { shops, hours, beginMs } = day;
  const query = async <T extends object>(text: string, ...values: readonly unknown[]): Promise<readonly T[]> =>
    (await pool.query<T>(text, [...values])).rows;
  const violations: string[] = [];
  const failed = await query<{ readonly what: string; readonly n: number }>(
    `select 'extracts ' || status as what, count(*)::int as n from extracts where status <> 'completed' group by 1
     union all select 'runs ' || status || ' ' || publication, count(*)::int from runs where status <> 'completed' or publication = 'held' group by 1`,
  );
  for (const { what, n } of failed) violations.push(`${n} ${what}`);
  const end = new Date(beginMs + hours * HOUR_MS);
  const made = await query<{ readonly n: number; readonly turns: number; readonly due: number }>(
    `select count(e.id)::int as n, count(distinct e.scheduled_for)::int as turns, (p.daily_export_count * $3::float8 / 24) as due
     from shops s join plans p on p.code_name = s.subscription_plan
       left join extracts e on e.shop_id = s.id and e.scheduled_for > $1 and e.scheduled_for <= $2
     group by s.id, p.daily_export_count`,
    new Date(beginMs),
    end,
    hours,
  );
  // The first turn may begin right after an install, which it doesn't repeat at once.
  const right = made.filter(({ n, turns, due }) => n === turns && n <= Math.ceil(due) && n >= Math.floor(due) - 1);
  if (hours > 1 && right.length !== shops)
    violations.push(`${right.length} of ${shops} shops had the extracts of their plans in ${hours} hours`);
  const doubled = await query<{ readonly n: number }>(
    "select count(*)::int as n from (select extract_id, feed_id from runs where trigger = 'extract' or trigger = 'schedule' group by 1, 2 having count(*) > 1) doubled",
  );
  if ((doubled[0]?.n ?? 0) > 0) violations.push(`${doubled[0]?.n} extracts had two runs of one feed`);
  const unmatched = await query<{ readonly n: number }>(
    "select count(*)::int as n from extracts where type = 'full' and not exists (select 1 from runs where runs.extract_id = extracts.id)",
  );
  if ((unmatched[0]?.n ?? 0) > 0) violations.push(`${unmatched[0]?.n} extracts had no run`);
  return violations;
}
