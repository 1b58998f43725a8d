import { seededDraw } from "../../src/storefronts/sample/seeded-draw.ts";
import { apiClient } from "../harness/api-client.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import { checkHistory } from "./cluster-check.ts";
import { startClients } from "./cluster-clients.ts";
import { countEntries, type Entry, type Outcome } from "./cluster-history.ts";
import { growingProcesses, watchMemory } from "./cluster-memory.ts";
import { startNemesis } from "./cluster-nemesis.ts";
import { type ClusterShop, installClusterShop } from "./cluster-shop.ts";
import { drained, finalState, watchWork, workUnderWay } from "./cluster-state.ts";
import { readFeed, sha256 } from "./feed-reader.ts";
import { openWebhookSink } from "./webhook-sink.ts";

/**
 * Clients work with several nodes on one database and one object store, while a nemesis hurts whatever there is. What they did and were told is
 * recorded; once the nemesis has stopped, everything must come to its end by itself, and the history is checked against what the database says.
 */
export interface ClusterPlan {
  readonly seed: number;
  readonly storage: "folder" | "bucket";
  readonly shops: number;
  /** Of each shop, two variants each. */
  readonly products: number;
  /** How long the nemesis works. */
  readonly budgetMs: number;
  readonly say: (line: string) => void;
}

export interface ClusterReport {
  readonly faults: Readonly<Record<string, number>>;
  readonly operations: Readonly<Record<string, Readonly<Record<Outcome, number>>>>;
  readonly runs: Readonly<Record<string, number>>;
  readonly extracts: Readonly<Record<string, number>>;
  /** The most attempts that one piece of work took. */
  readonly attemptsMax: number;
  readonly events: number;
  readonly deliveries: { readonly attempts: number; readonly afterAcceptance: number };
  /** Starts of processes, the first ones included. */
  readonly starts: Readonly<Record<string, number>>;
  readonly drainedMs: number;
  readonly violations: readonly string[];
}

/** A claim of a dead process is free after 20 s, one of a delivery after 30; a busy machine takes its time with what has piled up. */
const DRAINED_WITHIN_MS = 180_000;
const READY_WITHIN_MS = 120_000;
const RUN_WITHIN_MS = 120_000;
const SHOWN_MAX = 30;

interface Scene {
  readonly cluster: Cluster;
  readonly shops: readonly ClusterShop[];
}

export async function clusterRounds(plan: ClusterPlan): Promise<ClusterReport> {
  const { seed, budgetMs, say } = plan;
  await using stack = new AsyncDisposableStack();
  const sink = stack.use(await openWebhookSink({ toleranceS: Infinity }));
  const cluster = stack.use(await startCluster({ apis: 2, workers: 3, storage: plan.storage }));
  say("the cluster is ready");
  const shops: ClusterShop[] = [];
  for (let at = 0; at < plan.shops; at += 1)
    shops.push(await installClusterShop(cluster, sink, { name: `shop-${at}`, products: plan.products }));
  const { pool } = cluster.database;
  const before = new Set((await pool.query<{ readonly id: string }>("select id from events")).rows.map(({ id }) => id));
  say("the shops are installed");
  const entries: Entry[] = [];
  const work = watchWork(pool);
  const memory = watchMemory(cluster.nodes);
  let isOver = false;
  const shared = {
    apis: cluster.apis,
    products: plan.products,
    budgetMs,
    record: (entry: Entry) => void entries.push(entry),
    over: () => isOver,
  };
  const clients = Promise.all(shops.map((shop, at) => startClients({ ...shared, shop, draw: seededDraw(seed, at + 1, "facts") })));
  // Heard below; until then a failure of one must not end the process, which still has others to end.
  clients.catch(() => undefined);
  const nemesis = startNemesis(cluster, seededDraw(seed, 0, "facts"), say);
  await nemesis.run(budgetMs);
  isOver = true;
  await clients;
  const began = performance.now();
  const violations = await settle({ cluster, shops });
  const drainedMs = Math.round(performance.now() - began);
  await work[Symbol.asyncDispose]();
  await memory[Symbol.asyncDispose]();
  const final = await finalState(pool, before, (name) => /^shop-\d+-\d+$/.test(name));
  const evidence = { entries, observations: work.observations, final, seen: sink.attempts, faults: nemesis.spans };
  violations.push(...checkHistory(evidence), ...growingProcesses(memory.samples));
  if (violations.length > 0) say(cluster.logged().slice(-20_000));
  return {
    faults: Object.fromEntries(nemesis.counts),
    operations: countEntries(entries),
    runs: tally(final.runs.map(({ status }) => status)),
    extracts: tally(final.extracts.map(({ status }) => status)),
    attemptsMax: Math.max(0, ...work.observations.map(({ attempt }) => attempt)),
    events: final.events.length,
    deliveries: { attempts: sink.attempts.length, afterAcceptance: repeated(sink.attempts) },
    starts: Object.fromEntries(cluster.nodes.map((node) => [node.name, node.starts()])),
    drainedMs,
    violations:
      violations.length > SHOWN_MAX ? [...violations.slice(0, SHOWN_MAX), `and ${violations.length - SHOWN_MAX} more`] : violations,
  };
}

function tally(names: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, own]) => [name, own.length]));
}

/** Attempts of deliveries that their receiver had accepted before. */
function repeated(attempts: readonly { readonly delivery: string; readonly answered: string }[]): number {
  const accepted = attempts.filter(({ answered }) => answered === "ok");
  return accepted.length - new Set(accepted.map(({ delivery }) => delivery)).size;
}

/** The proof that nothing is stuck: everything ends, and a run asked for now is done and served by every node. */
async function settle({ cluster, shops }: Scene): Promise<string[]> {
  const violations: string[] = [];
  const { pool } = cluster.database;
  await cluster.ready(READY_WITHIN_MS).catch((error: unknown) => violations.push(String(error)));
  const drain = async (): Promise<void> => {
    for (const left of await drained(pool, DRAINED_WITHIN_MS)) violations.push(`${left} ${DRAINED_WITHIN_MS} ms after the last fault`);
  };
  await drain();
  // Whatever is stuck keeps the rest from its end too, and waiting for that would only take longer to tell.
  if (violations.length > 0) return [...violations, ...(await workUnderWay(pool))];
  for (const shop of shops) {
    const fault = await lastRun(cluster, shop).catch((error: unknown) => String(error));
    if (fault !== undefined) violations.push(`${shop.name}, after the last fault: ${fault}`);
  }
  await drain();
  return violations;
}

async function lastRun({ apis, database }: Cluster, { key, feedId, feedPath }: ClusterShop): Promise<string | undefined> {
  const client = apiClient(apis[0]?.url ?? "", key);
  const asked = await client.post(`/feeds/${feedId}/regenerate`);
  if (asked.status !== 202) return `a run was answered ${asked.status} ${JSON.stringify(asked.body)}`;
  const id = String(asked.data["id"]);
  const left = await drained(database.pool, RUN_WITHIN_MS);
  const { data } = await client.get(`/feeds/${feedId}/runs/${id}`);
  if (data["status"] !== "completed" || data["publication"] !== "live") return `${id} is ${JSON.stringify(data)}; ${left.join(", ")}`;
  const { rows } = await database.pool.query<{ readonly sha256: string }>(
    "select output->'file'->>'sha256' as sha256 from runs where 'run_' || id = $1",
    [id],
  );
  for (const { name, url } of apis) {
    const { text } = await readFeed(`${url}${feedPath}`, "identity");
    if (sha256(text) !== rows[0]?.sha256) return `${name} doesn't serve the file of ${id}`;
  }
  return undefined;
}
