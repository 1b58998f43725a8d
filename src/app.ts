import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { openDatabase, type Purpose } from "./app-database.ts";
import { type Draining, openDraining } from "./app-draining.ts";
import { checkReadiness } from "./app-readiness.ts";
import { listenForMetrics, openMetrics } from "./app-metrics.ts";
import { HTTP_PORT } from "./app-ports.ts";
import { sampleTarget } from "./app-sample-target.ts";
import { type OpenStorage, openStorage } from "./app-storage.ts";
import { openAppSecrets } from "./app-secrets.ts";
import { openAppTraces } from "./app-traces.ts";
import { CHANNEL_PACKS } from "./channels/packs.ts";
import type { Config } from "./config.ts";
import { memoryWarning } from "./config-memory.ts";
import { heldObjects } from "./features/backups/index.ts";
import { noteFetches } from "./features/feed-files/index.ts";
import { feedTokenExists, findPublicFile } from "./features/feeds/index.ts";
import { mayDownload } from "./features/downloads/index.ts";
import type { Services } from "./features/operation.ts";
import { shopPrefix } from "./features/shops/index.ts";
import { countedObjects } from "./features/storage/index.ts";
import type { ShopId } from "./kernel/ids.ts";
import { members, parseJson } from "./kernel/unsafe.ts";
import { systemClock } from "./kernel/clock.ts";
import { graphileQueue } from "./platform/jobs/graphile-queue.ts";
import { workerRegistry } from "./platform/jobs/worker-registry.ts";
import { openEgress } from "./platform/egress/open-egress.ts";
import { type Db, openShop } from "./platform/postgres/postgres-port.ts";
import type { Postgres } from "./platform/postgres/open-postgres.ts";
import { announceAddress, findServiceAddress } from "./platform/postgres/service-address.ts";
import { type Logger, NO_METRICS, type Traces } from "./platform/telemetry/telemetry-port.ts";
import { tracedEgress, tracedObjects, tracedWarehouse } from "./platform/telemetry/traced-ports.ts";
import { openWarehouse } from "./platform/warehouse/open-warehouse.ts";
import { csvStorefront } from "./storefronts/csv/csv-storefront.ts";
import { shopifyClient } from "./storefronts/shopify/app-client.ts";
import { shopifyStorefront } from "./storefronts/shopify/shopify-storefront.ts";
import { PLANNING_THREAD } from "./features/transforms/index.ts";
import { openSideThread } from "./platform/threads/open-side-thread.ts";
import { READING_THREAD } from "./surfaces/http/reading-thread.ts";
import type { ConsoleState } from "./surfaces/console/console-routes.ts";
import type { Taking } from "./surfaces/jobs/work-loop.ts";
import { portUnusable } from "./surfaces/port-unusable.ts";

/** Everything built from the configuration; disposing closes it in the order reverse to opening. */
export interface App extends AsyncDisposable {
  readonly config: Config;
  readonly postgres: Postgres;
  readonly services: Services;
  /** Takes work in this process until disposed. */
  startWorker(): Promise<void>;
  /** Listens until disposed; rejects with one sentence when the port is taken. */
  startHttp(): Promise<void>;
  /** Before a role is disposed: what was begun is finished, and what is new goes to other processes. */
  drain(): Promise<void>;
}

const PRIVATE_WEBHOOKS =
  "ALLOW_PRIVATE_WEBHOOKS is on: webhooks can use http and call this machine. Only use it for development, never where other people can add webhooks.";

function warningsOf({ webhooks, memory }: Config): readonly string[] {
  return [webhooks.allowPrivate ? PRIVATE_WEBHOOKS : undefined, memoryWarning(memory)].filter((warning) => warning !== undefined);
}

export interface OpenOptions {
  readonly purpose: Purpose;
  readonly log: Logger;
  /** For commands that deal with the keys themselves: opens with any key. */
  readonly anyKey?: boolean;
}

/**
 * The composition root: the only place where ports meet their implementations. What commands don't use is loaded where it is started,
 * so that they start sooner.
 */
