import { type Selectable, sql } from "kysely";
import type { Database, ShopDb } from "../../platform/postgres/postgres-port.ts";

/** Names are unique ignoring case, so every query by name folds it as the index does. */

export type LookupTableRow = Selectable<Database["lookup_tables"]>;

const byName = (name: string) => sql<boolean>`lower(name) = lower(${name})`;

const tablesOf = ({ db, shopId }: ShopDb) => db.selectFrom("lookup_tables").selectAll().where("shop_id", "=", shopId);

/** Every table of the shop, in the order of their names. */
export async function listAllLookupTables(shop: ShopDb): Promise<readonly LookupTableRow[]> {
  return tablesOf(shop)
    .orderBy(sql`lower(name)`)
    .execute();
}

/** The same, kept from being removed until the transaction ends: for whoever is about to name one. Writing a new version goes on. */
export async function holdAllLookupTables(shop: ShopDb): Promise<readonly LookupTableRow[]> {
  return tablesOf(shop)
    .orderBy(sql`lower(name)`)
    .forKeyShare()
    .execute();
}

export async function listLookupPage(shop: ShopDb, page: { readonly limit: number; readonly offset: number }) {
  const [rows, total] = await Promise.all([
    tablesOf(shop)
      .orderBy(sql`lower(name)`)
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    countLookupTables(shop),
  ]);
  return { rows, total };
}

export async function countLookupTables({ db, shopId }: ShopDb): Promise<number> {
  const { total } = await db
    .selectFrom("lookup_tables")
    .select((select) => select.fn.countAll<number>().as("total"))
    .where("shop_id", "=", shopId)
    .executeTakeFirstOrThrow();
  return total;
}

export async function findLookupTable(shop: ShopDb, name: string): Promise<LookupTableRow | undefined> {
  return tablesOf(shop).where(byName(name)).executeTakeFirst();
}

/** Keeps others from writing a version or removing the table, not from naming it. Feeds that use it are locked before. */
export async function lockLookupTable(shop: ShopDb, name: string): Promise<LookupTableRow | undefined> {
  return tablesOf(shop).where(byName(name)).forNoKeyUpdate().executeTakeFirst();
}

/** To remove the table: waits for whoever is about to name it, and who comes later finds none. */
export async function claimLookupTable(shop: ShopDb, name: string): Promise<LookupTableRow | undefined> {
  return tablesOf(shop).where(byName(name)).forUpdate().executeTakeFirst();
}

/** A number no version of any table has had, also when the transaction comes to nothing. */
export async function nextLookupVersion({ db }: ShopDb): Promise<number> {
  const { rows } = await sql<{ readonly version: number }>`select nextval('lookup_versions') as version`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("a sequence answered nothing");
  return row.version;
}

export interface LookupVersion {
  readonly columns: readonly string[];
  readonly rowCount: number;
  readonly sizeBytes: number;
  readonly prefix: string;
}

/** Nothing: a table of that name came into being meanwhile. */
export async function insertLookupTable({ db, shopId }: ShopDb, name: string, version: LookupVersion): Promise<LookupTableRow | undefined> {
  return db
    .insertInto("lookup_tables")
    .values({ shop_id: shopId, name, ...versionValues(version) })
    .onConflict((conflict) => conflict.expression(sql`shop_id, lower(name)`).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** The version before is kept, because a run may be reading it; what rules did not find in it says nothing of this one. */
export async function replaceLookupVersion(
  { db, shopId }: ShopDb,
  id: number,
  version: LookupVersion,
): Promise<LookupTableRow | undefined> {
  return db
    .updateTable("lookup_tables")
    .set((set) => ({
      ...versionValues(version),
      previous_prefix: set.ref("object_prefix"),
      previous_bytes: set.ref("size_bytes"),
      unmatched_keys: null,
      updated_at: sql<Date>`now()`,
    }))
    .where("shop_id", "=", shopId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

function versionValues({ columns, rowCount, sizeBytes, prefix }: LookupVersion) {
  return { columns: [...columns], row_count: rowCount, size_bytes: sizeBytes, object_prefix: prefix };
}

export async function deleteLookupTable({ db, shopId }: ShopDb, id: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom("lookup_tables")
    .where("shop_id", "=", shopId)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Rules that name the table, active or not, in the order of their feeds. */
export async function listRulesUsing({ db, shopId }: ShopDb, name: string) {
  return db
    .selectFrom("rules")
    .innerJoin("feeds", "feeds.id", "rules.feed_id")
    .select(["rules.id", "feed_id", "definition", "extra_columns"])
    .where("rules.shop_id", "=", shopId)
    .where(sql<boolean>`exists (select 1 from unnest(lookups) as used where lower(used) = lower(${name}))`)
    .orderBy("feed_id")
    .orderBy("position")
    .execute();
}

/** Feeds whose mappings name the table. */
export async function listMappingsUsing({ db, shopId }: ShopDb, name: string) {
  return db
    .selectFrom("feeds")
    .select(["id", "mappings"])
    .where("shop_id", "=", shopId)
    .where(sql<boolean>`exists (select 1 from unnest(mapping_lookups) as used where lower(used) = lower(${name}))`)
    .orderBy("id")
    .execute();
}

/** What a run looked up in a table without finding it, by the table's name in any case. */
export async function setUnmatchedKeys(
  { db, shopId }: ShopDb,
  table: string,
  keys: readonly { readonly key: string; readonly count: number }[],
): Promise<void> {
  await db
    .updateTable("lookup_tables")
    .set({ unmatched_keys: JSON.stringify(keys) })
    .where("shop_id", "=", shopId)
    .where((where) => where(where.fn<string>("lower", ["name"]), "=", table.toLowerCase()))
    .execute();
}

/** Feeds whose channels' settings name a table, with the channel. */
export async function listChannelsUsing({ db, shopId }: ShopDb, name: string): Promise<readonly { feed_id: number; channel: string }[]> {
  return db
    .selectFrom("feed_channels")
    .select(["feed_id", "channel"])
    .where("shop_id", "=", shopId)
    .where(sql<string>`lower(settings ->> 'product_type_by')`, "=", name.toLowerCase())
    .orderBy("feed_id")
    .execute();
}

/** Something that names a lookup table: a rule, else a channel, else a feed's mappings. */
export interface NamedUse {
  readonly name: string;
  readonly feed_id: number;
  readonly rule_id: number | null;
  readonly channel: string | null;
}

/** Everything in the shop that names a lookup table, in the order of the feeds. */
export async function listLookupUses({ db, shopId }: ShopDb): Promise<readonly NamedUse[]> {
  const { rows } = await sql<NamedUse>`
    select used as name, feed_id, id as rule_id, null as channel, position from rules, unnest(lookups) as used where shop_id = ${shopId}
    union all
    select used, id, null, null, 0 from feeds, unnest(mapping_lookups) as used where shop_id = ${shopId}
    union all
    select settings ->> 'product_type_by', feed_id, null, channel, 0 from feed_channels
    where shop_id = ${shopId} and settings ->> 'product_type_by' is not null
    order by feed_id, position`.execute(db);
  return rows;
}
