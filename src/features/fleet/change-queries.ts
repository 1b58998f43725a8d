import { sql } from "kysely";
import { statesBefore } from "../../kernel/lifecycle.ts";
import { keysOf } from "../../kernel/unsafe.ts";
import type { OrganizationDb } from "../../platform/postgres/postgres-port.ts";
import { CHANGES_KEPT_MAX, FLEET_CHANGE, FLEET_TARGET, type FleetChangeRow, type FleetTargetRow } from "./fleet-change.ts";

/** Rows of one organization's changes, reached through its handle alone. */

export interface NewTarget {
  readonly shopId: number;
  readonly feedId: number | null;
  readonly stage: number;
  readonly document: string | null;
}

export async function insertChange(
  { db, organizationId }: OrganizationDb,
  change: Pick<FleetChangeRow, "key_id" | "stages" | "stop_on"> & { readonly action: object; readonly createdBy: object },
  targets: readonly NewTarget[],
): Promise<FleetChangeRow> {
  const { action, createdBy, ...rest } = change;
  const row = await db
    .insertInto("fleet_changes")
    .values({ ...rest, organization_id: organizationId, action: JSON.stringify(action), created_by: JSON.stringify(createdBy) })
    .returningAll()
    .executeTakeFirstOrThrow();
  const rows = targets.map(({ shopId, feedId, stage, document }) => ({
    ...{ change_id: row.id, organization_id: organizationId, shop_id: shopId, feed_id: feedId },
    ...{ stage, document },
  }));
  await db.insertInto("fleet_change_targets").values(rows).execute();
  return row;
}

/** Old ones make room; those that can go on stay. */
export async function deleteOldChanges({ db, organizationId }: OrganizationDb): Promise<void> {
  await sql`
    delete from fleet_changes where organization_id = ${organizationId} and status in ('completed', 'cancelled', 'undone')
      and id <= (select id from fleet_changes where organization_id = ${organizationId} order by id desc limit 1 offset ${CHANGES_KEPT_MAX})`.execute(
    db,
  );
}

export async function countOpenChanges({ db, organizationId }: OrganizationDb): Promise<number> {
  const { open } = await db
    .selectFrom("fleet_changes")
    .select(({ fn }) => fn.countAll<number>().as("open"))
    .where("organization_id", "=", organizationId)
    .where("status", "in", ["previewing", "ready", "rolling", "stopped", "undoing"])
    .executeTakeFirstOrThrow();
  return open;
}

/** Newest first. */
export async function listChanges({ db, organizationId }: OrganizationDb, page: { readonly limit: number; readonly offset: number }) {
  const changes = db.selectFrom("fleet_changes").where("organization_id", "=", organizationId);
  const rows = await changes.selectAll().orderBy("id", "desc").limit(page.limit).offset(page.offset).execute();
  const { total } = await changes.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  return { rows, total };
}

export async function findChange({ db, organizationId }: OrganizationDb, id: number): Promise<FleetChangeRow | undefined> {
  return db.selectFrom("fleet_changes").selectAll().where("organization_id", "=", organizationId).where("id", "=", id).executeTakeFirst();
}

