import { type Selectable, sql } from "kysely";
import type { FeedId } from "../../kernel/ids.ts";
import type { Database, ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { FeedRow } from "./feed-queries.ts";

/** A version of a feed's definition, as it is kept. */
export type FeedVersion = Selectable<Database["feed_versions"]>;

/** Gives the feed its next version. For `outdateFeed` alone, which tells of it. */
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
      on conflict (rule_id, digest) do nothing returning id, rule_id, bytes
    ), states as (
      select present.position, coalesce(added.id, rule_states.id) as id
      from present left join added using (rule_id) left join rule_states using (rule_id, digest)
    )
    insert into feed_versions (feed_id, version, shop_id, summary, created_by, settings, mappings, extra_columns, tests, rules, kept_bytes)
    select id, definition_version, shop_id, ${summary}, ${JSON.stringify(createdBy)}, settings, mappings, extra_columns, tests,
      coalesce((select array_agg(id order by position) from states), '{}'),
      octet_length(settings::text) + octet_length(mappings::text) + octet_length(tests::text)
        + coalesce((select sum(bytes) from added), 0)
        + coalesce((select sum(bytes) from cell_changes where feed_id = ${feedId} and version = definition_version), 0)
    from feeds where shop_id = ${shopId} and id = ${feedId}`.execute(db);
}

/** How many versions of a feed are kept, and how many bytes of them; the newest is kept whatever it takes. */
export interface VersionBounds {
  readonly versions: number;
  readonly bytes: number;
}

/**
 * Keeps the newest versions of a feed. What the oldest of them was is its own row, so changes of cells are kept from the next one on.
 * A state of a rule goes with the last version that holds it; those the oldest kept version holds too are most, and are passed over
 * before all the others are looked through.
 */
export async function forgetVersions({ db, shopId }: ShopDb, feedId: FeedId, kept: VersionBounds): Promise<void> {
  const { rows } = await sql<{ readonly version: number; readonly rules: readonly number[] }>`
    with placed as (
      select version, row_number() over newest as place, sum(coalesce(kept_bytes, bytes)) over newest as together
      from feed_versions where shop_id = ${shopId} and feed_id = ${feedId} window newest as (order by version desc)
    ), oldest as (
      select min(version) as version from placed where place = 1 or (place <= ${kept.versions} and together <= ${kept.bytes})
    )
    select version, rules from feed_versions join oldest using (version)
    where shop_id = ${shopId} and feed_id = ${feedId} and exists (select from placed where placed.version < oldest.version)`.execute(db);
  const [first] = rows;
  // As long as there is none behind it, none is too old.
  if (first === undefined) return;
  await sql`
    with forgotten as (
      delete from feed_versions where shop_id = ${shopId} and feed_id = ${feedId} and version < ${first.version} returning rules
    ), gone as (
      select distinct state from forgotten, unnest(forgotten.rules) as state where state <> all (${first.rules}::bigint[])
    ), unused as (
      delete from rule_states using gone
      where rule_states.id = gone.state and rule_states.shop_id = ${shopId} and rule_states.feed_id = ${feedId}
        and gone.state not in (
          select unnest(rules) from feed_versions where shop_id = ${shopId} and feed_id = ${feedId} and version > ${first.version}
        )
    )
    delete from cell_changes where shop_id = ${shopId} and feed_id = ${feedId} and version <= ${first.version}`.execute(db);
}

/** Whether the definition has changed since a version. */
export async function hasVersionBehind({ db, shopId }: ShopDb, feedId: FeedId, version: number): Promise<boolean> {
  const found = await db
    .selectFrom("feed_versions")
    .select("version")
    .where("shop_id", "=", shopId)
    .where("feed_id", "=", feedId)
    .where("version", ">", version)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
