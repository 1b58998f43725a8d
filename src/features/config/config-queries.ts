import { type Selectable, sql } from "kysely";
import type { FeedId } from "../../kernel/ids.ts";
import type { Database, ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { Definition } from "./definition.ts";

export interface StoredDefinition extends Omit<Definition, "rules"> {
  /** Lookup tables that the mappings name. */
  readonly mappingLookups: readonly string[];
}

/** All of the definition that stands in the feed's own row. Answers whether there is such a feed; the caller holds its lock and calls `changeDefinition`. */
export async function storeDefinition({ db, shopId }: ShopDb, feedId: FeedId, definition: StoredDefinition): Promise<boolean> {
  const stored = await db
    .updateTable("feeds")
    .set({
      settings: JSON.stringify(definition.settings),
      mappings: JSON.stringify(definition.mappings),
      mapping_lookups: [...definition.mappingLookups],
      extra_columns: [...definition.extraColumns],
      tests: JSON.stringify(definition.tests),
    })
    .where("shop_id", "=", shopId)
    .where("id", "=", feedId)
    .returning("id")
    .executeTakeFirst();
  return stored !== undefined;
}

/** A rule as its row will hold it. The order in a list is the order in which they run. */
export interface RuleToStore {
  /** Null: a new one. An id that no row has comes back under it. */
  readonly id: number | null;
  readonly type: string;
  readonly definition: Readonly<Record<string, unknown>>;
  readonly lookups: readonly string[];
  readonly conditions: number;
  readonly feedwide: number;
  readonly active: boolean;
}

/**
 * Makes these the feed's rules, in one statement: those that are not among them go, the others keep their rows. Positions are unique
 * at the end of the transaction only. The caller took the ids from the feed's own rules and versions.
 */
export async function storeRules({ db, shopId }: ShopDb, feedId: FeedId, rules: readonly RuleToStore[]): Promise<void> {
  const placed = JSON.stringify(rules.map((rule, at) => ({ ...rule, position: at + 1 })));
  await sql`
    with wanted as materialized (
      select feeds.shop_id, feeds.id as feed_id, rule.*
      from feeds, json_to_recordset(${placed}::json) as rule (
        id bigint, position integer, type text, definition json, lookups text[], conditions integer, parts integer, feedwide integer, active boolean
      )
      where feeds.shop_id = ${shopId} and feeds.id = ${feedId}
    ), gone as (
      delete from rules where shop_id = ${shopId} and feed_id = ${feedId} and not exists (select from wanted where wanted.id = rules.id)
    ), named as (
      insert into rules (id, shop_id, feed_id, position, rule_type, definition, lookups, conditions, parts, feedwide, active)
      overriding system value
      select id, shop_id, feed_id, position, type, definition, lookups, conditions, parts, feedwide, active from wanted where id is not null
      on conflict (id) do update set
        position = excluded.position, rule_type = excluded.rule_type, definition = excluded.definition, lookups = excluded.lookups,
        conditions = excluded.conditions, parts = excluded.parts, feedwide = excluded.feedwide, active = excluded.active,
        updated_at = case
          when (rules.position, rules.active, rules.definition::text) = (excluded.position, excluded.active, excluded.definition::text)
          then rules.updated_at else now() end
      where rules.shop_id = excluded.shop_id and rules.feed_id = excluded.feed_id
    )
    insert into rules (shop_id, feed_id, position, rule_type, definition, lookups, conditions, parts, feedwide, active)
    select shop_id, feed_id, position, type, definition, lookups, conditions, parts, feedwide, active from wanted where id is null
    order by position`.execute(db);
}

export type VersionRow = Selectable<Database["feed_versions"]>;
/** What a list shows of a version. */
export type VersionHead = Pick<VersionRow, "version" | "summary" | "created_by" | "created_at"> & { readonly current: boolean };

const versionsOf = ({ db, shopId }: ShopDb, feedId: FeedId) =>
  db.selectFrom("feed_versions").where("shop_id", "=", shopId).where("feed_id", "=", feedId);

const isNewest = sql<boolean>`version = (select max(newest.version) from feed_versions newest where newest.feed_id = feed_versions.feed_id)`;

/** Newest first. */
export async function listVersions(shop: ShopDb, feedId: FeedId, page: { readonly limit: number; readonly offset: number }) {
  const rows: readonly VersionHead[] = await versionsOf(shop, feedId)
    .select(["version", "summary", "created_by", "created_at", isNewest.as("current")])
    .orderBy("version", "desc")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await versionsOf(shop, feedId)
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

export async function findVersion(shop: ShopDb, feedId: FeedId, version: number): Promise<(VersionRow & VersionHead) | undefined> {
  return versionsOf(shop, feedId).selectAll().select(isNewest.as("current")).where("version", "=", version).executeTakeFirst();
}

/** The newest version that is older. */
export async function findVersionBefore(shop: ShopDb, feedId: FeedId, version: number): Promise<VersionRow | undefined> {
  return versionsOf(shop, feedId).selectAll().where("version", "<", version).orderBy("version", "desc").limit(1).executeTakeFirst();
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
