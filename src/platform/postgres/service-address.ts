import { hostname } from "node:os";
import { sql } from "kysely";
import type { Db } from "./postgres-port.ts";
import { isRunning, processStart } from "./process-identity.ts";

/** Where a running service is reached. Processes that serve the API announce it in the database, and commands beside them look there. */
export interface ServiceAddress {
  readonly publicUrl: string;
  readonly filesUrl: string;
}

const BEAT_EVERY_MS = 5_000;
/** Four beats, so that a slow moment costs nothing. */
const SILENT_AFTER_S = 20;

/** Announces this process until disposed. */
export async function announceAddress(db: Db, id: string, address: ServiceAddress): Promise<AsyncDisposable> {
  const start = (await processStart(process.pid)) ?? "";
  const beat = () => writeAddress(db, id, { ...address, start });
  await beat();
  // A beat that fails is made up for by the next one.
  const beating = setInterval(() => void beat().catch(() => undefined), BEAT_EVERY_MS);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(beating);
      await db
        .deleteFrom("service_addresses")
        .where("id", "=", id)
        .execute()
        .catch(() => undefined);
    },
  };
}

async function writeAddress(db: Db, id: string, { publicUrl, filesUrl, start }: ServiceAddress & { readonly start: string }) {
  await sql`
    insert into service_addresses (id, public_url, files_url, host, pid, process_start)
    values (${id}, ${publicUrl}, ${filesUrl}, ${hostname()}, ${process.pid}, ${start})
    on conflict (id) do update set beat_at = now()`.execute(db);
  await sql`delete from service_addresses where beat_at < now() - make_interval(secs => ${SILENT_AFTER_S})`.execute(db);
}

/** Of the service that has run longest; undefined where none runs. A process of this machine that was killed is recognised at once, others when they are silent. */
export async function findServiceAddress(db: Db): Promise<ServiceAddress | undefined> {
  const rows = await db
    .selectFrom("service_addresses")
    .selectAll()
    .where(sql<boolean>`beat_at > now() - make_interval(secs => ${SILENT_AFTER_S})`)
    .orderBy("started_at")
    .orderBy("id")
    .execute();
  for (const { host, pid, process_start: start, public_url: publicUrl, files_url: filesUrl } of rows)
    if (host !== hostname() || (await isRunning(pid, start))) return { publicUrl, filesUrl };
  return undefined;
}

/** For whoever holds the data directory: no service can be running. */
export async function forgetAddresses(db: Db): Promise<void> {
  await db.deleteFrom("service_addresses").execute();
}
