import type { Pool } from "pg";
import { branded } from "../../src/kernel/unsafe.ts";

/** Shops with feeds whose runs wait, made in the database alone: what a claim has to choose from. */
export async function manyWaiting(pool: Pool, { shops, feeds }: { readonly shops: number; readonly feeds: number }): Promise<void> {
  await pool.query(
    `insert into shops (domain, name, storefront, storefront_config, currency, country, primary_locale, languages, feed_token, subscription_plan)
     select 'many-' || n || '.example', 'Many', 'csv', '{}', 'USD', 'US', 'en', '{en}', lpad(to_hex(n), 40, '0'), 'free' from generate_series(1, $1) n`,
    [shops],
  );
  await pool.query(
    `insert into extracts (shop_id, type, status, warnings) select id, 'full', 'completed', '[]' from shops where domain like 'many-%'`,
  );
  await pool.query(
    `insert into feeds (shop_id, feed_type, display_name, slug, file_name, target_country, settings, mappings)
     select id, 'market', 'f' || f, 'f' || f, 'gmcfeed-f' || f || '.txt', 'US', '{}', '{}' from shops, generate_series(1, $1) f where domain like 'many-%'`,
    [feeds],
  );
  await pool.query(
    `insert into runs (shop_id, feed_id, extract_id, trigger, definition_version, held_reasons)
     select f.shop_id, f.id, e.id, 'regenerate', 1, '[]' from feeds f join extracts e using (shop_id) where f.slug like 'f%'`,
  );
}

/** Rows and entries of indexes that were read of these tables so far, by this connection too: the pool has one. */
export async function rowsRead(pool: Pool, tables: readonly string[]): Promise<number> {
  await pool.query("select pg_stat_force_next_flush()");
  await pool.query("select pg_stat_clear_snapshot()");
  const { rows } = await pool.query(
    `select (select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0) from pg_stat_user_tables where relname = any($1))
       + (select coalesce(sum(idx_tup_read), 0) from pg_stat_user_indexes where relname = any($1)) as read`,
    [tables],
  );
  return Number(branded<readonly { readonly read: unknown }[]>(rows)[0]?.read);
}
