import type { Config } from "./config.ts";
import { readDataDirLock } from "./platform/postgres/data-dir-lock.ts";
import { requirePort } from "./surfaces/require-port.ts";

/** The ports of a process, and the settings that name them in a sentence. */
export const HTTP_PORT = { verb: "listen", settings: "PORT (or HOST)" } as const;
export const METRICS_PORT = { verb: "serve metrics", settings: "METRICS_PORT (or METRICS_HOST)" } as const;

/** Rejects with one sentence where a port of this process is taken: before a data directory, a database or anything else is made. */
export async function requirePorts({ http, metrics, dataDir }: Config, { serves }: { readonly serves: boolean }): Promise<void> {
  // A service that runs on the data directory may well be what has the port; opening says so.
  if ((await readDataDirLock(dataDir))?.purpose === "service" && serves) return;
  if (serves) await requirePort({ ...http, ...HTTP_PORT });
  if (metrics !== null) await requirePort({ ...metrics, ...METRICS_PORT });
}
