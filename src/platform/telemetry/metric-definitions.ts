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
    help: "Requests answered, and how long each took, by method, pattern of the route (`none`: there is none) and class of the status.",
    labels: {
      method: ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "other"],
      route: null,
      status: ["1xx", "2xx", "3xx", "4xx", "5xx"],
    },
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  },
  http_rate_limited_total: {
    type: "counter",
    help: "Requests refused with 429, by the kind of key whose limit it was; `shop` and `organization_keys`: that of all keys of a shop or an organization; `anonymous`: that of an address without a valid key.",
    labels: { key: ["merchant", "organization", "admin", "shop", "organization_keys", "anonymous"] },
  },
  extract_duration_seconds: {
    type: "histogram",
    help: "Attempts at extracts that ended in this process, and how long each took. `released`: given back, to be tried again; `lost`: cancelled, or another worker's.",
    labels: { outcome: ["completed", "failed", "released", "lost"] },
    buckets: [1, 5, 10, 30, 60, 120, 300, 600, 1800, 3600],
  },
  extract_rows_total: { type: "counter", help: "Rows of the snapshots that extracts left.", labels: {} },
  run_duration_seconds: {
    type: "histogram",
    help: "Attempts at runs that ended in this process, and how long each took. `held`: completed, but stopped by the publish guard; `released` and `lost` as of extracts.",
    labels: { outcome: ["completed", "held", "failed", "released", "lost"] },
    buckets: [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800],
  },
  run_rows_total: { type: "counter", help: "Rows that runs transformed, excluded ones too.", labels: {} },
  objects_damaged_total: {
    type: "counter",
    help: "Stored files that this process found damaged: their bytes are not those that were stored. They are not served and not read; anything above 0 needs somebody to look at the disk.",
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
    help: "Deliveries that this process settled: told, or given up with their last attempt or with their webhook.",
    labels: { outcome: ["delivered", "failed"] },
  },
} as const satisfies Record<string, MetricDefinition>;

const KIND = ["extract", "run"] as const;
const POOL = ["query", "job", "preview", "pattern"] as const;

/** Read when somebody asks. Those of queues are of the whole installation: every process tells the same. */
export const SAMPLED = {
  build_info: { type: "gauge", help: "1, with the version that runs.", labels: { version: null } },
  database_up: {
    type: "gauge",
    help: "1 while PostgreSQL answers this process within 2 s, else 0. With 0 there are no metrics of the queues.",
    labels: {},
  },
  workers_alive: { type: "gauge", help: "Workers of the installation that were heard of in the last 20 s.", labels: {} },
  work_waiting: { type: "gauge", help: "Extracts and runs of the installation that nobody works on.", labels: { kind: KIND } },
  work_running: { type: "gauge", help: "Extracts and runs of the installation that a worker works on.", labels: { kind: KIND } },
  work_oldest_waiting_seconds: {
    type: "gauge",
    help: "How long ago the oldest of those that wait was asked for; 0: none waits.",
    labels: { kind: KIND },
  },
  feeds_held: { type: "gauge", help: "Feeds of the installation whose newer file is held until a person publishes it.", labels: {} },
  webhook_deliveries_due: {
    type: "gauge",
    help: "Deliveries of the installation that are due and that nobody sends; 10000 stands for that many or more.",
    labels: {},
  },
  webhook_deliveries_oldest_due_seconds: {
    type: "gauge",
    help: "How long the first of the deliveries that are due has been so; 0: none is.",
    labels: {},
  },
  database_connections: {
    type: "gauge",
    help: "Connections of this process to PostgreSQL, without the reserve for admission and heartbeats.",
    labels: { state: ["idle", "busy"] },
  },
  database_connections_waiting: { type: "gauge", help: "Queries of this process that wait for a connection.", labels: {} },
  warehouse_children: { type: "gauge", help: "DuckDB processes of this process that are alive.", labels: { pool: POOL } },
  warehouse_waiting: {
    type: "gauge",
    help: "Questions, jobs, previews and checks of regular expressions of this process that wait for a DuckDB process.",
    labels: { pool: POOL },
  },
  warehouse_children_lost_total: {
    type: "counter",
    help: "DuckDB processes that crashed, or that were killed past the deadline of what they did; not those whose work was done or stopped.",
    labels: { pool: POOL, reason: ["crashed", "deadline"] },
  },
  memory_limit_bytes: { type: "gauge", help: "What this process and all below it may take: `MEMORY_LIMIT`.", labels: {} },
  memory_used_bytes: { type: "gauge", help: "What this process and all below it take; missing on systems other than Linux.", labels: {} },
  objects_free_bytes: { type: "gauge", help: "Free space of the file system that the objects lie on.", labels: {} },
  objects_size_bytes: { type: "gauge", help: "Size of the file system that the objects lie on.", labels: {} },
} as const satisfies Record<string, MetricDefinition>;
