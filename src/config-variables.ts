import { resolve } from "node:path";
import {
  baseUrl,
  type ConfigVariable,
  hostName,
  memoryBytes,
  oneOrZero,
  PROXY_HOPS_MAX,
  quotaBytes,
  trustedProxies,
  uploadBytes,
  type TrustProxy,
  wholeNumber,
} from "./config-values.ts";
import { PLATFORM_VARIABLES } from "./config-platforms.ts";
import { RETENTION_VARIABLES } from "./config-retention.ts";
import { SHOPIFY_VARIABLES } from "./config-shopify.ts";
import { STORAGE_VARIABLES } from "./config-storage.ts";
import { TELEMETRY_VARIABLES } from "./config-telemetry.ts";
import { ORDINARY_DELTA_PACE } from "./kernel/delta-pace.ts";
import { ONE_THREAD_ROWS } from "./platform/warehouse/child-shares.ts";
import { decodeSecretsKey, PREVIOUS_KEYS_MAX, secretsKeyTexts } from "./platform/secrets/secrets-key.ts";

/** The variables of the environment: what each takes, and what the reference says of it. */

/** TCP ports; 0 is left out because `PUBLIC_URL` could not say which port it became. */
const PORT_MAX = 65_535;
/** DuckDB spends memory per thread; no machine this is meant for has more. */
export const THREADS_MAX = 256;

/** Requests per minute. An organization works on several shops at once. */
export const RATE_LIMITS = { merchant: 120, organization: 240, admin: 60, session: 1_200, anonymous: 60 } as const;
/** More than a process answers. */
const RATE_LIMIT_MAX = 1_000_000;

/** Half a million rows at a usual length. */
export const UPLOAD_BYTES_MAX = 512e6;

/** Two dozen runs of twenty feeds of a shop of 100,000 variants, and its snapshots. */
export const STORAGE_QUOTA_BYTES = 50e9;

/** Twice as long as balancers commonly take to notice. */
export const DRAIN_DELAY_S = 5;
/** Orchestrators commonly end a process 30 seconds after they asked it to stop. */
export const DRAIN_TIMEOUT_S = 15;

export type LogLevel = "debug" | "info" | "warn" | "error";
const LOG_LEVELS: readonly LogLevel[] = ["debug", "info", "warn", "error"];
const variable = <T>(spec: Omit<ConfigVariable<T>, "secret"> & { readonly secret?: boolean }): ConfigVariable<T> =>
  Object.freeze({ secret: false, ...spec });

/** What all keys of a shop or an organization may send, as a multiple of what one may: more than a few programs at work. */
export const KEYS_AT_WORK = 5;

const rateLimit = (name: string, requests: number | string, whose: string) =>
  variable({
    name: `RATE_LIMIT_${name}`,
    default: String(requests),
    description: `Requests per minute ${whose}, across all processes. 0 means no limit.`,
    takes: `a whole number from 0 to ${RATE_LIMIT_MAX}`,
    parse: (text) => wholeNumber(text, 0, RATE_LIMIT_MAX),
  });

