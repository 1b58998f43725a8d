/**
 * Every metric of ours, as data: what is counted where it happens, and what is read when somebody asks. The types of both, and the
 * reference for operators, are made from it.
 *
 * A label's values are listed, so that no tenant, key or address can become one and a process has so many series and no more; null
 * stands for texts of ours of which there are few: patterns of routes, a version.
 */
export interface MetricDefinition {
  readonly type: "counter" | "gauge" | "histogram";
  readonly help: string;
  readonly labels: Readonly<Record<string, readonly string[] | null>>;
  /** Of a histogram: upper bounds, in its unit. */
  readonly buckets?: readonly number[];
}

/** Stands before every name of ours. */
export const METRIC_PREFIX = "feedwright_";

/** Counted where it happens, in this process and since it started. */
export const COUNTED = {
  http_request_duration_seconds: {
    type: "histogram",
    help: "Requests answered, and how long each took, by method, route pattern (`none` if there is no route) and class of the status.",
    labels: {
      method: ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "other"],
      route: null,
      status: ["1xx", "2xx", "3xx", "4xx", "5xx"],
    },
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  },
  http_rate_limited_total: {
    type: "counter",
    help: "Requests refused with 429, by the limit that was reached: that of a kind of key; `session` for that of one session, `sessions` for that of all sessions of a shop or an organization; `shop` or `organization_keys` for the limit of all keys of a shop or an organization; `anonymous` for the limit of an address without a valid key.",
    labels: { key: ["merchant", "organization", "admin", "session", "sessions", "shop", "organization_keys", "anonymous"] },
  },
  extract_duration_seconds: {
    type: "histogram",
    help: "Attempts at extracts that ended in this process, and how long each took. `released`: put back to be tried again. `lost`: cancelled, or taken over by another worker.",
    labels: { outcome: ["completed", "failed", "released", "lost"] },
    buckets: [1, 5, 10, 30, 60, 120, 300, 600, 1800, 3600],
  },
  extract_rows_total: { type: "counter", help: "Rows in the snapshots that extracts created.", labels: {} },
  platform_webhooks_total: {
    type: "counter",
    help: "Deliveries that Shopify sent to `/shopify/webhooks`. `busy`: answered with 503, so that they come again.",
    labels: { outcome: ["taken", "unsigned", "busy"] },
  },
  reconciled_rows_total: {
    type: "counter",
    help: "Rows in which scheduled full extracts differed from what deltas had left, apart from changes that were known and not read yet.",
    labels: { difference: ["added", "removed", "changed"] },
  },
  delta_duration_seconds: {
    type: "histogram",
    help: "Attempts at deltas that ended in this process, and how long each took. `released` and `lost` mean the same as for extracts.",
    labels: { outcome: ["completed", "failed", "released", "lost"] },
    buckets: [0.5, 1, 2.5, 5, 10, 30, 60, 300],
  },
  run_duration_seconds: {
    type: "histogram",
    help: "Attempts at runs that ended in this process, and how long each took. `held`: completed, but stopped by the publish guard. `released` and `lost` mean the same as for extracts.",
    labels: { outcome: ["completed", "held", "failed", "released", "lost"] },
    buckets: [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800],
  },
  run_rows_total: { type: "counter", help: "Rows that runs transformed, including excluded ones.", labels: {} },
  objects_damaged_total: {
    type: "counter",
    help: "Stored files that this process found damaged, because their bytes differ from those that were stored. Damaged files are neither served nor read. If the value is above 0, check the disk.",
    labels: {},
  },
  webhook_attempt_duration_seconds: {
    type: "histogram",
    help: "Requests sent to webhooks, and how long each took. `succeeded`: answered with 2xx.",
    labels: { outcome: ["succeeded", "failed"] },
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  },
  webhook_deliveries_total: {
    type: "counter",
    help: "Deliveries that this process settled: delivered, or given up after their last attempt or with their webhook.",
    labels: { outcome: ["delivered", "failed"] },
  },
} as const satisfies Record<string, MetricDefinition>;

const KIND = ["extract", "run"] as const;
const POOL = ["query", "job", "preview", "pattern"] as const;

/** Read when somebody asks. Those of queues are of the whole installation: every process tells the same. */
export const SAMPLED = {
  build_info: { type: "gauge", help: "Always 1, with the running version.", labels: { version: null } },
  database_up: {
    type: "gauge",
    help: "1 if PostgreSQL answers this process within 2 s, otherwise 0. At 0, there are no queue metrics.",
    labels: {},
  },
  workers_alive: { type: "gauge", help: "Workers of the installation that reported in the last 20 s.", labels: {} },
  work_waiting: { type: "gauge", help: "Extracts and runs of the installation that wait for a worker.", labels: { kind: KIND } },
  work_running: { type: "gauge", help: "Extracts and runs of the installation that a worker is processing.", labels: { kind: KIND } },
  work_oldest_waiting_seconds: {
    type: "gauge",
    help: "Time since the oldest waiting job was requested. 0 if none is waiting.",
    labels: { kind: KIND },
  },
  feeds_held: { type: "gauge", help: "Feeds of the installation whose newer file is held until someone publishes it.", labels: {} },
  webhook_deliveries_due: {
    type: "gauge",
    help: "Deliveries of the installation that are due but not being sent. 10000 means that many or more.",
    labels: {},
  },
  webhook_deliveries_oldest_due_seconds: {
    type: "gauge",
    help: "How long the first due delivery has been due. 0 if there is none.",
    labels: {},
  },
  database_connections: {
    type: "gauge",
    help: "Connections of this process to PostgreSQL, not counting the reserve for admission and heartbeats.",
    labels: { state: ["idle", "busy"] },
  },
  database_connections_waiting: { type: "gauge", help: "Queries of this process that are waiting for a connection.", labels: {} },
  warehouse_children: { type: "gauge", help: "DuckDB processes of this process that are alive.", labels: { pool: POOL } },
  warehouse_waiting: {
    type: "gauge",
    help: "Queries, jobs, previews and checks of regular expressions in this process that are waiting for a DuckDB process.",
    labels: { pool: POOL },
  },
  warehouse_children_lost_total: {
    type: "counter",
    help: "DuckDB processes that crashed, or were killed because they missed their deadline. Processes whose work was done or stopped don't count.",
    labels: { pool: POOL, reason: ["crashed", "deadline"] },
  },
  memory_limit_bytes: { type: "gauge", help: "Memory limit of this process and all its child processes: `MEMORY_LIMIT`.", labels: {} },
  memory_used_bytes: {
    type: "gauge",
    help: "Memory that this process and all its child processes use. Only available on Linux.",
    labels: {},
  },
  objects_free_bytes: { type: "gauge", help: "Free space of the file system that stores the objects.", labels: {} },
  objects_size_bytes: { type: "gauge", help: "Size of the file system that stores the objects.", labels: {} },
} as const satisfies Record<string, MetricDefinition>;
