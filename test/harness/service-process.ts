import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { descendantsOf, isRunningAs, type RunningProcess } from "./child-processes.ts";

/**
 * The real service as a process of its own, for tests that look at it from outside and for those that kill it. It lives in a
 * folder of its own on a port of its own; whatever it started is ended when the folder is disposed, by process id.
 */
export interface ServiceHome extends AsyncDisposable {
  /** Without a slash at the end and without `/v1`. */
  readonly url: string;
  readonly dataDir: string;
  /** Starts the service and waits until it is ready. Throws with what it logged when it ends before. */
  start(): Promise<ServiceProcess>;
  /** One more process that serves the API from the same data, beside the service. */
  startApi(settings?: Readonly<Record<string, string>>): Promise<ApiProcess>;
  /** One more process that carries out work and sends deliveries, beside the service. */
  startWorker(settings?: Readonly<Record<string, string>>): WorkerProcess;
  /** The command line beside the service, on the same data. */
  command(...args: readonly string[]): CommandProcess;
  /** The same with other settings; an empty one counts as not set. */
  commandWith(settings: Readonly<Record<string, string>>, ...args: readonly string[]): CommandProcess;
  /** The last the service has logged, over all its starts. */
  logged(): string;
}

export interface ServiceProcess {
  readonly pid: number;
  /** Everything below it: PostgreSQL's processes and DuckDB's. */
  descendants(): Promise<readonly RunningProcess[]>;
  /** SIGTERM, as a person stops it. Answers the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL to this one process; what it started lives on. */
  kill(): Promise<void>;
}

export interface ApiProcess {
  readonly url: string;
  /** SIGTERM. Answers the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL. */
  kill(): Promise<void>;
}

export interface WorkerProcess {
  /** Resolves when it takes work. */
  readonly ready: Promise<void>;
  /** SIGTERM. Answers the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL. */
  kill(): Promise<void>;
}

export interface CommandProcess {
  /** Resolves with what it said on standard output; rejects with what it said on standard error. */
  readonly output: Promise<string>;
  /** On standard output, so far. */
  said(): string;
  /** Ctrl-C. */
  interrupt(): void;
  kill(): void;
}

const LAUNCHER = fileURLToPath(new URL("../../bin/feedwright.js", import.meta.url));
/** Tests ask many times a second whether something is done yet. */
const NO_LIMITS = { RATE_LIMIT_MERCHANT: "0", RATE_LIMIT_ORG: "0", RATE_LIMIT_ADMIN: "0" };
/** As many processes at once on every machine. */
const MEMORY = { MEMORY_LIMIT: "9GB" };
/** A first start makes a database cluster: seconds on an idle machine, minutes on one that twenty programs share. */
const READY_WITHIN_MS = 300_000;
const STOP_WITHIN_MS = 120_000;
const POLL_MS = 25;
/** More than any test's service logs: some look at what was logged since a place in it. */
const LOG_CHARACTERS_MAX = 4 * 1024 * 1024;
/** Below the ports that systems give to outgoing connections, so that a restart finds it free. */
const PORT_MIN = 18_000;
const PORTS = 2_000;
/** Each of Vitest's processes has ports of its own, because one that is free just now may be another test's, whose service restarts. */
const PORT_GROUPS = 5;