export const VARIABLES = Object.freeze({
  port: variable({
    name: "PORT",
    default: "8080",
    description: "Port for the API, the feed files and the console.",
    takes: `a whole number from 1 to ${PORT_MAX}`,
    parse: (text) => wholeNumber(text, 1, PORT_MAX),
  }),
  host: variable({
    name: "HOST",
    default: "127.0.0.1",
    description: "Address to listen on. Use `0.0.0.0` or `::` to listen on every interface.",
    takes: "an IP address or a host name",
    parse: hostName,
  }),
  metricsPort: variable({
    name: "METRICS_PORT",
    default: null,
    description: "Port for `GET /metrics`, which Prometheus scrapes. Each process needs its own port. Without one, metrics aren't served.",
    takes: `a whole number from 1 to ${PORT_MAX}`,
    parse: (text) => wholeNumber(text, 1, PORT_MAX),
  }),
  metricsHost: variable({
    name: "METRICS_HOST",
    default: "127.0.0.1",
    description: "Address the metrics are served on. Anyone who can reach it can read them without a key.",
    takes: "an IP address or a host name",
    parse: hostName,
  }),
  publicUrl: variable({
    name: "PUBLIC_URL",
    default: "http://HOST:PORT",
    description: "Base URL of every link the service returns.",
    takes: "an http:// or https:// address without a user, query or fragment",
    parse: baseUrl,
  }),
  filesUrl: variable({
    name: "FILES_URL",
    default: "PUBLIC_URL",
    description: "Base URL of feed files, if a CDN serves them.",
    takes: "an http:// or https:// address without a user, query or fragment",
    parse: baseUrl,
  }),
  dataDir: variable({
    name: "DATA_DIR",
    default: "./.data",
    description: "Folder for the built-in PostgreSQL, local objects and caches. It's created if it doesn't exist.",
    takes: "a folder",
    parse: (text) => resolve(text),
  }),
  databaseUrl: variable({
    name: "DATABASE_URL",
    default: null,
    description:
      "URL of a PostgreSQL server, version 15 or newer. The user must own the database and needs no other privileges. Without a URL, a built-in PostgreSQL runs in `DATA_DIR`. Each process opens at most 25 connections, and a command opens at most 10.",
    takes: "a postgres:// address, such as postgres://user:password@host:5432/database",
    secret: true,
    parse: (text) => (/^postgres(ql)?:\/\/./.test(text) ? text : undefined),
  }),
  storageQuotaBytes: variable({
    name: "STORAGE_QUOTA_PER_SHOP",
    default: "50GB",
    description:
      "Storage quota per shop. It covers feed versions, lookup tables, stored responses, snapshots and run files. Changes that would exceed the quota are refused; published files stay online. An operator can give a shop its own quota with `PATCH /v1/admin/shops/{id}`. 0 means no limit.",
    takes: "0, or an amount from 1MB to 1000TB, such as 500MB, 50GB or 1TiB",
    parse: quotaBytes,
  }),
  uploadBytesMax: variable({
    name: "UPLOAD_MAX_BYTES",
    default: "512MB",
    description: "Size limit of an export that `POST /v1/extracts/upload` receives as a file, before and after decompression.",
    takes: "an amount from 1MB to 2GiB, such as 100MB or 1GiB",
    parse: uploadBytes,
  }),
  sampleShop: variable({
    name: "SAMPLE_SHOP",
    default: "1 for `start` without `DATABASE_URL`, otherwise 0",
    description: "Whether to install the sample shop.",
    takes: "1 or 0",
    parse: oneOrZero,
  }),
  trustProxy: variable<TrustProxy>({
    name: "TRUST_PROXY",
    default: "0",
    description: "Proxies whose `X-Forwarded-For` determines a client's address: the number of hops, or their networks.",
    takes: `a number of hops from 0 to ${PROXY_HOPS_MAX}, or networks separated by commas, such as 10.0.0.0/8,192.168.1.7`,
    parse: trustedProxies,
  }),
  rateLimitMerchant: rateLimit("MERCHANT", RATE_LIMITS.merchant, "for each merchant key"),
  rateLimitOrganization: rateLimit("ORG", RATE_LIMITS.organization, "for each organization key"),
  rateLimitAdmin: rateLimit("ADMIN", RATE_LIMITS.admin, "for each admin key"),
  rateLimitSession: rateLimit(
    "SESSION",
    RATE_LIMITS.session,
    `for each session of the console, separate from its key's limit; all sessions of a shop or an organization together can send ${KEYS_AT_WORK} times as many`,
  ),
  rateLimitShop: rateLimit("SHOP", `${KEYS_AT_WORK} × RATE_LIMIT_MERCHANT`, "for all merchant keys of a shop together"),
  rateLimitOrganizationKeys: rateLimit("ORG_KEYS", `${KEYS_AT_WORK} × RATE_LIMIT_ORG`, "for all keys of an organization together"),
  rateLimitAnonymous: rateLimit("ANONYMOUS", RATE_LIMITS.anonymous, "without a valid key, for each address (each /64 for IPv6)"),
  logLevel: variable({
    name: "LOG_LEVEL",
    default: "info",
    description: "Lowest severity that is logged.",
    takes: LOG_LEVELS.join(", "),
    parse: (text) => LOG_LEVELS.find((level) => level === text),
  }),
  secretsKey: variable({
    name: "SECRETS_KEY",
    default: "generated into `DATA_DIR/secrets.key`; required with `DATABASE_URL`",
    description: "Key that encrypts stored tokens and webhook secrets, and signs links.",
    takes: "32 bytes as 64 hexadecimal digits or as base64, such as the output of `openssl rand -hex 32`",
    secret: true,
    parse: (text) => (decodeSecretsKey(text) === undefined ? undefined : text),
  }),
  previousSecretsKeys: variable({
    name: "SECRETS_KEY_PREVIOUS",
    default: null,
    description:
      "Further keys that open stored secrets, while `SECRETS_KEY` is changed: the old key, or before that the new one. [How to change the key](../guide/backup.md#changing-secrets_key).",
    takes: `up to ${PREVIOUS_KEYS_MAX} keys as \`SECRETS_KEY\` takes them, separated by commas`,
    secret: true,
    parse: secretsKeyTexts,
  }),
  agentKey: variable({
    name: "FEEDWRIGHT_KEY",
    default: "none",
    description: "API key of a shop or an organization. Only `feedwright mcp` uses it.",
    takes: "an API key, such as `svc_live_sk_…`",
    secret: true,
    parse: (text) => (/^[\x21-\x7e]{1,200}$/.test(text) ? text : undefined),
  }),
  memoryLimit: variable({
    name: "MEMORY_LIMIT",
    default: "four fifths of the memory of the machine or container, at most 8.1GB",
    description:
      "Memory limit for this process and its child processes together: the service, the built-in PostgreSQL and DuckDB. [How it's divided](../guide/memory.md).",
    takes: "an amount of memory from 2GB to 1TB, such as 4GB or 4GiB (from 1.8GB with `DATABASE_URL`)",
    parse: memoryBytes,
  }),
  duckdbMemoryLimit: variable({
    name: "DUCKDB_MEMORY_LIMIT",
    default: "1GB, or less if `MEMORY_LIMIT` leaves less",
    description:
      "Memory that DuckDB can use for an extract or a run before it spills to disk. A preview gets half of it, a read a quarter. The higher it is, the fewer processes fit.",
    takes: "an amount of memory from 128MB to 1TB, such as 512MB, 1GB or 2GiB",
    parse: memoryBytes,
  }),
  threads: variable({
    name: "DUCKDB_THREADS",
    default: "number of cores",
    description: `Threads per DuckDB process. An extract, run or preview of up to ${ONE_THREAD_ROWS} rows uses one; larger ones use fewer while others are computing in the same worker. If several workers share a machine, divide its cores between them.`,
    takes: `a whole number from 1 to ${THREADS_MAX}`,
    parse: (text) => wholeNumber(text, 1, THREADS_MAX),
  }),
  migrateAtStart: variable({
    name: "MIGRATE_AT_START",
    default: "1",
    description:
      "Whether a process that starts brings the database to its schema. If 0, `api` and `worker` wait until someone runs `feedwright migrate`. [How to upgrade](../guide/upgrading.md).",
    takes: "1 or 0",
    parse: oneOrZero,
  }),
  drainDelay: variable({
    name: "DRAIN_DELAY",
    default: String(DRAIN_DELAY_S),
    description:
      "Seconds for which `feedwright api` goes on serving after SIGTERM, while `/readyz` answers 503, so that load balancers send requests to other processes first.",
    takes: "a whole number from 0 to 300",
    parse: (text) => wholeNumber(text, 0, 300),
  }),
  drainTimeout: variable({
    name: "DRAIN_TIMEOUT",
    default: String(DRAIN_TIMEOUT_S),
    description:
      "Seconds for which `feedwright worker` goes on with its work after SIGTERM. Work that takes longer is handed back, and another worker starts it again at once.",
    takes: "a whole number from 0 to 3600",
    parse: (text) => wholeNumber(text, 0, 3_600),
  }),
  allowPrivateWebhooks: variable({
    name: "ALLOW_PRIVATE_WEBHOOKS",
    default: "0",
    description:
      "For development only. Webhooks can use http and call this machine (loopback), and a shop added over REST can be a simulator on this machine. Private networks and metadata services are still refused.",
    takes: "1 or 0",
    parse: oneOrZero,
  }),
  webhookExtras: variable({
    name: "WEBHOOK_EXTRAS",
    default: "0",
    description:
      "If 1, a webhook whose endpoint answers 410 is disabled immediately, and `Retry-After` on a 429 or 503 can delay the next attempt.",
    takes: "1 or 0",
    parse: oneOrZero,
  }),
  deltaQuietPeriod: variable({
    name: "DELTA_QUIET_PERIOD",
    default: String(ORDINARY_DELTA_PACE.quietMs / 1_000),
    description:
      "Seconds without a further report from a shop's platform after which changed products are read again. A shop that is never quiet is read three seconds after that.",
    takes: "a whole number from 0 to 600",
    parse: (text) => wholeNumber(text, 0, 600),
  }),
  deltaMinInterval: variable({
    name: "DELTA_MIN_INTERVAL",
    default: null,
    description:
      "Seconds between two runs of a feed that single changes start. By default 5 for shops of fewer than 200,000 variants, else 60.",
    takes: "a whole number from 0 to 86400",
    parse: (text) => wholeNumber(text, 0, 86_400),
  }),
  deltaCheckInterval: variable({
    name: "DELTA_CHECK_INTERVAL",
    default: String(ORDINARY_DELTA_PACE.lookEveryS),
    description:
      "Seconds between two questions to Shopify which products of a shop have changed, so that a change whose webhook got lost doesn't wait for the next extract. With `0`, Shopify isn't asked.",
    takes: "a whole number from 0 to 86400",
    parse: (text) => wholeNumber(text, 0, 86_400),
  }),
});

export const CONFIG_VARIABLES: readonly ConfigVariable<unknown>[] = Object.freeze([
  ...Object.values(VARIABLES),
  ...STORAGE_VARIABLES,
  ...TELEMETRY_VARIABLES,
  ...SHOPIFY_VARIABLES,
  ...PLATFORM_VARIABLES,
  ...RETENTION_VARIABLES,
]);
