import { METRICS_PORT } from "./app-ports.ts";
import type { Config } from "./config.ts";
import { readQueues } from "./features/admin/index.ts";
import type { Services } from "./features/operation.ts";
import type { Postgres } from "./platform/postgres/open-postgres.ts";
import type { MetricsRegistry } from "./platform/telemetry/telemetry-port.ts";
import { portUnusable } from "./surfaces/port-unusable.ts";

/** The metrics of a process, and the port where Prometheus asks for them. */

/** Loaded only where somebody may ask for them. */
export async function openMetrics(): Promise<MetricsRegistry> {
  const { prometheusMetrics } = await import("./platform/telemetry/prometheus-metrics.ts");
  return prometheusMetrics();
}

interface Watching {
  readonly postgres: Postgres;
  readonly services: Services;
  readonly version: string;
  readonly memoryLimitBytes: number;
}

export async function listenForMetrics(
  { metrics, ...listener }: NonNullable<Config["metrics"]> & { readonly metrics: MetricsRegistry },
  { postgres, services: { warehouse, objects, clock, log }, version, memoryLimitBytes }: Watching,
): Promise<AsyncDisposable> {
  const connections = postgres.pool;
  const [{ sampler }, { serveMetrics }] = await Promise.all([
    import("./surfaces/metrics/read-samples.ts"),
    import("./surfaces/metrics/serve-metrics.ts"),
  ]);
  const sample = sampler({
    version,
    connections,
    warehouse,
    objects,
    memoryLimitBytes,
    readQueues: () => readQueues(postgres.db, clock.now()),
  });
  try {
    return await serveMetrics({ ...listener, log, expose: async (format) => metrics.expose(await sample(), format) });
  } catch (error) {
    throw portUnusable({ ...listener, ...METRICS_PORT }, error);
  }
}
