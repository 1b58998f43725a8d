import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { ORDINARY_RETENTION } from "./kernel/retention.ts";
import { readConfig, type Environment } from "./config.ts";
import { PLATFORM_ENDPOINTS } from "./channels/platform-endpoints.ts";
import { CONFIG_VARIABLES } from "./config-variables.ts";
import { members } from "./kernel/unsafe.ts";
import { scopesToAsk } from "./storefronts/shopify/catalog-parts.ts";

const refusal = (env: Environment): string => {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toMatchObject({ name: "PlainError", code: "config_invalid" });
    return String(error instanceof Error ? error.message : error);
  }
  throw new Error("the value was taken");
};

describe("readConfig", () => {
  test("an empty environment gives the documented defaults", () => {
    expect(readConfig({})).toEqual({
      deltas: { lookEveryS: 3_600, minIntervalS: null, quietMs: 2_000, waitMaxMs: 5_000 },
      http: {
        host: "127.0.0.1",
        port: 8080,
        publicUrl: "http://127.0.0.1:8080",
        filesUrl: "http://127.0.0.1:8080",
        trustProxy: false,
        rateLimits: {
          merchant: 120,
          organization: 240,
          admin: 60,
          session: 1_200,
          sessions: 6_000,
          shop: 600,
          organization_keys: 1_200,
          anonymous: 60,
        },
      },
      metrics: null,
      traces: null,
      dataDir: resolve(".data"),
      databaseUrl: null,
      storage: { kind: "folder", root: resolve(".data/objects") },
      migrateAtStart: true,
      drain: { delayMs: 5_000, timeoutMs: 15_000 },
      sampleShop: null,
      log: { level: "info" },
      secretsKey: null,
      previousSecretsKeys: [],
      retention: ORDINARY_RETENTION,
      agentKey: null,
      storageQuotaBytes: 50_000_000_000,
      uploadBytesMax: 512_000_000,
      memory: readConfig({}).memory,
      duckdb: { memoryLimitBytes: readConfig({}).memory.children.job.duckdbBytes, threads: availableParallelism() },
      platforms: Object.fromEntries(
        Object.entries(PLATFORM_ENDPOINTS).map(([slug, endpoints]) => [
          slug,
          { endpoints, clientId: null, clientSecret: null, applicationToken: null },
        ]),
      ),
      shopify: { apiVersion: "2026-10", app: null },
      webhooks: { allowPrivate: false, extras: false },
    });
  });

  test("what grows is kept as long as the settings say, within bounds", () => {
    expect(readConfig({}).retention).toEqual({
      runCount: 10,
      runDays: 14,
      snapshots: 2,
      historyDays: 90,
      deliveryDays: 30,
      syncDays: 90,
      fleetDays: 365,
      auditDays: 2_555,
    });
    expect(readConfig({ RETENTION_RUNS: "3", RETENTION_AUDIT_DAYS: "0" }).retention).toMatchObject({ runCount: 3, auditDays: 0 });
    for (const [name, text] of [
      ["RETENTION_RUNS", "1"],
      ["RETENTION_SNAPSHOTS", "1"],
      ["RETENTION_DELIVERY_DAYS", "29"],
      ["RETENTION_AUDIT_DAYS", "-1"],
    ] as const)
      expect(() => readConfig({ [name]: text })).toThrow(`${name} is "${text}". Set it to a whole number from`);
  });

  test("further keys for secrets are taken, and one that isn't a key is refused without being shown", () => {
    const [one, two] = ["ab".repeat(32), "cd".repeat(32)];
    expect(readConfig({ SECRETS_KEY_PREVIOUS: `${one}, ${two}` }).previousSecretsKeys).toEqual([one, two]);
    expect(() => readConfig({ SECRETS_KEY_PREVIOUS: `${one},hush` })).toThrow("SECRETS_KEY_PREVIOUS is not valid");
  });

  test("an app at Shopify has an id, a secret and scopes, and one without the other is refused", () => {
    const billing = { mode: "live", trialDays: 0, discounts: {} };
    const named = { SHOPIFY_CLIENT_ID: "id-1", SHOPIFY_CLIENT_SECRET: "hush-1" };
    const app = {
      clientId: "id-1",
      clientSecret: "hush-1",
      previousClientSecret: null,
      scopes: scopesToAsk(),
      simulatorUrl: null,
      billing,
    };
    expect(readConfig(named).shopify).toEqual({ apiVersion: "2026-10", app });
    const more = {
      SHOPIFY_CLIENT_SECRET_PREVIOUS: "hush-0",
      SHOPIFY_SCOPES: "read_products, read_inventory",
      SHOPIFY_API_VERSION: "2027-01",
      SHOPIFY_SIMULATOR_URL: "http://127.0.0.1:8090/",
      SHOPIFY_BILLING: "test",
      SHOPIFY_TRIAL_DAYS: "14",
      SHOPIFY_DISCOUNTS: '{"LAUNCH20": {"percent": 20, "periods": 3}, "FRIENDS": {"percent": 50}}',
    };
    expect(readConfig({ ...named, ...more }).shopify).toEqual({
      apiVersion: "2027-01",
      app: {
        ...app,
        previousClientSecret: "hush-0",
        scopes: ["read_inventory", "read_products"],
        simulatorUrl: "http://127.0.0.1:8090",
        billing: {
          mode: "test",
          trialDays: 14,
          discounts: { LAUNCH20: { share: 0.2, periods: 3 }, FRIENDS: { share: 0.5, periods: null } },
        },
      },
    });
    expect(refusal({ SHOPIFY_CLIENT_ID: "id-1" })).toBe("SHOPIFY_CLIENT_ID is set, but SHOPIFY_CLIENT_SECRET isn't. Set both or neither.");
    expect(refusal({ SHOPIFY_CLIENT_SECRET: "hush-1" })).toBe(
      "SHOPIFY_CLIENT_SECRET is set, but SHOPIFY_CLIENT_ID isn't. Set both or neither.",
    );
  });

  test.each([
    ["SHOPIFY_API_VERSION", "latest"],
    ["SHOPIFY_API_VERSION", "2026-11"],
    ["SHOPIFY_SCOPES", "read products"],
    ["SHOPIFY_SIMULATOR_URL", "http://shop.example:80"],
    ["SHOPIFY_BILLING", "on"],
    ["SHOPIFY_TRIAL_DAYS", "-1"],
    ["SHOPIFY_DISCOUNTS", '{"A": {"percent": 100}}'],
  ])("%s isn't %s", (name, value) => {
    expect(refusal({ [name]: value })).toContain(`${name} is ${JSON.stringify(value)}`);
  });

  test("an application at a platform has its id and secret, and single addresses of a platform can be others", () => {
    const { platforms } = readConfig({
      GOOGLE_CLIENT_ID: "id-1",
      GOOGLE_CLIENT_SECRET: "hush",
      MICROSOFT_DEVELOPER_TOKEN: "token-1",
      CHANNEL_ENDPOINTS: '{"google": {"api": "http://127.0.0.1:9000/"}}',
    });
    const { authorize, token } = PLATFORM_ENDPOINTS.google;
    const endpoints = { authorize, token, api: "http://127.0.0.1:9000" };
    expect(platforms["google"]).toEqual({ endpoints, clientId: "id-1", clientSecret: "hush", applicationToken: null });
    expect(platforms["microsoft"]).toMatchObject({ clientId: null, applicationToken: "token-1" });
  });

  test.each([
    "nothing",
    "[]",
    "{}",
    '{"nobody": {"api": "https://a.example"}}',
    '{"google": {"door": "https://a.example"}}',
    '{"google": {"api": "http://a.example"}}',
    '{"google": {"api": "ftp://127.0.0.1"}}',
  ])("CHANNEL_ENDPOINTS=%s is refused", (text) => {
    expect(refusal({ CHANNEL_ENDPOINTS: text })).toContain("CHANNEL_ENDPOINTS");
  });

  test("an empty value counts as not set", () => {
    const empty = Object.fromEntries(CONFIG_VARIABLES.map(({ name }) => [name, ""]));
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  test("what it answers cannot be changed, at any depth", () => {
    const config = readConfig({ TRUST_PROXY: "10.0.0.0/8" });
    for (const part of [config, config.http, config.http.trustProxy, config.log, config.duckdb]) expect(Object.isFrozen(part)).toBe(true);
  });

  test("a file address is a folder, spaces included", () => {
    expect(readConfig({ STORAGE_URL: "file:///srv/feed%20files/" }).storage).toEqual({ kind: "folder", root: "/srv/feed files" });
  });

  test("a bucket's address has a prefix or none, and a store that isn't AWS's has the bucket in the path", () => {
    const bucketOf = (env: Environment) => members(members(readConfig(env).storage)["bucket"]);
    expect(bucketOf({ STORAGE_URL: "s3://feeds" })).toMatchObject({ bucket: "feeds", prefix: "", endpoint: null, pathStyle: false });
    const other = { STORAGE_URL: "s3://feeds/a/b/", S3_ENDPOINT: "http://minio:9000/", S3_CACHE_SIZE: "2GB" };
    expect(bucketOf(other)).toMatchObject({ prefix: "a/b/", endpoint: "http://minio:9000", pathStyle: true, cacheBytesMax: 2e9 });
    const whole = { ...other, STORAGE_URL: "s3://feeds/a?endpoint=https%3A%2F%2Fs3.example&region=eu-1", S3_REGION: "us-1" };
    expect(bucketOf(whole)).toMatchObject({ prefix: "a/", endpoint: "https://s3.example", region: "eu-1", pathStyle: true });
    for (const query of ["?endpoint=ftp://s3.example", "?region=eu 1", "?region=a&region=b", "?endpont=https://s3.example"])
      expect(refusal({ STORAGE_URL: `s3://feeds${query}` })).toContain("STORAGE_URL");
    expect(refusal({ STORAGE_URL: "s3://feeds", S3_ACCESS_KEY_ID: "id" })).toBe(
      "S3_ACCESS_KEY_ID is set, but S3_SECRET_ACCESS_KEY isn't. Set both or neither.",
    );
    expect(refusal({ STORAGE_URL: "s3://feeds", S3_SESSION_TOKEN: "token" })).toBe(
      "S3_SESSION_TOKEN is set, but S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY aren't. Set all three or none.",
    );
  });

  test("a base address loses its last slash, and files follow the public address", () => {
    const { http } = readConfig({ PUBLIC_URL: "https://feeds.example/base/" });
    expect([http.publicUrl, http.filesUrl]).toEqual(["https://feeds.example/base", "https://feeds.example/base"]);
  });

  test.each([
    ["0.0.0.0", "http://localhost:8080"],
    ["::", "http://localhost:8080"],
    ["::1", "http://[::1]:8080"],
    ["feeds.internal", "http://feeds.internal:8080"],
  ])("the public address made from HOST=%s can be opened", (host, url) => {
    expect(readConfig({ HOST: host }).http.publicUrl).toBe(url);
  });

  test.each([
    ["0", false],
    ["2", 2],
    ["10.0.0.0/8, 192.168.1.7,fd00::/8", ["10.0.0.0/8", "192.168.1.7", "fd00::/8"]],
  ])("TRUST_PROXY=%s is read", (text, value) => {
    expect(readConfig({ TRUST_PROXY: text }).http.trustProxy).toEqual(value);
  });

  test.each([
    ["1", "0", { allowPrivate: true, extras: false }],
    ["0", "1", { allowPrivate: false, extras: true }],
  ])("ALLOW_PRIVATE_WEBHOOKS=%s and WEBHOOK_EXTRAS=%s are read", (allowPrivate, extras, webhooks) => {
    expect(readConfig({ ALLOW_PRIVATE_WEBHOOKS: allowPrivate, WEBHOOK_EXTRAS: extras }).webhooks).toEqual(webhooks);
  });

  test("metrics are served where a port is given, on this machine alone unless told otherwise", () => {
    expect(readConfig({ METRICS_PORT: "9100" }).metrics).toEqual({ host: "127.0.0.1", port: 9_100 });
    expect(readConfig({ METRICS_PORT: "9100", METRICS_HOST: "0.0.0.0" }).metrics).toEqual({ host: "0.0.0.0", port: 9_100 });
    expect(readConfig({ METRICS_HOST: "0.0.0.0" }).metrics).toBeNull();
    expect(refusal({ METRICS_PORT: "8080" })).toBe("METRICS_PORT and PORT are both 8080. Set METRICS_PORT to another port.");
  });

  test.each([
    ["512MB", 512_000_000],
    ["1GB", 1_000_000_000],
    ["1.5gb", 1_500_000_000],
    ["2GiB", 2_147_483_648],
  ])("DUCKDB_MEMORY_LIMIT=%s is read", (text, bytes) => {
    expect(readConfig({ DUCKDB_MEMORY_LIMIT: text }).duckdb.memoryLimitBytes).toBe(bytes);
  });

  test.each([
    ["0", 0],
    ["500MB", 500_000_000],
    ["1TiB", 1_099_511_627_776],
  ])("a shop's storage quota of %s is %d bytes", (text, bytes) => {
    expect(readConfig({ STORAGE_QUOTA_PER_SHOP: text }).storageQuotaBytes).toBe(bytes);
  });

  test.each([
    ["PORT", ["0", "65536", "80a", "-1", "8080 "]],
    ["HOST", ["a b", "http://x", "-x"]],
    ["METRICS_PORT", ["0", "65536", "on"]],
    ["METRICS_HOST", ["a b", "127.0.0.1:9100"]],
    ["PUBLIC_URL", ["ftp://x", "example.com", "https://u:p@x", "https://x/?a=1", "https://"]],
    ["FILES_URL", ["x"]],
    ["STORAGE_URL", ["s3://", "s3://Bucket", "s3://bucket/a//b", "s3://bucket/../b", "file://host/folder", "/srv", "file:///a%2Fb"]],
    ["UPLOAD_MAX_BYTES", ["0", "3GiB", "100", "500kB"]],
    ["SAMPLE_SHOP", ["yes", "2", "true"]],
    ["TRUST_PROXY", ["true", "17", "10.0.0.0/33", "10.0.0.0/8/8", "::/129", ","]],
    ["LOG_LEVEL", ["loud", "INFO"]],
    ["DUCKDB_MEMORY_LIMIT", ["1", "lots", "1MB", "2TB", "80%"]],
    ["DUCKDB_THREADS", ["0", "257", "2.5"]],
    ["ALLOW_PRIVATE_WEBHOOKS", ["yes", "2", "true"]],
    ["WEBHOOK_EXTRAS", ["on"]],
  ])("a bad %s is one sentence that names it, what was found and what it takes", (name, texts) => {
    const takes = CONFIG_VARIABLES.find((one) => one.name === name)?.takes;
    expect(takes).toBeDefined();
    for (const text of texts) expect(refusal({ [name]: text })).toBe(`${name} is ${JSON.stringify(text)}. Set it to ${takes}.`);
  });

  test.each([
    ["DATABASE_URL", "mysql://root:hunter2@db/feeds"],
    ["SECRETS_KEY", "hunter2"],
  ])("a bad %s is refused without repeating it", (name, text) => {
    const sentence = refusal({ [name]: text });
    expect(sentence).toContain(name);
    expect(sentence).not.toContain("hunter2");
  });

  test("a long bad value is cut in the message", () => {
    expect(refusal({ HOST: `${"x".repeat(5000)} ` }).length).toBeLessThan(200);
  });
});
