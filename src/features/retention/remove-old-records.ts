import { sql } from "kysely";
import type { Retention } from "../../kernel/retention.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";

/** A transaction of milliseconds. */
const BATCH_ROWS = 500;
/** What housekeeping does at a look: a table that was never cleaned is cleaned in hours, and no look takes longer than some seconds. */
const BATCHES_A_LOOK = 40;

type DeleteOld = (db: Db, days: number) => Promise<number>;

/**
 * Removes entries of the audit log, records of syncs and changes of many shops that are past their time. Numbers grow as rows are made, so the
 * oldest are found without an index on their age; of two processes each takes other rows.
 */
export async function removeOldRecords(db: Db, { auditDays, syncDays, fleetDays }: Retention, signal: AbortSignal): Promise<void> {
  if (auditDays > 0) await inBatches(db, { remove: deleteOldAudit, days: auditDays, signal });
  await inBatches(db, { remove: deleteOldSyncs, days: syncDays, signal });
  await inBatches(db, { remove: deleteOldFleetChanges, days: fleetDays, signal });
}

interface Removing {
  readonly remove: DeleteOld;
  readonly days: number;
  readonly signal: AbortSignal;
}

async function inBatches(db: Db, { remove, days, signal }: Removing): Promise<void> {
  for (let batch = 0; batch < BATCHES_A_LOOK && !signal.aborted; batch += 1) if ((await remove(db, days)) < BATCH_ROWS) return;
}

const deleteOldAudit: DeleteOld = async (db, days) => {
  const { numAffectedRows } = await sql`
    delete from audit_log where id = any(array(
      select id from (select id, created_at from audit_log order by id limit ${BATCH_ROWS} for update skip locked) oldest
      where created_at < now() - make_interval(days => ${days})))`.execute(db);
  return Number(numAffectedRows ?? 0);
};

/** One that waits isn't over. */
const deleteOldSyncs: DeleteOld = async (db, days) => {
  const { numAffectedRows } = await sql`
    delete from sync_logs where id = any(array(
      select id from (
        select id, created_at from sync_logs where status <> 'pending' order by id limit ${BATCH_ROWS} for update skip locked
      ) oldest
      where created_at < now() - make_interval(days => ${days})))`.execute(db);
  return Number(numAffectedRows ?? 0);
};

const deleteOldFleetChanges: DeleteOld = async (db, days) => {
  const { numAffectedRows } = await sql`
    delete from fleet_changes where id = any(array(
      select id from fleet_changes
      where work_due_at is null and coalesce(ended_at, created_at) < now() - make_interval(days => ${days})
        and status in ('completed', 'cancelled', 'undone')
      order by id limit ${BATCH_ROWS} for update skip locked))`.execute(db);
  return Number(numAffectedRows ?? 0);
};
