import { sql } from "kysely";
import type { Db } from "../../src/platform/postgres/postgres-port.ts";

/** Time that a fault run doesn't wait for: what it changes is what hours would change. */

/** Platforms take requests to read a file again, count from nothing, and registrations are looked at as they are each day. */
export async function aDayPasses(db: Db): Promise<void> {
  await db.deleteFrom("platform_rates").execute();
  await db.updateTable("datafeeds").set({ fetch_asked_at: null }).execute();
  await sql`update datafeeds set work_due_at = now() where work_due_at > now()`.execute(db);
  await sql`update channel_pushes set due_at = now(), reconciled_at = null`.execute(db);
}

/** Pauses between two tries are over, and so are those that Amazon's rates make: a minute between two feeds, and almost as long between two reports. */
export async function pausesEnd(db: Db): Promise<void> {
  await db.deleteFrom("platform_rates").where("bucket", "like", "amazon:%").execute();
  await sql`update datafeeds set work_due_at = now() where work_due_at > now() and error_code is not null and leased_until is null`.execute(
    db,
  );
  await sql`update sync_logs set work_due_at = now() where status = 'pending' and work_due_at > now() and leased_until is null`.execute(db);
}

/** Whatever dead processes had claimed is anybody's. Only while none runs. */
export async function claimsEnd(db: Db): Promise<void> {
  await db.updateTable("datafeeds").set({ leased_until: null }).execute();
  await db.updateTable("sync_logs").set({ leased_until: null }).execute();
  await db.updateTable("channel_connections").set({ leased_until: null, renewing_until: null }).execute();
  await sql`update runs set beat_at = null where status = 'running'`.execute(db);
}
