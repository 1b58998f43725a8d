import { sql } from "kysely";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { UndoStep } from "../changes/index.ts";

/** What undoing is audited as. */
export const UNDONE = "change.undone";

export interface ChangeRow {
  readonly id: number;
  readonly action: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly made_in: number | null;
  readonly undone_in: number | null;
}

const changesOf = ({ db, shopId }: ShopDb) =>
  db
    .selectFrom("audit_log")
    .select(["id", "action", "facts", "made_in", "undone_in"])
    .where("shop_id", "=", shopId)
    .orderBy("id", "desc")
    .limit(1);

/** `byDelegate`: an organization's key, which is not told of the shop's keys and connections. */
export async function findNamedChange(shop: ShopDb, id: number, byDelegate: boolean): Promise<ChangeRow | undefined> {
  return changesOf(shop)
    .where("id", "=", id)
    .$if(byDelegate, (query) => query.where(sql<boolean>`action not like all (array['connection.%', 'api\\_key.%'])`))
    .executeTakeFirst();
}

/** The last change that still stands of a key, or of whoever has none. Undoing is no change here: who undoes twice goes back twice. */
export async function findLastChange(
  shop: ShopDb,
  by: { readonly keyId: number | null; readonly kind: string },
): Promise<ChangeRow | undefined> {
  return changesOf(shop)
    .where("action", "<>", UNDONE)
    .where("undone_in", "is", null)
    .where(by.keyId === null ? sql<boolean>`actor->>'kind' = ${by.kind}` : sql<boolean>`(actor->>'key_id')::bigint = ${by.keyId}`)
    .executeTakeFirst();
}

/** Waits for whoever is undoing the same change, and answers in which transaction it was undone, if it was. */
export async function lockChange({ db, shopId }: ShopDb, id: number): Promise<number | null | undefined> {
  const row = await db
    .selectFrom("audit_log")
    .select("undone_in")
    .where("shop_id", "=", shopId)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.undone_in;
}

/** Versions that the change made, in the order of their feeds. Numbers of transactions begin anew on another server, so the time counts too. */
export async function listMadeVersions({ db, shopId }: ShopDb, id: number) {
  return db
    .selectFrom("feed_versions as v")
    .innerJoin("audit_log as a", (join) =>
      join.onRef("a.shop_id", "=", "v.shop_id").onRef("a.made_in", "=", "v.made_in").onRef("a.created_at", "=", "v.created_at"),
    )
    .select(["v.feed_id", "v.version"])
    .where("a.shop_id", "=", shopId)
    .where("v.shop_id", "=", shopId)
    .where("a.id", "=", id)
    .orderBy("v.feed_id")
    .execute();
}

/** The change's steps back, the last one first; null for one that has been forgotten. */
export async function listSteps({ db, shopId }: ShopDb, id: number): Promise<readonly (UndoStep | null)[]> {
  const { rows } = await sql<{ readonly step: UndoStep | null }>`
    select s.step from undo_steps s join audit_log a on a.shop_id = s.shop_id and a.made_in = s.made_in and a.created_at = s.created_at
    where a.shop_id = ${shopId} and s.shop_id = ${shopId} and a.id = ${id} order by s.id desc`.execute(db);
  return rows.map(({ step }) => step);
}

/** The entry of what undid a change. */
export async function findUndoing({ db, shopId }: ShopDb, madeIn: number): Promise<number | undefined> {
  const row = await db
    .selectFrom("audit_log")
    .select("id")
    .where("shop_id", "=", shopId)
    .where("made_in", "=", madeIn)
    .where("action", "=", UNDONE)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/**
 * In this transaction. Of an undoing that is undone, what it had undone stands again; had that been an undoing as well, what it had undone does not,
 * and so on down to the first change.
 */
export async function markUndone({ db, shopId }: ShopDb, id: number): Promise<void> {
  await sql`
    with recursive chain as (
      select id, action, facts, made_in, 0 as depth, pg_current_xact_id()::text::bigint as undone_in
      from audit_log where shop_id = ${shopId} and id = ${id}
      union all
      select undone.id, undone.action, undone.facts, undone.made_in, chain.depth + 1, case when chain.depth % 2 = 1 then chain.made_in end
      from chain join audit_log as undone on undone.id = (chain.facts->'answer'->'data'->>'audit_id')::bigint
      where chain.action = ${UNDONE} and undone.shop_id = ${shopId}
    )
    update audit_log set undone_in = chain.undone_in from chain where audit_log.shop_id = ${shopId} and audit_log.id = chain.id`.execute(
    db,
  );
}
