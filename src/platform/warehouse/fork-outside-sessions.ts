import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Logger } from "../telemetry/telemetry-port.ts";
import type { ChildSettings } from "./child-calls.ts";
import { type DuckDbChild, forkDuckDb } from "./duckdb-child.ts";

/** A child that belongs to no job, and so to no job's folder. Its spill folder goes with it. */
export function forkOutsideSessions(settings: Omit<ChildSettings, "spillFolder">, log: Logger): DuckDbChild {
  const spillFolder = join(tmpdir(), `feedwright-query-${randomUUID()}`);
  const child = forkDuckDb({ ...settings, spillFolder }, log);
  const gone = child.gone
    .then(() => rm(spillFolder, { recursive: true, force: true }))
    .catch((error: unknown) => log.warn({ spillFolder, error: String(error) }, "could not remove a spill folder"));
  return { ...child, gone };
}
