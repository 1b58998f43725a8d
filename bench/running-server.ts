import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { Agent, get } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { members, parseJson } from "../src/kernel/unsafe.ts";

/** A real service of its own, on loopback, for measuring what its clients see. */
export interface BenchService extends AsyncDisposable {
  readonly pid: number;
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly readySeconds: number;
  /** The answer's JSON, empty where it has none; throws on an error status. */
  ask(key: string, route: string, init?: RequestInit): Promise<Readonly<Record<string, unknown>>>;
  /** Reads an answer and doesn't look into it, as what a client does with a long one would take longer than the service; throws on an error status. */
  read(key: string, route: string): Promise<void>;
  quickstart(): Promise<Readonly<Record<string, unknown>>>;
  command(...args: readonly string[]): Promise<string>;
}

const LAUNCHER = fileURLToPath(new URL("../bin/feedwright.js", import.meta.url));
const READY_WITHIN_MS = 60_000;
/** Requests are counted all the same. */
const NO_LIMITS = { RATE_LIMIT_MERCHANT: "0", RATE_LIMIT_ORG: "0", RATE_LIMIT_ADMIN: "0", RATE_LIMIT_ANONYMOUS: "0" };

/** `log`: where the service's lines go; they are written all the same. */
export async function startService(
  environment: Readonly<Record<string, string>> = {},
  log: "inherit" | "ignore" = "inherit",
): Promise<BenchService> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "feedwright-bench-service-"));
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const env = { ...process.env, ...NO_LIMITS, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "warn", ...environment };
  const connections = new Agent({ keepAlive: true });
  const startedAt = performance.now();
  const child = spawn(process.execPath, [LAUNCHER, "start"], { env, stdio: ["ignore", "ignore", log] });
  while (!(await answers(`${baseUrl}/readyz`))) {
    if (child.exitCode !== null || performance.now() - startedAt > READY_WITHIN_MS) throw new Error("the service did not become ready");
    await sleep(50);
  }
  return {
    pid: child.pid ?? 0,
    baseUrl,
    dataDir,
    readySeconds: (performance.now() - startedAt) / 1000,
    async ask(key, route, init = {}) {
      const answer = await fetch(`${baseUrl}/v1${route}`, {
        ...init,
        headers: { authorization: `Bearer ${key}`, ...(init.body === undefined ? {} : { "content-type": "application/json" }) },
      });
      if (answer.status === 204) return {};
      const body = members(await answer.json());
      if (!answer.ok) throw new Error(`${answer.status} ${JSON.stringify(body)}`);
      return body;
    },
    read: (key, route) => readAnswer(connections, { url: `${baseUrl}/v1${route}`, key }),
    quickstart: async () => members(parseJson(await readFile(path.join(dataDir, "quickstart.json"), "utf8"))),
    command: (...args) => runCommand(args, env),
    async [Symbol.asyncDispose]() {
      connections.destroy();
      child.kill("SIGTERM");
      while (child.exitCode === null && child.signalCode === null) await sleep(50);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function readAnswer(agent: Agent, { url, key }: { readonly url: string; readonly key: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = get(url, { agent, headers: { authorization: `Bearer ${key}` } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} was answered ${answer.statusCode}`));
      answer.on("error", reject).on("end", resolve).resume();
    });
    asked.on("error", reject);
  });
}

function runCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [LAUNCHER, ...args], { env, stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
    child.on("error", reject);
    child.on("exit", (code) => (code === 0 ? resolve(output) : reject(new Error(`feedwright ${args.join(" ")} exited with ${code}`))));
  });
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}
