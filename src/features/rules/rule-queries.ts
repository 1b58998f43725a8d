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

/** What differs of a feed's rules. */
export interface RulesToStore {
  readonly gone: readonly number[];
  /** New or changed. An id that no row has comes back under it; null: a new one. */
  readonly written: readonly (StoredRule & { readonly id: number | null; readonly position: number; readonly active: boolean })[];
  /** Others whose position changes, because they are moved or because rules before them come or go. */
  readonly placed: readonly { readonly id: number; readonly position: number; readonly isMoved: boolean }[];
}

/**
 * For `changeDefinition`, which holds the feed's lock. One statement: positions are unique at the end of the transaction only. The caller
 * took the ids from the feed's own rules and versions.
 */
export async function storeRules({ db, shopId }: ShopDb, feedId: FeedId, { gone, written, placed }: RulesToStore): Promise<void> {
  await sql`
    with wanted as materialized (
      select feeds.shop_id, feeds.id as feed_id, rule.*
      from feeds, json_to_recordset(${JSON.stringify(written)}::json) as rule (
        id bigint, position integer, type text, definition json, lookups text[], conditions integer, parts integer, feedwide integer, active boolean
      )
      where feeds.shop_id = ${shopId} and feeds.id = ${feedId}
    ), gone as (
      delete from rules where shop_id = ${shopId} and feed_id = ${feedId} and id = any(${[...gone]}::bigint[])
    ), placed as (
      update rules set position = place.position, updated_at = case when place."isMoved" then now() else updated_at end
      from json_to_recordset(${JSON.stringify(placed)}::json) as place (id bigint, position integer, "isMoved" boolean)
      where rules.id = place.id and rules.shop_id = ${shopId} and rules.feed_id = ${feedId}
    ), named as (
      insert into rules (id, shop_id, feed_id, position, rule_type, definition, lookups, conditions, parts, feedwide, active)
      overriding system value
      select id, shop_id, feed_id, position, type, definition, lookups, conditions, parts, feedwide, active from wanted where id is not null
      on conflict (id) do update set
        position = excluded.position, rule_type = excluded.rule_type, definition = excluded.definition, lookups = excluded.lookups,
        conditions = excluded.conditions, parts = excluded.parts, feedwide = excluded.feedwide, active = excluded.active, updated_at = now()
      where rules.shop_id = excluded.shop_id and rules.feed_id = excluded.feed_id
    )
    insert into rules (shop_id, feed_id, position, rule_type, definition, lookups, conditions, parts, feedwide, active)
    select shop_id, feed_id, position, type, definition, lookups, conditions, parts, feedwide, active from wanted where id is null
    order by position`.execute(db);
}

/** States of rules as versions name them, in the order asked. */
export async function listRuleStates({ db, shopId }: ShopDb, feedId: FeedId, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("rule_states")
    .select(["id", "rule_id", "active", "definition"])
    .where("shop_id", "=", shopId)
    .where("feed_id", "=", feedId)
    .where("id", "in", [...ids])
    .execute();
  const states = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => states.get(id) ?? []);
}
