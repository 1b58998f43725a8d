import { readFile, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PlainError } from "../../kernel/errors.ts";
import { members, parseJson } from "../../kernel/unsafe.ts";
import type { Logger } from "../telemetry/telemetry-port.ts";
import { removeAbandonedClusters } from "./abandoned-clusters.ts";
import { SHARED_DIR, claimCluster, dataPath, findCluster, prepareCluster, type ClusterFolder } from "./cluster-folder.ts";
import { refuseForeignLock } from "./data-dir-lock.ts";
import { findFreePort } from "./free-port.ts";
import { DATABASE, SUPERUSER, initCluster } from "./init-cluster.ts";
import {
  PostmasterFailed,
  launchPostmaster,
  stopPostmaster,
  type Postmaster,
  type PostmasterOptions,
  type ServerSettings,
} from "./postmaster.ts";
import { pidFile, readPidFile, runningPostmaster } from "./postmaster-pid.ts";
import { writePrivateFile } from "./private-file.ts";
import { isRunning, processSpace } from "./process-identity.ts";
import { chooseServerAccount, isRoot } from "./server-account.ts";
import { findServerBinaries, type ServerBinaries } from "./server-binaries.ts";
import { boundServerLog, serverLogFile } from "./server-log.ts";
import { hasLivingServer } from "./server-pipe.ts";
import { prepareServiceRole, SERVICE_ROLE } from "./service-role.ts";
import { supervisePostmaster } from "./supervise-postmaster.ts";

/** The built-in PostgreSQL of a data directory, running and watched. Disposing stops it. */
export interface EmbeddedServer extends AsyncDisposable {
  /** As the service works. */
  readonly connectionString: string;
  /** As who may do anything. For tests, which make databases. */
  readonly superuser: string;
}

const RUNNING_FILE = "postgres.json";
/** Processes of a killed server end within milliseconds, unless one is in the middle of a long computation. */
const BUSY_WAIT_MS = 30_000;
const BUSY_RETRY_MS = 50;
/** Another container that was killed takes its processes along at once, unless it goes on without its service. */
const FOREIGN_WAIT_MS = 3_000;
const PORT_ATTEMPTS = 5;
const ORPHAN_POLL_MS = 10;

