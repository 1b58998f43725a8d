import { randomBytes } from "node:crypto";
import { cp } from "node:fs/promises";
import path from "node:path";
import type { Pool } from "pg";
import { branded } from "../../src/kernel/unsafe.ts";
import type { ClonedService } from "./service-on-clone.ts";

/**
 * More shops like one that has been installed, extracted and run: its rows and objects under other numbers. Forty shops take two seconds this way; each
 * of them works like any other.
 */
export async function cloneShop({ database: { pool }, dataDir }: ClonedService, shopId: number, name: string): Promise<number> {
  const objects = path.join(dataDir, "objects", "objects");
  const shop = await copyRow(pool, "shops", shopId, {
    domain: `${name}.example`,
    name,
    feed_token: randomBytes(20).toString("hex"),
    live_extract_id: null,
  });
  const moved = (prefix: unknown): string => String(prefix).replace(`shops/${shopId}/`, `shops/${shop}/`);
  const extract = await one(pool, `select id, snapshot_prefix from extracts where id = (select live_extract_id from shops where id = $1)`, [
    shopId,
  ]);
  const extractId = await copyRow(pool, "extracts", extract["id"], { shop_id: shop, snapshot_prefix: moved(extract["snapshot_prefix"]) });
  await pool.query("update shops set live_extract_id = $2 where id = $1", [shop, extractId]);
  const feeds = await pool.query("select id, live_run_id from feeds where shop_id = $1 order by id", [shopId]);
  for (const { id, live_run_id: live } of branded<readonly Readonly<Record<string, unknown>>[]>(feeds.rows)) {
    const feed = await copyRow(pool, "feeds", id, { shop_id: shop, live_run_id: null });
    const run = await one(pool, "select id, output_prefix from runs where id = $1", [live]);
    const owned = { shop_id: shop, feed_id: feed };
    const runId = await copyRow(pool, "runs", run["id"], { ...owned, extract_id: extractId, output_prefix: moved(run["output_prefix"]) });
    await pool.query("update feeds set live_run_id = $2 where id = $1", [feed, runId]);
    await copyRows(pool, "feed_channels", ["feed_id", id], owned);
    await copyRows(pool, "feed_versions", ["feed_id", id], owned);
    await copyRows(pool, "findings", ["run_id", live], { shop_id: shop, run_id: runId });
  }
  await cp(path.join(objects, "shops", String(shopId)), path.join(objects, "shops", String(shop)), { recursive: true });
  return shop;
}

type Changes = Readonly<Record<string, unknown>>;

async function one(pool: Pool, text: string, values: readonly unknown[]): Promise<Readonly<Record<string, unknown>>> {
  const { rows } = await pool.query(text, [...values]);
  return branded<Readonly<Record<string, unknown>>>(rows[0]);
}

async function copyRow(pool: Pool, table: string, id: unknown, changes: Changes): Promise<number> {
  return Number((await copyRows(pool, table, ["id", id], changes))[0]);
}

/** Every column that isn't computed, with another id where the table has one, and what differs. Answers the new ids. */
async function copyRows(pool: Pool, table: string, [by, value]: readonly [string, unknown], changes: Changes): Promise<readonly unknown[]> {
  const { rows } = await pool.query(
    "select column_name from information_schema.columns where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'",
    [table],
  );
  const names = branded<readonly { readonly column_name: string }[]>(rows).map(({ column_name: name }) => name);
  const values: unknown[] = [value];
  const taken = names.map((name) => {
    if (Object.hasOwn(changes, name)) return `$${values.push(changes[name])}`;
    return name === "id" ? `nextval(pg_get_serial_sequence('${table}', 'id'))` : `"${name}"`;
  });
  const listed = names.map((name) => `"${name}"`).join(", ");
  const returning = names.includes("id") ? "id" : "1 as id";
  const copied = await pool.query(
    `insert into ${table} (${listed}) overriding system value select ${taken.join(", ")} from ${table} where ${by} = $1 returning ${returning}`,
    values,
  );
  return branded<readonly { readonly id: unknown }[]>(copied.rows).map(({ id }) => id);
}
