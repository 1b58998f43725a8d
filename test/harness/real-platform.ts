import { ORDINARY_RETENTION } from "../../src/kernel/retention.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { shopPrefix } from "../../src/features/shops/index.ts";
import { CHANNEL_PACKS } from "../../src/channels/packs.ts";
import type { Services } from "../../src/features/operation.ts";
import type { ShopId } from "../../src/kernel/ids.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { graphileQueue } from "../../src/platform/jobs/graphile-queue.ts";
import { openEgress } from "../../src/platform/egress/open-egress.ts";
import { openDirectoryStore } from "../../src/platform/objects/directory-store.ts";
import { PLANNING_THREAD } from "../../src/features/transforms/index.ts";
import { openSideThread } from "../../src/platform/threads/open-side-thread.ts";
import { openSecrets } from "../../src/platform/secrets/open-secrets.ts";
import { makeLogger } from "../../src/platform/telemetry/make-logger.ts";
import { NO_METRICS } from "../../src/platform/telemetry/telemetry-port.ts";
import { openWarehouse } from "../../src/platform/warehouse/open-warehouse.ts";
import type { Storefront } from "../../src/storefronts/storefront-port.ts";
import { READING_THREAD } from "../../src/surfaces/http/reading-thread.ts";

export interface RealServices extends AsyncDisposable {
  readonly services: Services;
  /** Where the objects lie. */
  readonly folder: string;
}

/** Two readers of records take 300 MB for themselves. */
const MEMORY_LIMIT_BYTES = 512 * 1024 * 1024;
/** One thread keeps every order by itself. Two find statements that don't ask for theirs, with few rows too. */
const MORE_THREADS = { threads: 2, oneThreadRows: 0 };

/** The services a worker has, in a folder of their own; only the platform the shop sells on is the test's. */
export async function realServices(storefront: Storefront): Promise<RealServices> {
  await using stack = new AsyncDisposableStack();
  const log = stack.use(makeLogger({ level: "error" }));
  const folder = await mkdtemp(join(tmpdir(), "feedwright-services-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const objects = stack.use(await openDirectoryStore({ root: folder, log }));
  const duckdb = { memoryLimitBytes: MEMORY_LIMIT_BYTES, ...MORE_THREADS };
  const readableOf = (shop: ShopId) => [join(objects.objectsFolder, shopPrefix(shop))];
  const warehouse = stack.use(await openWarehouse({ ...duckdb, readable: [objects.objectsFolder], readableOf, log }));
  const services: Services = {
    objects,
    warehouse,
    planner: stack.use(openSideThread(PLANNING_THREAD)),
    reader: stack.use(openSideThread(READING_THREAD)),
    queue: graphileQueue,
    secrets: openSecrets(Buffer.alloc(32, 1)),
    egress: stack.use(openEgress({ allowLoopback: true, log })),
    storefronts: { [storefront.kind]: storefront },
    channels: CHANNEL_PACKS,
    clock: systemClock,
    log,
    metrics: NO_METRICS,
    duckdb,
    storageQuotaBytes: 0,
    filesUrl: "https://files.example",
    publicUrl: "https://feedwright.example",
    platforms: {},
    shopifyApp: null,
    deltas: { quietMs: 0, waitMaxMs: 1_000, minIntervalS: 0, lookEveryS: 3_600 },
    retention: ORDINARY_RETENTION,
    shopifyClient: null,
  };
  const running = stack.move();
  return { services, folder, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