/** `launcher`: that of another version of the service. */
export async function serviceHome(settings: Readonly<Record<string, string>> = {}, launcher = LAUNCHER): Promise<ServiceHome> {
  const folder = await mkdtemp(join(tmpdir(), "feedwright-service-"));
  // PostgreSQL does not run as root: the account it runs as must be able to reach its folder.
  await chmod(folder, 0o755);
  const dataDir = join(folder, "data");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    ...NO_LIMITS,
    PORT: String(port),
    DATA_DIR: dataDir,
    SAMPLE_SHOP: "0",
    LOG_LEVEL: "info",
    ...MEMORY,
    ...settings,
  };
  const started = new Set<ChildProcess>();
  const seen = new Map<number, RunningProcess>();
  let log = "";
  const run = (args: readonly string[], more: Readonly<Record<string, string>> = {}): ChildProcess => {
    const child = spawn(process.execPath, [launcher, ...args], { env: { ...env, ...more }, stdio: ["ignore", "pipe", "pipe"] });
    started.add(child);
    child.once("exit", () => started.delete(child));
    return child;
  };
  const heard = (child: ChildProcess): ChildProcess => {
    const hear = (text: Buffer): void => void (log = (log + text.toString("utf8")).slice(-LOG_CHARACTERS_MAX));
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    return child;
  };
  const remember = async (pid: number): Promise<readonly RunningProcess[]> => {
    const found = await descendantsOf(pid);
    for (const each of found) seen.set(each.pid, each);
    return found;
  };
  return {
    url,
    dataDir,
    logged: () => log,
    async start() {
      const child = heard(run(["start"]));
      await ready(child, `${url}/readyz`, () => log);
      const pid = child.pid ?? 0;
      await remember(pid);
      return { pid, descendants: () => remember(pid), stop: () => stop(child), kill: () => killed(child) };
    },
    async startApi(more = {}) {
      const ownPort = String(await freePort());
      const child = heard(run(["api"], { ...more, PORT: ownPort }));
      const own = `http://127.0.0.1:${ownPort}`;
      await ready(child, `${own}/readyz`, () => log);
      return { url: own, stop: () => stop(child), kill: () => killed(child) };
    },
    startWorker(more) {
      const child = heard(run(["worker"], more));
      return { ready: saysReady(child, () => log), stop: () => stop(child), kill: () => killed(child) };
    },
    command: (...args) => commandOf(run(args)),
    commandWith: (more, ...args) => commandOf(run(args, more)),
    async [Symbol.asyncDispose]() {
      for (const { pid } of started) if (pid !== undefined) await remember(pid);
      await Promise.all([...started].map(killed));
      for (const each of seen.values()) if (await isRunningAs(each)) process.kill(each.pid, "SIGKILL");
      // A process that was just killed may still be writing.
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

async function ready(child: ChildProcess, url: string, logged: () => string): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (!(await answersOk(url))) {
    if (hasEnded(child)) throw new Error(`the service ended before it was ready:\n${logged()}`);
    if (performance.now() > deadline) {
      await killed(child);
      throw new Error(`the service was not ready within ${READY_WITHIN_MS} ms:\n${logged()}`);
    }
    await sleep(POLL_MS);
  }
}

/** What a worker says on standard output, once it takes work. Whoever starts one to kill it doesn't wait for it. */
function saysReady(child: ChildProcess, logged: () => string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  promise.catch(() => undefined);
  child.stdout?.on("data", (text: Buffer) => text.includes("The worker is ready") && resolve());
  child.once("exit", () => reject(new Error(`the worker ended before it was ready:\n${logged()}`)));
  return promise;
}

function answersOk(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(READY_WITHIN_MS) }).then(
    async (answer) => (await answer.text()) !== "" && answer.ok,
    () => false,
  );
}

async function stop(child: ChildProcess): Promise<number | null> {
  if (!hasEnded(child)) {
    const ended = once(child, "exit", { signal: AbortSignal.timeout(STOP_WITHIN_MS) });
    child.kill("SIGTERM");
    await ended;
  }
  return child.exitCode;
}

async function killed(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

function commandOf(child: ChildProcess): CommandProcess {
  let [said, complained] = ["", ""];
  child.stdout?.on("data", (text: Buffer) => (said += text.toString("utf8")));
  child.stderr?.on("data", (text: Buffer) => (complained += text.toString("utf8")));
  const output = new Promise<string>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve(said) : reject(new Error(`the command ended with ${code}: ${complained}`))));
  });
  // Whoever starts a command to kill it does not wait for it.
  output.catch(() => undefined);
  return { output, said: () => said, interrupt: () => void child.kill("SIGINT"), kill: () => void child.kill("SIGKILL") };
}

/** Ports that `freePort` has given out. It gives each out once, because a test may ask for two before it uses either. */
const answered = new Set<number>();

export async function freePort(): Promise<number> {
  const group = Number(process.env["VITEST_POOL_ID"] ?? 0) % PORT_GROUPS;
  for (let attempt = 0; attempt < PORTS; attempt += 1) {
    const port = PORT_MIN + Math.floor((group + Math.random()) * (PORTS / PORT_GROUPS));
    if (answered.has(port)) continue;
    const server = createServer();
    const free = await once(server.listen(port, "127.0.0.1"), "listening").then(
      () => true,
      () => false,
    );
    server.close();
    if (free) {
      answered.add(port);
      return port;
    }
  }
  throw new Error(`no free port from ${PORT_MIN} to ${PORT_MIN + PORTS}`);
}