/** The caller holds the data directory's lock, or nobody does. `settings`: in addition to the server's own; for tests, whose databases needn't survive anything. */
export async function startEmbeddedServer(dataDir: string, log: Logger, settings: ServerSettings = {}): Promise<EmbeddedServer> {
  await refuseForeignLock(dataDir);
  const { cluster, binaries } = await openCluster(dataDir);
  await endPredecessor(dataDir, cluster.path, log);
  if (isRoot()) await removeAbandonedClusters(log);
  const logFile = serverLogFile(dataDir);
  await using resources = new AsyncDisposableStack();
  resources.use(boundServerLog(logFile));
  const { options, postmaster } = await launchFirst({ binaries, cluster, logFile, settings });
  const superuser = connectionString(options.port, SUPERUSER, cluster.password);
  const password = await prepared(superuser, postmaster, logFile);
  const space = await processSpace();
  const announce = ({ pid }: Postmaster) => {
    const { port } = options;
    const where = { host: hostname(), space };
    return writePrivateFile(join(dataDir, RUNNING_FILE), {
      port,
      user: SERVICE_ROLE,
      password,
      pid,
      service: process.pid,
      ...where,
    });
  };
  const relaunch = async (signal: AbortSignal) => {
    const next = await launchPostmaster(options, signal);
    // It runs, and at the same address: only the pid that is told is the old one.
    await announce(next).catch((error: unknown) => log.warn({ err: error }, "can't write to the folder where the database runs"));
    return next;
  };
  resources.use(supervisePostmaster(postmaster, relaunch, log));
  resources.defer(() => rm(join(dataDir, RUNNING_FILE), { force: true }));
  await announce(postmaster);
  const started = resources.move();
  return {
    connectionString: connectionString(options.port, SERVICE_ROLE, password),
    superuser,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

/** Nobody watches over the server yet. */
async function prepared(superuser: string, postmaster: Postmaster, logFile: string): Promise<string> {
  try {
    return await prepareServiceRole(superuser);
  } catch (error) {
    await stopPostmaster(postmaster);
    throw startFailed(error, logFile);
  }
}

/** Where the server that a process has started takes connections. An older file is of a process that was killed. */
export async function announcedServer(dataDir: string, servicePid: number): Promise<string | undefined> {
  const { port, user, password, service } = members(await readAnnouncement(dataDir));
  return service !== servicePid ? undefined : connectionString(Number(port), String(user), String(password));
}

async function readAnnouncement(dataDir: string): Promise<unknown> {
  const text = await readFile(join(dataDir, RUNNING_FILE), "utf8").catch(() => undefined);
  return text === undefined ? undefined : parseJson(text);
}

function connectionString(port: number, user: string, password: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${DATABASE}?sslmode=disable`;
}

async function openCluster(dataDir: string): Promise<{ readonly cluster: ClusterFolder; readonly binaries: ServerBinaries }> {
  const existing = await findCluster(dataDir);
  const account = existing === undefined ? await chooseServerAccount() : existing.account;
  const binaries = await findServerBinaries({ account, copyInto: account === undefined ? dataDir : SHARED_DIR });
  if (existing !== undefined) {
    await requireSameMajor(existing, binaries);
    return { cluster: existing, binaries };
  }
  const cluster = await prepareCluster(dataDir, account);
  await initCluster(binaries, cluster);
  await claimCluster(dataDir, cluster);
  return { cluster, binaries };
}

async function requireSameMajor({ path }: ClusterFolder, { major }: ServerBinaries): Promise<void> {
  const made = (await readFile(join(dataPath(path), "PG_VERSION"), "utf8")).trim();
  if (made === major) return;
  throw new PlainError(
    "postgres_version",
    `The database in ${path} was created by PostgreSQL ${made}, but this Feedwright includes PostgreSQL ${major}. Start the version that created it, or set DATA_DIR to another directory.`,
  );
}

/**
 * After a crash of ours its server lives on. It is stopped rather than kept, so that every server is a child with today's
 * settings. One whose pid means nothing here (it runs in another container) can only be waited for.
 */
async function endPredecessor(dataDir: string, cluster: string, log: Logger): Promise<void> {
  const data = dataPath(cluster);
  const orphan = await runningPostmaster(data);
  if (orphan !== undefined) {
    log.warn({ pid: orphan.pid }, "stopping the PostgreSQL of a crashed Feedwright");
    const gone = async () => {
      while (await isRunning(orphan.pid, orphan.start)) await sleep(ORPHAN_POLL_MS);
    };
    await stopPostmaster({ pid: orphan.pid, exited: gone() });
  }
  const { pid, host, space } = members(await readAnnouncement(dataDir));
  const deadline = Date.now() + (space === undefined || space === (await processSpace()) ? BUSY_WAIT_MS : FOREIGN_WAIT_MS);
  while (await hasLivingServer(cluster)) {
    if (Date.now() > deadline)
      throw orphaned(dataDir, pid === undefined ? "" : ` (pid ${Number(pid)}, host ${typeof host === "string" ? host : "unknown"})`);
    await sleep(BUSY_RETRY_MS);
  }
  if (orphan === undefined) await removeMisleadingPidFile(data);
}

function orphaned(dataDir: string, who: string): PlainError {
  return new PlainError(
    "data_dir_in_use",
    `The PostgreSQL${who} of a killed Feedwright is still using ${dataDir} and can't be stopped from here. Stop it on its own machine or container, or set DATA_DIR to another directory.`,
  );
}

/**
 * PostgreSQL refuses to start while the pid in its file lives, also when that pid was given to another program. The file of
 * a dead pid stays: PostgreSQL reads there which shared memory to look for.
 */
async function removeMisleadingPidFile(data: string): Promise<void> {
  const pid = Number.parseInt(await readPidFile(data), 10);
  if (pid > 1 && isAlive(pid)) await rm(pidFile(data), { force: true });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

interface Launched {
  readonly options: PostmasterOptions;
  readonly postmaster: Postmaster;
}

/** The port is chosen here and kept, so that pools find a restarted server where it was. */
async function launchFirst(target: Omit<PostmasterOptions, "port">): Promise<Launched> {
  const deadline = Date.now() + BUSY_WAIT_MS;
  let portAttempts = 0;
  for (;;) {
    const options = { ...target, port: await findFreePort(Math.random) };
    try {
      return { options, postmaster: await launchPostmaster(options) };
    } catch (error) {
      const reason = error instanceof PostmasterFailed ? error.reason : "other";
      const isPassing = reason === "busy" ? Date.now() < deadline : reason === "port_taken" && ++portAttempts < PORT_ATTEMPTS;
      if (!isPassing) throw startFailed(error, target.logFile);
    }
    await sleep(BUSY_RETRY_MS);
  }
}

function startFailed(error: unknown, logFile: string): PlainError {
  const said = error instanceof Error ? error.message : String(error);
  return new PlainError(
    "postgres_start_failed",
    `The built-in PostgreSQL doesn't start (${said}). See ${logFile} for details. To use another server, set DATABASE_URL.`,
    error,
  );
}
