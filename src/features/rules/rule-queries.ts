import { sql, type Selectable } from "kysely";
import type { FeedId, RuleId } from "../../kernel/ids.ts";
import type { Database, ShopDb } from "../../platform/postgres/postgres-port.ts";

export type RuleRow = Selectable<Database["rules"]>;

/** A feed's rules in the order in which they run. */
export async function listRules({ db, shopId }: ShopDb, feedId: FeedId): Promise<readonly RuleRow[]> {
  return db.selectFrom("rules").selectAll().where("shop_id", "=", shopId).where("feed_id", "=", feedId).orderBy("position").execute();
}

export async function findRule({ db, shopId }: ShopDb, feedId: FeedId, id: RuleId): Promise<RuleRow | undefined> {
  return db
    .selectFrom("rules")
    .selectAll()
    .where("shop_id", "=", shopId)
    .where("feed_id", "=", feedId)
    .where("id", "=", id)
    .executeTakeFirst();
}

export interface StoredRule {
  readonly type: string;
  readonly definition: Readonly<Record<string, unknown>>;
  readonly lookups: readonly string[];
  readonly conditions: number;
  readonly parts: number;
  readonly feedwide: number;
}

/** Behind the last rule; the caller holds the feed's lock. */
export async function appendRule(
  { db, shopId }: ShopDb,
  feedId: FeedId,
  rule: StoredRule & { readonly active: boolean },
): Promise<RuleRow> {
  return db
    .insertInto("rules")
    .values((insert) => ({
      shop_id: shopId,
      feed_id: feedId,
      position: insert
        .selectFrom("rules")
        .select((last) => sql<number>`coalesce(${last.fn.max("position")}, 0) + 1`.as("position"))
        .where("shop_id", "=", shopId)
        .where("feed_id", "=", feedId),
      active: rule.active,
      ...storedColumns(rule),
    }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function changeRule({ db, shopId }: ShopDb, id: RuleId, rule: StoredRule & { readonly active: boolean }): Promise<RuleRow> {
  return db
    .updateTable("rules")
    .set({ ...storedColumns(rule), active: rule.active, updated_at: sql<Date>`now()` })
    .where("shop_id", "=", shopId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function storedColumns({ type, definition, lookups, conditions, parts, feedwide }: StoredRule) {
  return { rule_type: type, definition: JSON.stringify(definition), lookups: [...lookups], conditions, parts, feedwide };
}

export async function setRuleActive({ db, shopId }: ShopDb, id: RuleId, active: boolean): Promise<RuleRow> {
  return db
    .updateTable("rules")
    .set({ active, updated_at: sql<Date>`now()` })
    .where("shop_id", "=", shopId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Those behind it move up: positions have no gaps. */
export async function deleteRule({ db, shopId }: ShopDb, { id, feed_id: feedId, position }: RuleRow): Promise<void> {
  await db.deleteFrom("rules").where("shop_id", "=", shopId).where("id", "=", id).execute();
  await db
    .updateTable("rules")
    .set((set) => ({ position: set("position", "-", 1) }))
    .where("shop_id", "=", shopId)
    .where("feed_id", "=", feedId)
    .where("position", ">", position)
    .execute();
}

/** Copies the rules of the primary feed, inactive ones too, to a feed without rules. The caller holds both feeds' locks. Answers how many. */
export async function copyPrimaryRules({ db, shopId }: ShopDb, to: FeedId): Promise<number> {
  const copied = await sql`
    insert into rules (shop_id, feed_id, position, rule_type, definition, lookups, conditions, parts, feedwide, active)
    select rules.shop_id, ${to}, row_number() over (order by rules.position), rule_type, definition, lookups, conditions, parts, feedwide, rules.active
    from rules join feeds on feeds.id = rules.feed_id
    where rules.shop_id = ${shopId} and feeds.shop_id = ${shopId} and feeds.feed_type = 'primary'
    order by rules.position`.execute(db);
  return Number(copied.numAffectedRows ?? 0);
}

/** Gives rules their new positions in one statement; the unique constraint is checked at the end of the transaction. */
export async function placeRules({ db, shopId }: ShopDb, feedId: FeedId, places: ReadonlyMap<number, number>): Promise<void> {
  const rows = sql.join([...places].map(([id, position]) => sql`(${id}::bigint, ${position}::integer)`));
  await sql`update rules set position = placed.position, updated_at = case when rules.position = placed.position then rules.updated_at else now() end
    from (values ${rows}) as placed (id, position)
    where rules.id = placed.id and rules.shop_id = ${shopId} and rules.feed_id = ${feedId}`.execute(db);
}
