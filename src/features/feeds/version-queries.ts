import { sql } from "kysely";
import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { FeedRow } from "./feed-queries.ts";

/**
 * What the feed says or reads has become something else: whatever was computed before is out of date. For what it reads but does not
 * hold, as a lookup table, that is all; a change of the definition is kept besides, see `changeDefinition`.
 */
export async function raiseVersion({ db, shopId }: ShopDb, id: FeedId): Promise<FeedRow | undefined> {
  return db
    .updateTable("feeds")
    .set((set) => ({ definition_version: set("definition_version", "+", 1), updated_at: sql<Date>`now()` }))
    .where("shop_id", "=", shopId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

/** Keeps the definition as it stands under its version's number. */
export async function insertVersion(
  { db, shopId }: ShopDb,
  feedId: FeedId,
  { summary, createdBy }: { readonly summary: string; readonly createdBy: object },
): Promise<void> {
  await sql`
    with present as (
      select id as rule_id, position, active, definition, sha256(convert_to(active::text || definition::text, 'UTF8')) as digest
      from rules where shop_id = ${shopId} and feed_id = ${feedId}
    ), added as (
      insert into rule_states (shop_id, feed_id, rule_id, active, definition, digest)
      select ${shopId}, ${feedId}, rule_id, active, definition, digest from present
      on conflict (rule_id, digest) do nothing returning id, rule_id
    ), states as (
      select present.position, coalesce(added.id, rule_states.id) as id
      from present left join added using (rule_id) left join rule_states using (rule_id, digest)
    )
    insert into feed_versions (feed_id, version, shop_id, summary, created_by, settings, mappings, extra_columns, tests, rules)
    select id, definition_version, shop_id, ${summary}, ${JSON.stringify(createdBy)}, settings, mappings, extra_columns, tests,
      coalesce((select array_agg(id order by position) from states), '{}')
    from feeds where shop_id = ${shopId} and id = ${feedId}`.execute(db);
}
