import { type App, openApp, type OpenOptions } from "../app.ts";
import { type Config, processConfig } from "../config.ts";
import { PlainError } from "../kernel/errors.ts";
import { SILENT_AFTER_S } from "../surfaces/jobs/lease.ts";
import { hasLivingWorker } from "../platform/jobs/worker-registry.ts";
import { makeLogger } from "../platform/telemetry/make-logger.ts";

/** The configuration of this process, read once. */
export function commandConfig(): Config {
  return processConfig();
}

interface CommandOptions extends Partial<Pick<OpenOptions, "purpose" | "anyKey">> {
  readonly changes?: Partial<Config>;
}

/** An app for a command: beside a running service it joins it, without one it brings what it needs. Commands log warnings only. */
export async function openCommandApp({ purpose = "command", changes = {}, anyKey = false }: CommandOptions = {}): Promise<App> {
  const config = { ...commandConfig(), ...changes };
  const log = makeLogger({ level: config.log.level === "info" ? "error" : config.log.level, pretty: true });
  return openApp(config, { purpose, log, anyKey });
}

/** Whether workers of a service are alive. */
export async function isServiceRunning({ postgres: { db } }: App): Promise<boolean> {
  return hasLivingWorker(db, SILENT_AFTER_S);
}

/** Said behind what only a service does, where none runs. */
export async function serviceNote(app: App): Promise<string> {
  return (await isServiceRunning(app)) ? "" : " No service is running: it's done once one is started.";
}

/** Work a command asks for is done by the service's workers where some are alive, else by this process. */
export async function ensureWorker(app: App): Promise<void> {
  if (!(await isServiceRunning(app))) await app.startWorker();
}

/** For what only a service does, which `start` starts. */
export async function requireWorker(app: App, start: string): Promise<void> {
  if (await isServiceRunning(app)) return;
  throw new PlainError("service_missing", `No service is running. Start one in another terminal with: ${start}`);
}
