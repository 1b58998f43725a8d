import { resolve } from "node:path";
import {
  baseUrl,
  type ConfigVariable,
  fileUrlPath,
  hostName,
  memoryBytes,
  oneOrZero,
  PROXY_HOPS_MAX,
  quotaBytes,
  trustedProxies,
  type TrustProxy,
  wholeNumber,
} from "./config-values.ts";
import { PLATFORM_VARIABLES } from "./config-platforms.ts";
import { decodeSecretsKey } from "./platform/secrets/secrets-key.ts";

/** The variables of the environment: what each takes, and what the reference says of it. */

/** TCP ports; 0 is left out because `PUBLIC_URL` could not say which port it became. */
const PORT_MAX = 65_535;
/** DuckDB spends memory per thread; no machine this is meant for has more. */
export const THREADS_MAX = 256;

/** Contract, section 2. */
export const RATE_LIMITS = { merchant: 120, organization: 240, admin: 60, anonymous: 60 } as const;
/** More than a process answers. */
const RATE_LIMIT_MAX = 1_000_000;

/** Two dozen runs of twenty feeds of a shop of 100,000 variants, and its snapshots. */
export const STORAGE_QUOTA_BYTES = 50e9;

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
    description: `Requests a minute ${whose}, over all processes; 0 for no limit.`,
    takes: `a whole number from 0 to ${RATE_LIMIT_MAX}`,
    parse: (text) => wholeNumber(text, 0, RATE_LIMIT_MAX),
  });

