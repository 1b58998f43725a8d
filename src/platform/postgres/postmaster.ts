import { spawn } from "node:child_process";
import { open } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { dataPath, type ClusterFolder } from "./cluster-folder.ts";
import { isReady, readPidFile } from "./postmaster-pid.ts";
import type { ServerBinaries } from "./server-binaries.ts";
import { readLogTail, sizeOf } from "./server-log.ts";
import { openServerPipe } from "./server-pipe.ts";

/** One run of the `postgres` program, from its start to its end. */
export interface Postmaster {
  readonly pid: number;
  /** Never rejects. */
  readonly exited: Promise<void>;
}

export interface PostmasterOptions {
  readonly binaries: ServerBinaries;
  readonly cluster: ClusterFolder;
  readonly port: number;
  readonly logFile: string;
  /** In addition to those below, or instead of them. */
  readonly settings?: ServerSettings;
}

export type ServerSettings = Readonly<Record<string, string | number>>;

/**
 * `busy`: processes of a killed predecessor still end. `port_taken`: another program listens there. Both pass by trying again.
 */
export class PostmasterFailed extends Error {
  override readonly name = "PostmasterFailed";
  readonly reason: "busy" | "port_taken" | "other";

  constructor(reason: PostmasterFailed["reason"], said: string) {
    super(said);
    this.reason = reason;
  }
}

/** The 25 of a service (20 for requests and work, a reserve of 4, a probe), the 10 of each of two commands beside it, and an administrator's session. */
const MAX_CONNECTIONS = 60;
/** After a crash the log is replayed first: `max_wal_size` on a slow disk. */
const START_TIMEOUT_MS = 120_000;
const READY_POLL_MS = 10;
/** A fast shutdown writes a checkpoint. */
const FAST_STOP_MS = 10_000;
const IMMEDIATE_STOP_MS = 5_000;

/** For a machine that also runs the service; everything else is PostgreSQL's default. */
const SETTINGS: ServerSettings = {
  listen_addresses: "127.0.0.1",
  // Paths of sockets end at 107 bytes; those of checkouts do not.
  unix_socket_directories: "",
  max_connections: MAX_CONNECTIONS,
  shared_buffers: "128MB",
  max_wal_size: "512MB",
  // Nothing replicates from here.
  wal_level: "minimal",
  max_wal_senders: 0,
  max_logical_replication_workers: 0,
  // Parallel workers and the compiler pay off on large scans; here are none. Workers would also need /dev/shm, 64 MB in a container.
  max_parallel_workers_per_gather: 0,
  jit: "off",
  io_method: "sync",
  timezone: "UTC",
  log_timezone: "UTC",
  cluster_name: "feedwright",
  // Rows of a shop do not belong in a log: neither the statement nor the detail of an error is written.
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
  logging_collector: "off",
};

/** Resolves when the server takes connections; rejects with `PostmasterFailed`, also when the signal ends the attempt. */
export async function launchPostmaster(options: PostmasterOptions, signal?: AbortSignal): Promise<Postmaster> {
  const logOffset = await sizeOf(options.logFile);
  const data = dataPath(options.cluster.path);
  const before = await readPidFile(data);
  const postmaster = await spawnDetached(options);
  if (await becomesReady(postmaster, () => isReady(data, postmaster.pid, before), signal)) return postmaster;
  await stopPostmaster(postmaster);
  throw failure(await readLogTail(options.logFile, logOffset));
}

/** A session of its own: Ctrl-C at the terminal is sent to our whole process group and must not end the server under us. */
async function spawnDetached({ binaries, cluster, port, logFile, settings: given }: PostmasterOptions): Promise<Postmaster> {
  await using log = await open(logFile, "a", 0o600);
  await using pipe = await openServerPipe(cluster.path);
  const settings = Object.entries({ ...SETTINGS, ...given }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(binaries.postgres, ["-D", dataPath(cluster.path), "-p", String(port), ...settings], {
    ...cluster.account,
    cwd: "/",
    env: { LC_ALL: "C" },
    detached: true,
    stdio: [pipe?.fd ?? "ignore", log.fd, log.fd],
  });
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  if (child.pid === undefined) throw new PostmasterFailed("other", `${binaries.postgres} cannot be run`);
  return { pid: child.pid, exited };
}

async function becomesReady({ exited }: Postmaster, ready: () => Promise<boolean>, signal?: AbortSignal): Promise<boolean> {
  const over = AbortSignal.any([AbortSignal.timeout(START_TIMEOUT_MS), ...(signal === undefined ? [] : [signal])]);
  const isGone = exited.then(() => true);
  for (;;) {
    if (await ready()) return true;
    if (over.aborted || (await Promise.race([isGone, sleep(READY_POLL_MS, false)]))) return false;
  }
}

function failure(said: string): PostmasterFailed {
  const fatal = said.split("\n").findLast((line) => /FATAL|PANIC|error/.test(line)) ?? said.trim().split("\n").at(-1) ?? "";
  if (/shared memory block|lock file .* already exists/.test(said)) return new PostmasterFailed("busy", fatal);
  if (/could not (bind|create any TCP)/.test(said)) return new PostmasterFailed("port_taken", fatal);
  return new PostmasterFailed("other", fatal);
}

/** Fast shutdown, then an immediate one, then the end. Resolves when the process is gone. */
export async function stopPostmaster({ pid, exited }: Postmaster): Promise<void> {
  for (const [signal, waitMs] of [
    ["SIGINT", FAST_STOP_MS],
    ["SIGQUIT", IMMEDIATE_STOP_MS],
  ] as const) {
    send(pid, signal);
    if (await endsWithin(exited, waitMs)) return;
  }
  send(pid, "SIGKILL");
  await exited;
}

async function endsWithin(exited: Promise<void>, waitMs: number): Promise<boolean> {
  const timer = new AbortController();
  try {
    const late = sleep(waitMs, false, { signal: timer.signal }).catch(() => false);
    return await Promise.race([exited.then(() => true), late]);
  } finally {
    timer.abort();
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone already; `exited` tells.
  }
}
