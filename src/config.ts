import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { deepFrozen, found, reachableHost, type ConfigVariable, type TrustProxy } from "./config-values.ts";
import {
  KEYS_AT_WORK,
  type LogLevel,
  RATE_LIMITS,
  STORAGE_QUOTA_BYTES,
  THREADS_MAX,
  UPLOAD_BYTES_MAX,
  VARIABLES,
} from "./config-variables.ts";
import type { PlatformSettings } from "./channels/platform-request.ts";
import { platformSettings } from "./config-platforms.ts";
import { type ShopifySettings, shopifySettings } from "./config-shopify.ts";
import { type StorageSettings, storageSettings, storageSettingsOf } from "./config-storage.ts";
import { chooseMemory, type MemoryDivision } from "./config-memory.ts";
import { type DeltaPace, ORDINARY_DELTA_PACE } from "./kernel/delta-pace.ts";
import { PlainError } from "./kernel/errors.ts";

/** The only reader of the environment. What it answers is parsed, frozen and complete; nothing else looks at a variable. */

export interface Config {
  readonly http: {
    readonly host: string;
    readonly port: number;
    /** Without a slash at the end, as `filesUrl`. */
    readonly publicUrl: string;
    readonly filesUrl: string;
    readonly trustProxy: TrustProxy;
    /** Requests a minute; 0 = no limit. */
    readonly rateLimits: Readonly<
      Record<"merchant" | "organization" | "admin" | "session" | "sessions" | "shop" | "organization_keys" | "anonymous", number>
    >;
  };
  /** Null: nobody is told any. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  readonly dataDir: string;
  /** Null: the built-in PostgreSQL. */
  readonly databaseUrl: string | null;
  readonly storage: StorageSettings;
  /** What each shop may keep; 0 = no limit. */
  readonly storageQuotaBytes: number;
  /** How large a body that is a file may be. */
  readonly uploadBytesMax: number;
  /** Null: not said. */
  readonly sampleShop: boolean | null;
  readonly log: { readonly level: LogLevel };
  readonly secretsKey: string | null;
  readonly agentKey: string | null;
  readonly memory: MemoryDivision;
  readonly duckdb: { readonly memoryLimitBytes: number; readonly threads: number };
  /** By channel: this installation's applications at the platforms, and where these are reached. */
  readonly platforms: Readonly<Record<string, PlatformSettings>>;
  readonly shopify: ShopifySettings;
  readonly deltas: DeltaPace;
  readonly webhooks: {
    /** For development: http and this machine may be called. */
    readonly allowPrivate: boolean;
    /** Beyond the specification: 410 disables a webhook at once, and `Retry-After` can delay an attempt. */
    readonly extras: boolean;
  };
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The configuration of this process. */
export function processConfig(): Config {
  return readConfig(process.env);
}

/** Where this process would find objects at another address; undefined for an address that isn't one. */
export function processStorage(url: string): StorageSettings | undefined {
  const { env } = process;
  return storageSettingsOf(url, (variable) => valueOf(env, variable), valueOf(env, VARIABLES.dataDir) ?? resolve(".data"));
}

/** An empty variable counts as not set. Throws `PlainError` (`config_invalid`) for the first value that is not taken. */
export function readConfig(env: Environment): Config {
  const dataDir = valueOf(env, VARIABLES.dataDir) ?? resolve(".data");
  const http = readHttp(env);
  const memory = readMemory(env);
  return deepFrozen({
    http,
    metrics: readMetrics(env, http.port),
    dataDir,
    databaseUrl: valueOf(env, VARIABLES.databaseUrl) ?? null,
    storage: storageSettings((variable) => valueOf(env, variable), dataDir),
    storageQuotaBytes: valueOf(env, VARIABLES.storageQuotaBytes) ?? STORAGE_QUOTA_BYTES,
    uploadBytesMax: valueOf(env, VARIABLES.uploadBytesMax) ?? UPLOAD_BYTES_MAX,
    sampleShop: valueOf(env, VARIABLES.sampleShop) ?? null,
    log: { level: valueOf(env, VARIABLES.logLevel) ?? "info" },
    secretsKey: valueOf(env, VARIABLES.secretsKey) ?? null,
    agentKey: valueOf(env, VARIABLES.agentKey) ?? null,
    memory,
    duckdb: {
      memoryLimitBytes: memory.children.job.duckdbBytes,
      threads: valueOf(env, VARIABLES.threads) ?? Math.min(availableParallelism(), THREADS_MAX),
    },
    platforms: platformSettings((variable) => valueOf(env, variable)),
    shopify: shopifySettings((variable) => valueOf(env, variable)),
    deltas: readDeltas(env),
    webhooks: {
      allowPrivate: valueOf(env, VARIABLES.allowPrivateWebhooks) ?? false,
      extras: valueOf(env, VARIABLES.webhookExtras) ?? false,
    },
  });
}

function readDeltas(env: Environment): DeltaPace {
  const { quietMs: ordinary, waitMaxMs } = ORDINARY_DELTA_PACE;
  const quietS = valueOf(env, VARIABLES.deltaQuietPeriod);
  const quietMs = quietS === undefined ? ordinary : quietS * 1_000;
  return { quietMs, waitMaxMs: quietMs + waitMaxMs - ordinary, minIntervalS: valueOf(env, VARIABLES.deltaMinInterval) ?? null };
}

function readHttp(env: Environment): Config["http"] {
  const host = valueOf(env, VARIABLES.host) ?? "127.0.0.1";
  const port = valueOf(env, VARIABLES.port) ?? 8080;
  const publicUrl = valueOf(env, VARIABLES.publicUrl) ?? `http://${reachableHost(host)}:${port}`;
  const filesUrl = valueOf(env, VARIABLES.filesUrl) ?? publicUrl;
  const trustProxy = valueOf(env, VARIABLES.trustProxy) ?? false;
  return { host, port, publicUrl, filesUrl, trustProxy, rateLimits: readRateLimits(env) };
}

function readRateLimits(env: Environment): Config["http"]["rateLimits"] {
  const merchant = valueOf(env, VARIABLES.rateLimitMerchant) ?? RATE_LIMITS.merchant;
  const organization = valueOf(env, VARIABLES.rateLimitOrganization) ?? RATE_LIMITS.organization;
  const session = valueOf(env, VARIABLES.rateLimitSession) ?? RATE_LIMITS.session;
  return {
    merchant,
    organization,
    session,
    sessions: KEYS_AT_WORK * session,
    admin: valueOf(env, VARIABLES.rateLimitAdmin) ?? RATE_LIMITS.admin,
    shop: valueOf(env, VARIABLES.rateLimitShop) ?? KEYS_AT_WORK * merchant,
    organization_keys: valueOf(env, VARIABLES.rateLimitOrganizationKeys) ?? KEYS_AT_WORK * organization,
    anonymous: valueOf(env, VARIABLES.rateLimitAnonymous) ?? RATE_LIMITS.anonymous,
  };
}

function readMetrics(env: Environment, httpPort: number): Config["metrics"] {
  const host = valueOf(env, VARIABLES.metricsHost) ?? "127.0.0.1";
  const port = valueOf(env, VARIABLES.metricsPort);
  if (port === httpPort)
    throw new PlainError("config_invalid", `METRICS_PORT and PORT are both ${port}. Set METRICS_PORT to another port.`);
  return port === undefined ? null : { host, port };
}

function readMemory(env: Environment): MemoryDivision {
  const jobBytes = valueOf(env, VARIABLES.duckdbMemoryLimit);
  const embedded = valueOf(env, VARIABLES.databaseUrl) === undefined;
  return chooseMemory(valueOf(env, VARIABLES.memoryLimit), jobBytes === undefined ? { embedded } : { embedded, jobBytes });
}

function valueOf<T>(env: Environment, { name, takes, secret, parse }: ConfigVariable<T>): T | undefined {
  const text = env[name];
  if (text === undefined || text === "") return undefined;
  const value = parse(text);
  if (value === undefined) throw new PlainError("config_invalid", `${name} is ${found(text, secret)}. Set it to ${takes}.`);
  return value;
}
