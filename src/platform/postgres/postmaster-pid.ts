import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { processStart } from "./process-identity.ts";
import { runProgram } from "./run-program.ts";

/**
 * What PostgreSQL says about itself in `postmaster.pid`. The file outlives a server that was killed, and its pid may have
 * been given to another process since: whoever is going to send a signal asks `runningPostmaster`, which looks at the process.
 */

const PID_LINE = 0;
/** `ready` once connections are taken; there since PostgreSQL 10. */
const STATUS_LINE = 7;
const PS_TIMEOUT_MS = 5_000;

export interface RunningPostmaster {
  readonly pid: number;
  readonly start: string;
}

export const pidFile = (data: string): string => join(data, "postmaster.pid");

export async function readPidFile(data: string): Promise<string> {
  return readFile(pidFile(data), "utf8").catch(() => "");
}

/** `before` is the file as it was when the server was started: in a container a killed one often had the very same pid. */
export async function isReady(data: string, pid: number, before: string): Promise<boolean> {
  const text = await readPidFile(data);
  const lines = text.split("\n");
  return text !== before && Number(lines[PID_LINE]) === pid && lines[STATUS_LINE]?.trim() === "ready";
}

export async function runningPostmaster(data: string): Promise<RunningPostmaster | undefined> {
  const pid = Number((await readPidFile(data)).split("\n")[PID_LINE]);
  if (!Number.isSafeInteger(pid) || pid <= 1) return undefined;
  const start = await processStart(pid);
  return start !== undefined && (await worksOn(pid, data)) ? { pid, start } : undefined;
}

/** A postmaster's working directory is its data directory; where the system does not show that, its command line names it. */
async function worksOn(pid: number, data: string): Promise<boolean> {
  if (process.platform !== "linux") return commandLineNames(pid, data);
  const [own, there] = await Promise.all([stat(data), stat(`/proc/${pid}/cwd/`).catch(() => undefined)]);
  return there !== undefined && own.ino === there.ino && own.dev === there.dev;
}

async function commandLineNames(pid: number, data: string): Promise<boolean> {
  const { done, said } = await runProgram("ps", ["-ww", "-o", "command=", "-p", String(pid)], { timeoutMs: PS_TIMEOUT_MS });
  return done && said.includes("postgres") && said.includes(data);
}