/** A person's decision waits for the step under way, and no step begins before it's made. */
export async function lockChange({ db, organizationId }: OrganizationDb, id: number): Promise<FleetChangeRow | undefined> {
  return db
    .selectFrom("fleet_changes")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** For the transaction of one shop's change: it stays what it is until that has committed. */
export async function holdChange({ db, organizationId }: OrganizationDb, id: number): Promise<FleetChangeRow | undefined> {
  return db
    .selectFrom("fleet_changes")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .forShare()
    .executeTakeFirst();
}

type ChangeEvent = keyof (typeof FLEET_CHANGE)["ready"];

interface Moved {
  readonly reason?: string | null;
  /** Who starts or undoes it lends it their key. */
  readonly keyId?: number;
  /** Null: nothing is left to do. */
  readonly dueInSeconds?: number | null;
}

/** Carries an event out and answers the change as it is then; undefined where the event means nothing in its state. */
export async function moveChange(
  { db, organizationId }: OrganizationDb,
  id: number,
  event: ChangeEvent,
  moved: Moved = {},
): Promise<FleetChangeRow | undefined> {
  const { reason = null, keyId, dueInSeconds = 0 } = moved;
  for (const from of statesBefore(FLEET_CHANGE, event, keysOf(FLEET_CHANGE))) {
    const to = FLEET_CHANGE[from][event] ?? from;
    const row = await db
      .updateTable("fleet_changes")
      .set({ status: to, stopped_reason: reason, work_due_at: dueAt(dueInSeconds) })
      .$if(keyId !== undefined, (query) => query.set({ key_id: keyId ?? 0 }))
      .$if(event === "start", (query) => query.set({ started_at: sql<Date>`coalesce(started_at, now())`, ended_at: null }))
      .$if(["finish", "cancel"].includes(event), (query) => query.set({ ended_at: sql<Date>`now()` }))
      .where("organization_id", "=", organizationId)
      .where("id", "=", id)
      .where("status", "=", from)
      .returningAll()
      .executeTakeFirst();
    if (row !== undefined) return row;
  }
  return undefined;
}

const dueAt = (seconds: number | null) => (seconds === null ? null : sql<Date>`now() + make_interval(secs => ${seconds})`);

export interface ListedTarget extends FleetTargetRow {
  readonly shop_name: string;
  readonly domain: string;
  readonly client_label: string | null;
  readonly feed_name: string | null;
  readonly is_connected: boolean;
  readonly live_count: number | null;
}

/** In the order of the stages. What a shop that is no longer connected is called stays unsaid. */
export async function listTargets({ db, organizationId }: OrganizationDb, changeId: number): Promise<readonly ListedTarget[]> {
  const { rows } = await sql<ListedTarget>`
    select target.*, coalesce(shops.name, 'shop_' || target.shop_id) as shop_name, coalesce(shops.domain, '') as domain, connection.client_label,
      feeds.display_name as feed_name, connection.id is not null as is_connected, runs.included_count as live_count
    from fleet_change_targets target
    left join organization_connections connection on connection.organization_id = target.organization_id
      and connection.shop_id = target.shop_id and connection.status = 'active'
    left join shops on shops.id = connection.shop_id
    left join feeds on feeds.id = target.feed_id and feeds.shop_id = connection.shop_id
    left join runs on runs.id = feeds.live_run_id
    where target.organization_id = ${organizationId} and target.change_id = ${changeId}
    order by target.stage, target.id`.execute(db);
  return rows;
}

/** By change and stage: how many of its targets have each status. */
export async function countTargets({ db, organizationId }: OrganizationDb, changeIds: readonly number[]) {
  if (changeIds.length === 0) return [];
  return db
    .selectFrom("fleet_change_targets")
    .select(["change_id", "status", "stage"])
    .select(({ fn }) => fn.countAll<number>().as("targets"))
    .where("organization_id", "=", organizationId)
    .where("change_id", "in", [...changeIds])
    .groupBy(["change_id", "status", "stage"])
    .execute();
}

/** The second of two workers waits for what becomes of the first one's change. */
export async function lockTarget({ db, organizationId }: OrganizationDb, id: number): Promise<FleetTargetRow | undefined> {
  return db
    .selectFrom("fleet_change_targets")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function storePreview({ db, organizationId }: OrganizationDb, id: number, preview: object): Promise<void> {
  await db
    .updateTable("fleet_change_targets")
    .set({ preview: JSON.stringify(preview) })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("status", "=", "waiting")
    .execute();
}

type TargetEvent = keyof (typeof FLEET_TARGET)["waiting"];
type Noted = Partial<Pick<FleetTargetRow, "reason" | "audit_id" | "undo_audit_id" | "definition_version" | "run_id" | "extract_id">>;

const ENDING: readonly TargetEvent[] = ["settle", "hold", "fail", "skip", "undo", "refuse_undo"];

/** Carries an event out; false where it means nothing in the target's state, as when another worker was first. */
export async function moveTarget(
  { db, organizationId }: OrganizationDb,
  id: number,
  event: TargetEvent,
  noted: Noted = {},
): Promise<boolean> {
  for (const from of statesBefore(FLEET_TARGET, event, keysOf(FLEET_TARGET))) {
    const to = FLEET_TARGET[from][event] ?? from;
    const row = await db
      .updateTable("fleet_change_targets")
      .set({ reason: null, ...noted, status: to, retry_at: null })
      .$if(event === "apply", (query) => query.set({ applied_at: sql<Date>`now()` }))
      .$if(event === "retry", (query) => query.set({ accepted: false, retries: 0, ended_at: null }))
      .$if(ENDING.includes(event), (query) => query.set({ ended_at: sql<Date>`now()` }))
      .where("organization_id", "=", organizationId)
      .where("id", "=", id)
      .where("status", "=", from)
      .returning("id")
      .executeTakeFirst();
    if (row !== undefined) return true;
  }
  return false;
}

/** Something of the shop is under way that must end first. */
export async function retryLater(
  { db, organizationId }: OrganizationDb,
  { id, status }: Pick<FleetTargetRow, "id" | "status">,
  { seconds, reason }: { readonly seconds: number; readonly reason: string },
): Promise<void> {
  await db
    .updateTable("fleet_change_targets")
    .set({ reason, retry_at: sql<Date>`now() + make_interval(secs => ${seconds})`, retries: sql`retries + 1` })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("status", "=", status)
    .execute();
}

/** Whoever continues has seen what is held or failed. */
export async function acceptEnded({ db, organizationId }: OrganizationDb, changeId: number): Promise<void> {
  await db
    .updateTable("fleet_change_targets")
    .set({ accepted: true })
    .where("organization_id", "=", organizationId)
    .where("change_id", "=", changeId)
    .where("status", "in", ["held", "failed"])
    .execute();
}