export const VARIABLES = Object.freeze({
  port: variable({
    name: "PORT",
    default: "8080",
    description: "Port the API, the feed files and the console are served on.",
    takes: `a whole number from 1 to ${PORT_MAX}`,
    parse: (text) => wholeNumber(text, 1, PORT_MAX),
  }),
  host: variable({
    name: "HOST",
    default: "127.0.0.1",
    description: "Address to listen on; `0.0.0.0` or `::` for every interface.",
    takes: "an IP address or a host name",
    parse: hostName,
  }),
  metricsPort: variable({
    name: "METRICS_PORT",
    default: null,
    description: "Port that `GET /metrics` is answered on, for Prometheus. Each process needs one of its own; without it there is none.",
    takes: `a whole number from 1 to ${PORT_MAX}`,
    parse: (text) => wholeNumber(text, 1, PORT_MAX),
  }),
  metricsHost: variable({
    name: "METRICS_HOST",
    default: "127.0.0.1",
    description: "Address that metrics are served on. Anyone who can reach it can read them without a key.",
    takes: "an IP address or a host name",
    parse: hostName,
  }),
  publicUrl: variable({
    name: "PUBLIC_URL",
    default: "http://HOST:PORT",
    description: "Base of every address the service hands out.",
    takes: "an http:// or https:// address without user, query and fragment",
    parse: baseUrl,
  }),
  filesUrl: variable({
    name: "FILES_URL",
    default: "PUBLIC_URL",
    description: "Base URL of feed files, for a CDN in front of them.",
    takes: "an http:// or https:// address without user, query and fragment",
    parse: baseUrl,
  }),
  dataDir: variable({
    name: "DATA_DIR",
    default: "./.data",
    description: "Folder of the built-in PostgreSQL, local objects and caches. Made when it is missing.",
    takes: "a folder",
    parse: (text) => resolve(text),
  }),
  databaseUrl: variable({
    name: "DATABASE_URL",
    default: null,
    description:
      "PostgreSQL 15 or newer; the user owns the database, and needs no other right. Without it a built-in PostgreSQL runs in `DATA_DIR`. Each process opens at most 25 connections, a command at most 10.",
    takes: "a postgres:// address, as in postgres://user:password@host:5432/database",
    secret: true,
    parse: (text) => (/^postgres(ql)?:\/\/./.test(text) ? text : undefined),
  }),
  storageDir: variable({
    name: "STORAGE_URL",
    default: "file://DATA_DIR/objects",
    description: "Where snapshots, run outputs and feed files are kept.",
    takes: "file:///absolute/folder (this version keeps objects in a folder only, not in an s3:// bucket)",
    parse: fileUrlPath,
  }),
  storageQuotaBytes: variable({
    name: "STORAGE_QUOTA_PER_SHOP",
    default: "50GB",
    description:
      "What each shop may keep: versions of feeds, lookup tables, stored answers, snapshots and files of runs. Past it, changes that add to them are refused; nothing that is published is withdrawn. An operator gives a shop a quota of its own with `PATCH /v1/admin/shops/{id}`. 0 for no limit.",
    takes: "0, or an amount from 1MB to 1000TB, as in 500MB, 50GB or 1TiB",
    parse: quotaBytes,
  }),
  sampleShop: variable({
    name: "SAMPLE_SHOP",
    default: "1 under `start` without `DATABASE_URL`, else 0",
    description: "Whether to install the sample shop.",
    takes: "1 or 0",
    parse: oneOrZero,
  }),
  trustProxy: variable<TrustProxy>({
    name: "TRUST_PROXY",
    default: "0",
    description: "Proxies whose `X-Forwarded-For` decides a client's address: the number of hops, or their networks.",
    takes: `a number of hops from 0 to ${PROXY_HOPS_MAX}, or networks separated by commas, as in 10.0.0.0/8,192.168.1.7`,
    parse: trustedProxies,
  }),
  rateLimitMerchant: rateLimit("MERCHANT", RATE_LIMITS.merchant, "of each merchant key"),
  rateLimitOrganization: rateLimit("ORG", RATE_LIMITS.organization, "of each organization key"),
  rateLimitAdmin: rateLimit("ADMIN", RATE_LIMITS.admin, "of each admin key"),
  rateLimitShop: rateLimit("SHOP", `${KEYS_AT_WORK} × RATE_LIMIT_MERCHANT`, "of all merchant keys of a shop together"),
  rateLimitOrganizationKeys: rateLimit("ORG_KEYS", `${KEYS_AT_WORK} × RATE_LIMIT_ORG`, "of all keys of an organization together"),
  rateLimitAnonymous: rateLimit("ANONYMOUS", RATE_LIMITS.anonymous, "without a valid key from each address (of IPv6: each /64)"),
  logLevel: variable({
    name: "LOG_LEVEL",
    default: "info",
    description: "Least severity that is logged.",
    takes: LOG_LEVELS.join(", "),
    parse: (text) => LOG_LEVELS.find((level) => level === text),
  }),
  secretsKey: variable({
    name: "SECRETS_KEY",
    default: "generated into `DATA_DIR/secrets.key`; required with `DATABASE_URL`",
    description: "Encrypts tokens and webhook secrets at rest, and signs links.",
    takes: "32 bytes as 64 hexadecimal digits or as base64; `openssl rand -hex 32` makes one",
    secret: true,
    parse: (text) => (decodeSecretsKey(text) === undefined ? undefined : text),
  }),
  agentKey: variable({
    name: "FEEDWRIGHT_KEY",
    default: "none",
    description: "Only for `feedwright mcp`: the API key it sends, of a shop or an organization.",
    takes: "an API key, as in `svc_live_sk_…`",
    secret: true,
    parse: (text) => (/^[\x21-\x7e]{1,200}$/.test(text) ? text : undefined),
  }),
  memoryLimit: variable({
    name: "MEMORY_LIMIT",
    default: "four fifths of the machine or container, at most 8.1GB",
    description:
      "Memory that this process and all processes below it may take together: the service, the built-in PostgreSQL and DuckDB. [How it's divided](../guide/memory.md).",
    takes: "an amount of memory from 2GB to 1TB, as in 4GB or 4GiB (from 1.8GB with `DATABASE_URL`)",
    parse: memoryBytes,
  }),
  duckdbMemoryLimit: variable({
    name: "DUCKDB_MEMORY_LIMIT",
    default: "what `MEMORY_LIMIT` has room for: 1GB where that allows",
    description:
      "Memory DuckDB may take in an extract or a run before it uses the disk; half of it in a preview, a quarter in a read. More of it leaves room for fewer processes.",
    takes: "an amount of memory from 128MB to 1TB, as in 512MB, 1GB or 2GiB",
    parse: memoryBytes,
  }),
  threads: variable({
    name: "DUCKDB_THREADS",
    default: "number of cores",
    description: "Threads of a DuckDB process.",
    takes: `a whole number from 1 to ${THREADS_MAX}`,
    parse: (text) => wholeNumber(text, 1, THREADS_MAX),
  }),
  allowPrivateWebhooks: variable({
    name: "ALLOW_PRIVATE_WEBHOOKS",
    default: "0",
    description:
      "For development only: webhooks may use http and call this machine (loopback), and a shop added over REST may be a simulator on it. Private networks and metadata services stay refused.",
    takes: "1 or 0",
    parse: oneOrZero,
  }),
  webhookExtras: variable({
    name: "WEBHOOK_EXTRAS",
    default: "0",
    description:
      "With 1, a webhook whose endpoint answers 410 is disabled at once, and `Retry-After` on 429 or 503 can delay the next attempt.",
    takes: "1 or 0",
    parse: oneOrZero,
  }),
});

export const CONFIG_VARIABLES: readonly ConfigVariable<unknown>[] = Object.freeze([...Object.values(VARIABLES), ...PLATFORM_VARIABLES]);