export async function openApp(configured: Config, { purpose, log, anyKey = false }: OpenOptions): Promise<App> {
  const stack = new AsyncDisposableStack();
  // If it has to be built, that's done by when the database has started.
  const begun = purpose === "service" ? (await import("./surfaces/console/open-console.ts")).openConsole(log) : undefined;
  try {
    const own = await ownVersion();
    const traces = stack.use(await openAppTraces(purpose === "command" ? { traces: null } : configured, { version: own, log }));
    const postgres = await openDatabase(configured, { purpose, log, traces }, stack);
    const config = purpose === "command" ? await besideService(configured, postgres) : configured;
    const secrets = await openAppSecrets(config, postgres, { anyKey });
    // A command ends before anybody could ask, and the service beside it has the port.
    const watched = purpose === "command" || config.metrics === null ? null : { ...config.metrics, metrics: await openMetrics() };
    const metrics = watched?.metrics ?? NO_METRICS;
    const data = await openData(config, { purpose, db: postgres.db, log, metrics, traces }, stack);
    const egress = tracedEgress(stack.use(openEgress({ allowLoopback: config.webhooks.allowPrivate, log })), traces);
    if (purpose !== "command") for (const warning of warningsOf(config)) log.warn({}, warning);
    const services: Services = {
      ...data,
      planner: stack.use(openSideThread({ ...PLANNING_THREAD, heapMiB: config.memory.threadHeapMiB })),
      reader: stack.use(openSideThread({ ...READING_THREAD, heapMiB: config.memory.threadHeapMiB })),
      queue: graphileQueue,
      secrets,
      egress,
      storefronts: storefrontsOf(config, { purpose, secrets, egress, log, objects: data.objects }, stack),
      channels: CHANNEL_PACKS,
      clock: systemClock,
      log,
      metrics,
      duckdb: config.duckdb,
      storageQuotaBytes: config.storageQuotaBytes,
      filesUrl: config.http.filesUrl,
      publicUrl: config.http.publicUrl,
      platforms: config.platforms,
      deltas: config.deltas,
      retention: config.retention,
      ...appOf(config.shopify, { egress, log }),
    };
    if (watched !== null)
      stack.use(await listenForMetrics(watched, { postgres, services, version: own, memoryLimitBytes: config.memory.limitBytes }));
    const draining = openDraining(config.drain);
    const id = `${hostname()}-${process.pid}-${randomBytes(4).toString("hex")}`;
    return {
      config,
      postgres,
      services,
      async startHttp() {
        draining.serves();
        stack.use(await listen(config, postgres, { services, traces, version: own, console: begun, draining: draining.begun }));
        stack.use(await announceAddress(postgres.reserve, id, config.http));
      },
      startWorker: () =>
        startWork({ config, postgres, services }, { purpose, id, userAgent: `Feedwright/${own}`, traces, draining }, stack),
      drain: () => draining.drain(),
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

interface DataParts extends Pick<Services, "log" | "metrics"> {
  readonly purpose: Purpose;
  readonly db: Db;
  readonly traces: Traces;
}

/** The stored objects, and DuckDB over them. */
async function openData(config: Config, { purpose, db, log, metrics, traces }: DataParts, stack: AsyncDisposableStack) {
  const store = stack.use(await openStorage(config.storage, { log, metrics }));
  const counted = countedObjects(tracedObjects(store, traces), { db, quotaBytes: config.storageQuotaBytes });
  const warehouse = stack.use(await openWarehouse({ ...warehouseOptions(config, purpose, store), log }));
  return { objects: heldObjects(counted, db), warehouse: tracedWarehouse(warehouse, traces) };
}

/** Ourselves as an app of Shopify. */
function appOf({ app, apiVersion }: Config["shopify"], { egress, log }: Pick<Services, "egress" | "log">) {
  const now = () => systemClock.now();
  return { shopifyApp: app, shopifyClient: app === null ? null : shopifyClient({ settings: app, egress, log, now, version: apiVersion }) };
}

interface StorefrontParts extends Pick<Services, "secrets" | "egress" | "log" | "objects"> {
  readonly purpose: Purpose;
}

function storefrontsOf(config: Config, { purpose, secrets, egress, log, objects }: StorefrontParts, stack: AsyncDisposableStack) {
  // On the command line it's the machine's own account that names the shop.
  const allowLoopback = purpose === "command" || config.webhooks.allowPrivate;
  const { apiVersion: version, app } = config.shopify;
  const shopify = shopifyStorefront({ secrets, egress, log, sample: sampleTarget(config, stack), allowLoopback, version, app });
  return { csv: csvStorefront(objects), shopify };
}

interface WorkingAs {
  readonly purpose: Purpose;
  readonly id: string;
  readonly userAgent: string;
  readonly traces: Traces;
  readonly draining: Draining;
}

/** Takes jobs, and sends the deliveries of webhooks unless this is a command: that ends before what fails could be tried again. */
async function startWork(
  { config, postgres: { pool, db, reserve }, services }: Pick<App, "config" | "postgres" | "services">,
  { purpose, id, userAgent, traces, draining }: WorkingAs,
  stack: AsyncDisposableStack,
): Promise<void> {
  const [{ startWorker }, { graphileRunner }] = await Promise.all([
    import("./surfaces/jobs/worker.ts"),
    import("./platform/jobs/graphile-runner.ts"),
  ]);
  const queue = { runner: graphileRunner(pool, services.log), registry: workerRegistry(reserve) };
  const slots = config.memory.children.job.children;
  const take = (work: Taking): void => draining.takes(stack.use(work));
  take(startWorker({ id, db, reserve, ...queue, services, traces, slots, schedules: purpose !== "command" }));
  if (purpose === "command") return;
  const [{ startDeliveries }, { startChannelWork }, { startFleetWork }, { OPERATIONS }] = await Promise.all([
    import("./surfaces/jobs/deliveries.ts"),
    import("./surfaces/jobs/channel-work.ts"),
    import("./surfaces/jobs/fleet-work.ts"),
    import("./features/operations.ts"),
  ]);
  take(startFleetWork({ db, services, operations: OPERATIONS }));
  take(startChannelWork({ db, services }));
  take(startDeliveries({ db, services, userAgent, extras: config.webhooks.extras }));
}

/**
 * A session reads its own shop's objects; children that answer reads serve all shops. A command answers one person: beside a service it adds its
 * own process and one child to what the service takes.
 */
function warehouseOptions({ duckdb, memory: { children } }: Config, purpose: Purpose, { objectsFolder }: OpenStorage) {
  const { preview, query, job } = children;
  return {
    ...duckdb,
    readable: [objectsFolder],
    readableOf: (shop: ShopId) => [join(objectsFolder, shopPrefix(shop))],
    jobChildren: job.children,
    previewChildren: purpose === "command" ? 1 : preview.children,
    queryChildren: purpose === "command" ? 1 : query.children,
  };
}

/** A command prints the addresses of the service that runs, whatever port or address the command itself was given. */
async function besideService(config: Config, { db }: Postgres): Promise<Config> {
  const running = await findServiceAddress(db);
  return running === undefined ? config : { ...config, http: { ...config.http, ...running } };
}

async function ownVersion(): Promise<string> {
  const manifest = await readFile(new URL("../package.json", import.meta.url), "utf8");
  return String(members(parseJson(manifest))["version"]);
}

type Served = Pick<App, "services"> & {
  readonly traces: Traces;
  readonly version: string;
  readonly console: ConsoleState | undefined;
  readonly draining: AbortSignal;
};

async function listen(
  { http, log, uploadBytesMax }: Config,
  postgres: Postgres,
  { services, traces, version, console: begun, draining }: Served,
): Promise<AsyncDisposable> {
  const [{ buildHttp }, { openConsole }, { OPERATIONS }, { EVENT_DEFINITIONS }, { sampleImage }] = await Promise.all([
    import("./surfaces/http/build-http.ts"),
    import("./surfaces/console/open-console.ts"),
    import("./features/operations.ts"),
    import("./features/event-definitions.ts"),
    import("./storefronts/sample/sample-image.ts"),
  ]);
  const server = buildHttp({
    operations: OPERATIONS,
    events: Object.values(EVENT_DEFINITIONS),
    db: postgres.db,
    reserve: postgres.reserve,
    services,
    traces,
    readiness: () => checkReadiness(postgres, services),
    publicUrl: http.publicUrl,
    trustProxy: http.trustProxy,
    rateLimits: http.rateLimits,
    console: begun ?? openConsole(services.log),
    uploadBytesMax,
    draining,
    version,
    log: services.log,
    checkOutput: log.level === "debug",
    files: {
      findPublicFile: (token, fileName) => findPublicFile(postgres.reserve, token, fileName),
      noteFetch: noteFetches({ open: (shopId) => openShop(postgres.db, shopId), clock: services.clock, log: services.log }),
      feedTokenExists: feedTokenExists(postgres.reserve),
      mayDownload: (grant) => mayDownload(postgres.reserve, grant),
      sampleImage,
    },
  });
  try {
    await server.listen({ host: http.host, port: http.port });
  } catch (error) {
    throw portUnusable({ ...http, ...HTTP_PORT }, error);
  }
  return { [Symbol.asyncDispose]: () => server.close() };
}
