import { sql } from "kysely";
import type { Db } from "../../src/platform/postgres/postgres-port.ts";

/** Time that the run of a live shop doesn't wait for: what these change is what minutes and hours would change. */

/** Deltas that failed are tried again, and a full extract in the place of one isn't too soon after the last. */
export async function deltaPausesEnd(db: Db): Promise<void> {
  await sql`update delta_queues set not_before = '-infinity', failures = 0`.execute(db);
  await sql`update extracts set created_at = now() - interval '11 minutes' where created_at > now() - interval '10 minutes'`.execute(db);
}

/** Shops are asked what has changed. */
export async function anHourPasses(db: Db): Promise<void> {
  await sql`update change_looks set due_at = now()`.execute(db);
}

/** Subscriptions are compared again. */
export async function aDayPasses(db: Db): Promise<void> {
  await sql`update shops set subscriptions_checked_at = subscriptions_checked_at - interval '1 day'`.execute(db);
}

/** Whatever dead processes had claimed is anybody's. Only while none runs. */
export async function claimsEnd(db: Db): Promise<void> {
  await sql`update extracts set beat_at = null where status = 'running'`.execute(db);
  await sql`update runs set beat_at = null where status = 'running'`.execute(db);
  await sql`update shopify_grants set renewing_until = null`.execute(db);
}
