import { openStorage } from "../../app-storage.ts";
import type { Config } from "../../config.ts";
import { OBJECT_ROOTS } from "../../features/backups/index.ts";
import type { ObjectStore } from "../../platform/objects/objects-port.ts";
import { lockDataDir } from "../../platform/postgres/data-dir-lock.ts";
import { findOccupied, notEmpty } from "../../platform/postgres/load-tables.ts";
import { openPostgres, type Postgres } from "../../platform/postgres/open-postgres.ts";
import type { Logger } from "../../platform/telemetry/telemetry-port.ts";

/** What a backup is restored into: a database that nobody has migrated, and a store. */
export interface RestoreTarget extends AsyncDisposable {
  readonly postgres: Postgres;
  readonly store: ObjectStore;
}

/** Rejects where a service runs on the data directory, or the database has rows. */
export async function openTarget(config: Config, log: Logger): Promise<RestoreTarget> {
  await using stack = new AsyncDisposableStack();
  if (config.databaseUrl === null) stack.use(await lockDataDir(config.dataDir, "command"));
  const { dataDir, databaseUrl, memory } = config;
  const postgres = stack.use(await openPostgres({ dataDir, databaseUrl, memoryBytes: memory.postgresBytes, log }));
  const occupied = await findOccupied(postgres.pool);
  if (occupied !== undefined) throw notEmpty(occupied);
  const store = stack.use(await openStorage(config.storage, { log }));
  const open = stack.move();
  return { postgres, store, [Symbol.asyncDispose]: () => open.disposeAsync() };
}

/** Every object of the store. */
export async function* everyObject(store: Pick<ObjectStore, "list">) {
  for (const root of OBJECT_ROOTS) yield* store.list(root);
}
