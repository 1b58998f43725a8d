import { randomBytes } from "node:crypto";
import { chmod, mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { migrateJobs } from "../../src/platform/jobs/graphile-schema.ts";
import { type Connections, openConnections } from "../../src/platform/postgres/connection-pool.ts";
import { startEmbeddedServer } from "../../src/platform/postgres/embedded-server.ts";
import { migrate } from "../../src/platform/postgres/migrate.ts";
import { makeLogger } from "../../src/platform/telemetry/make-logger.ts";
import { postmasterPid, signalIfThere } from "../harness/own-server.ts";
import { type ClusterBucket, startBucket } from "./cluster-bucket.ts";
import { type ClusterNode, folderUrl, startNode } from "./cluster-nodes.ts";

/** Several nodes on one PostgreSQL and one object store, each with a proxy of its own in front of the database. */
export interface Cluster extends AsyncDisposable {
  readonly apis: readonly ClusterNode[];
  readonly workers: readonly ClusterNode[];
  readonly nodes: readonly ClusterNode[];
  /** Null: objects are in a folder that all nodes share. */
  readonly bucket: ClusterBucket | null;
  /** Straight to the database, past the proxies. */
  readonly database: Connections;
  /** Process id of PostgreSQL, which is the parent of all of it. */
  postmaster(): Promise<number>;
  /** What the object store holds. */
  objectBytes(): Promise<number>;
  /** SIGKILL; the server is started again. */
  killPostgres(): Promise<void>;
  /** Waits until every api node answers that it's ready. */
  ready(withinMs: number): Promise<void>;
  /** The last that nodes have logged. */
  logged(): string;
}

interface ClusterPlan {
  readonly apis: number;
  readonly workers: number;
  readonly storage: "folder" | "bucket";
  readonly settings?: Readonly<Record<string, string>>;
}

/** 25 for each node, and some for whoever looks. */
const CONNECTIONS_MAX = 200;
const OWN_CONNECTIONS = 8;
const LOG_CHARACTERS_MAX = 2 * 1024 * 1024;
const READY_WITHIN_MS = 300_000;
const POLL_MS = 100;
/** Tests ask all the time. */
const SETTINGS = {
  RATE_LIMIT_MERCHANT: "0",
  RATE_LIMIT_ORG: "0",
  RATE_LIMIT_ADMIN: "0",
  SAMPLE_SHOP: "0",
  ALLOW_PRIVATE_WEBHOOKS: "1",
  LOG_LEVEL: "warn",
  MEMORY_LIMIT: "2GB",
};

export async function startCluster({ apis, workers, storage, settings = {} }: ClusterPlan): Promise<Cluster> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "feedwright-cluster-"));
  stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  // PostgreSQL doesn't run as root: the account it runs as must be able to reach its folder.
  await chmod(folder, 0o755);
  const log = stack.use(makeLogger({ level: "error", write: () => undefined }));
  const data = join(folder, "database");
  await mkdir(data);
  const server = stack.use(await startEmbeddedServer(data, log, { max_connections: CONNECTIONS_MAX }));
  const database = stack.use(openConnections(server.connectionString, log, OWN_CONNECTIONS));
  await migrate(database.pool, log);
  await migrateJobs(database.pool);
  let said = "";
  const hear = (text: string): void => void (said = (said + text).slice(-LOG_CHARACTERS_MAX));
  const objects = join(folder, "objects");
  const bucket = storage === "bucket" ? stack.use(await startBucket(objects, hear)) : null;
  const shared = { SECRETS_KEY: randomBytes(32).toString("hex"), STORAGE_URL: folderUrl(objects) };
  const env = { ...SETTINGS, ...shared, ...settings };
  const start = async (role: "api" | "worker", number: number): Promise<ClusterNode> => {
    const name = `${role}-${number}`;
    return stack.use(await startNode({ name, role, folder: join(folder, name), databaseUrl: server.connectionString, bucket, env, hear }));
  };
  const started: ClusterNode[] = [];
  for (let number = 1; number <= apis; number += 1) started.push(await start("api", number));
  for (let number = 1; number <= workers; number += 1) started.push(await start("worker", number));
  const cluster = {
    nodes: started,
    apis: started.filter(({ role }) => role === "api"),
    workers: started.filter(({ role }) => role === "worker"),
    bucket,
    database,
    postmaster: () => postmasterPid(data),
    objectBytes: () => folderBytes(objects),
    killPostgres: async () => signalIfThere(await postmasterPid(data), "SIGKILL"),
    ready: (withinMs: number) => untilReady(started, withinMs),
    logged: () => said,
  };
  await cluster.ready(READY_WITHIN_MS).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${said}`);
  });
  const running = stack.move();
  return { ...cluster, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

async function folderBytes(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size;
  return bytes;
}

async function untilReady(nodes: readonly ClusterNode[], withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (const { name, role, url } of nodes) {
    while (role === "api" && !(await isReady(url))) {
      if (performance.now() > deadline) throw new Error(`${name} wasn't ready within ${withinMs} ms`);
      await sleep(POLL_MS);
    }
  }
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
    async (answer) => (await answer.text()) !== "" && answer.ok,
    () => false,
  );
}
