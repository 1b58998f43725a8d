import { ORDINARY_RETENTION } from "../../src/kernel/retention.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { shopPrefix } from "../../src/features/shops/index.ts";
import { CHANNEL_PACKS } from "../../src/channels/packs.ts";
import type { Services } from "../../src/features/operation.ts";
import type { ShopId } from "../../src/kernel/ids.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { graphileQueue } from "../../src/platform/jobs/graphile-queue.ts";
import { openEgress } from "../../src/platform/egress/open-egress.ts";
import { openDirectoryStore } from "../../src/platform/objects/directory-store.ts";
import { openSecrets } from "../../src/platform/secrets/open-secrets.ts";
import { makeLogger } from "../../src/platform/telemetry/make-logger.ts";
import { NO_METRICS } from "../../src/platform/telemetry/telemetry-port.ts";
import type { Storefront } from "../../src/storefronts/storefront-port.ts";
import { inject } from "vitest";
import { startedEngines, TEST_DUCKDB } from "./started-engines.ts";

export interface RealServices extends AsyncDisposable {
  readonly services: Services;
  /** Where the objects lie. */
  readonly folder: string;
}

/** The services a worker has, in a folder of their own; only the platform the shop sells on is the test's. */
export async function realServices(storefront: Storefront): Promise<RealServices> {
  await using stack = new AsyncDisposableStack();
  const log = stack.use(makeLogger({ level: "error" }));
  const engines = await startedEngines();
  const folder = await mkdtemp(join(inject("postgresServer").folder, "services-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const objects = stack.use(await openDirectoryStore({ root: folder, log }));
  const folderOf = (shop: ShopId | null): string => (shop === null ? objects.objectsFolder : join(objects.objectsFolder, shopPrefix(shop)));
  const warehouse: Services["warehouse"] = {
    of: (shop) => engines.warehouseOf(folderOf(shop)),
    load: engines.load,
    // Its processes are those of other tests too.
    [Symbol.asyncDispose]: async () => undefined,
  };
  const services: Services = {
    objects,
    warehouse,
    planner: engines.planner,
    reader: engines.reader,
    queue: graphileQueue,
    secrets: openSecrets(Buffer.alloc(32, 1)),
    egress: stack.use(openEgress({ allowLoopback: true, log })),
    storefronts: { [storefront.kind]: storefront },
    channels: CHANNEL_PACKS,
    clock: systemClock,
    log,
    metrics: NO_METRICS,
    duckdb: TEST_DUCKDB,
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
