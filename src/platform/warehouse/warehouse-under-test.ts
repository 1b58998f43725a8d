import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Logger } from "../telemetry/telemetry-port.ts";
import type { ChildSettings } from "./child-calls.ts";

const MIB = 1024 * 1024;

export const TEST_SETTINGS: Omit<ChildSettings, "spillFolder"> = {
  threads: 1,
  lanes: 1,
  memoryLimitBytes: 256 * MIB,
  memorySetting: "256MiB",
  residentSetBytesMax: 1024 * MIB,
  residentTablesBytesMax: 128 * MIB,
  spillBytesMax: 256 * MIB,
  allowedFolders: [],
  sessionFolder: null,
  niceness: 0,
  longMs: 60_000,
};

/** Computes for an hour; can be interrupted. */
export const ENDLESS = "SELECT count(*) AS n FROM range(1000000000) a, range(1000000) b WHERE (a.range * b.range) % 7 = 3";

/** Never finishes planning, grows by 200 MB a second and cannot be interrupted: a filter above 20 rules that read themselves. */
export function runawayPlan(): string {
  let text = "SELECT 'shirt ' || range AS t FROM range(10)";
  for (let rule = 0; rule < 20; rule += 1) text = `SELECT CASE WHEN contains(t, 'x${rule}') THEN t || 'y' ELSE t END AS t FROM (${text})`;
  return `SELECT count(*) AS n FROM (${text}) WHERE t LIKE 'a%'`;
}

/** Collects the process ids of the children that were forked. */
export function pidLog(): { readonly log: Logger; readonly pids: number[] } {
  const pids: number[] = [];
  const log: Logger = {
    debug: ({ pid }) => void (typeof pid === "number" && pids.push(pid)),
    info() {},
    warn() {},
    error() {},
    child: () => log,
  };
  return { log, pids };
}

export function isAlive(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false;
  }
}

export interface TestFolder extends AsyncDisposable {
  readonly path: string;
}

export async function testFolder(): Promise<TestFolder> {
  const path = await mkdtemp(join(tmpdir(), "feedwright-warehouse-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** What a promise rejects with; to be taken before the cause, and looked at after it. */
export async function failure(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    (answer) => new Error(`it did not fail: ${JSON.stringify(answer)}`),
    (error: unknown) => error,
  );
}
