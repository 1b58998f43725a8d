import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { descendantsOf, isRunningAs, type RunningProcess } from "../harness/child-processes.ts";
import { freePort } from "../harness/service-process.ts";
import { type TcpProxy, tcpProxy } from "../harness/tcp-proxy.ts";

/** One process of the cluster. Whatever ends it, it's started again, as an orchestrator would. */
export interface ClusterNode extends AsyncDisposable {
  /** `api-1`. */
  readonly name: string;
  readonly role: "api" | "worker";
  /** Of an api node: without a slash at the end and without `/v1`. */
  readonly url: string;
  /** Between the node and PostgreSQL. */
  readonly database: TcpProxy;
  /** The present process; undefined between two. */
  pid(): number | undefined;
  starts(): number;
  /** SIGKILL to the process alone; what it started lives on. */
  kill(): void;
  signal(signal: "SIGSTOP" | "SIGCONT"): void;
  /** What `node-faults.ts` plays in it from now on. */
  play(faults: { readonly shiftMs?: number; readonly diskFull?: boolean }): Promise<void>;
}

export interface NodeSpec {
  readonly name: string;
  readonly role: "api" | "worker";
  /** Folder of this node alone. */
  readonly folder: string;
  readonly databaseUrl: string;
  readonly env: Readonly<Record<string, string>>;
  readonly hear: (text: string) => void;
}

const LAUNCHER = fileURLToPath(new URL("../../bin/feedwright.js", import.meta.url));
const PRELOAD = new URL("node-faults.ts", import.meta.url).href;
/** Between the end of a process and the next one. */
const RESTART_AFTER_MS = 300;

export async function startNode(spec: NodeSpec): Promise<ClusterNode> {
  const { name, role, folder } = spec;
  await mkdir(folder, { recursive: true });
  const address = new URL(spec.databaseUrl);
  const target = Number(address.port);
  const database = await tcpProxy(() => target);
  address.port = String(database.port);
  const port = await freePort();
  const faults = join(folder, "faults.json");
  await writeFile(faults, "{}");
  const process = keepRunning({
    role,
    hear: (text) => spec.hear(text.replaceAll(/^(?=.)/gm, `${name} `)),
    env: {
      ...spec.env,
      PORT: String(port),
      DATA_DIR: join(folder, "data"),
      DATABASE_URL: address.href,
      NODE_FAULTS: faults,
      NODE_OPTIONS: `--import=${PRELOAD}`,
    },
  });
  return {
    name,
    role,
    database,
    url: `http://127.0.0.1:${port}`,
    ...process,
    play: ({ shiftMs = 0, diskFull = false }) => writeFile(faults, JSON.stringify({ shiftMs, diskFull })),
    async [Symbol.asyncDispose]() {
      await process.end();
      await database[Symbol.asyncDispose]();
    },
  };
}

export const folderUrl = (folder: string): string => pathToFileURL(folder).href;

interface Kept {
  readonly role: string;
  readonly env: Readonly<Record<string, string>>;
  readonly hear: (text: string) => void;
}

function keepRunning({ role, env, hear }: Kept) {
  let child: ChildProcess | undefined;
  let starts = 0;
  let isOver = false;
  const seen = new Map<number, RunningProcess>();
  const remember = async (): Promise<void> => {
    if (child?.pid !== undefined) for (const each of await descendantsOf(child.pid)) seen.set(each.pid, each);
  };
  const run = async (): Promise<void> => {
    while (!isOver) {
      starts += 1;
      child = spawn(process.execPath, [LAUNCHER, role], { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
      for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text: Buffer) => hear(text.toString()));
      await once(child, "exit");
      hear(`ended: ${child.exitCode ?? child.signalCode}\n`);
      child = undefined;
      if (!isOver) await sleep(RESTART_AFTER_MS);
    }
  };
  const running = run();
  return {
    pid: () => child?.pid,
    starts: () => starts,
    kill: () => void child?.kill("SIGKILL"),
    signal: (signal: "SIGSTOP" | "SIGCONT") => void child?.kill(signal),
    async end() {
      isOver = true;
      await remember();
      child?.kill("SIGCONT");
      child?.kill("SIGKILL");
      await running;
      for (const each of seen.values()) if (await isRunningAs(each)) process.kill(each.pid, "SIGKILL");
    },
  };
}
