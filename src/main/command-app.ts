import { type App, openApp, type Purpose } from "../app.ts";
import { type Config, processConfig } from "../config.ts";
import { PlainError } from "../kernel/errors.ts";
import { SILENT_AFTER_S } from "../surfaces/jobs/lease.ts";
import { hasLivingWorker } from "../platform/jobs/worker-registry.ts";
import { makeLogger } from "../platform/telemetry/make-logger.ts";

/** The configuration of this process, read once. */
export function commandConfig(): Config {
  return processConfig();
}

/** An app for a command: beside a running service it joins it, without one it brings what it needs. Commands log warnings only. */
export async function openCommandApp(purpose: Purpose = "command", changes: Partial<Config> = {}): Promise<App> {
  const config = { ...commandConfig(), ...changes };
  return openApp(config, { purpose, log: makeLogger({ level: config.log.level === "info" ? "error" : config.log.level, pretty: true }) });
}

/** Work a command asks for is done by the service's workers where some are alive, else by this process. */
export async function ensureWorker(app: App): Promise<void> {
  if (!(await hasLivingWorker(app.postgres.db, SILENT_AFTER_S))) await app.startWorker();
}

/** For what only a service does, which `start` starts. */
export async function requireWorker({ postgres: { db } }: App, start: string): Promise<void> {
  if (await hasLivingWorker(db, SILENT_AFTER_S)) return;
  throw new PlainError("service_missing", `No service is running. Start one in another terminal with: ${start}`);
}
