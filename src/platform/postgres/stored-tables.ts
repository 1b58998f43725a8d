import type { PoolClient } from "pg";

/**
 * What a dump of the database is made of. Tables that describe processes or windows of minutes are left out: they say nothing
 * about an installation that starts elsewhere.
 */

/** Processes and backups that are under way, and what a database that is restored says of itself: its migrations and the key of its secrets. */
const LEFT_OUT: readonly string[] = ["backup_holds", "held_removals", "schema_migrations", "secrets_key", "service_addresses", "workers"];

export interface StoredTable {
  readonly name: string;
  /** In order; without generated ones. */
  readonly columns: readonly string[];
}

export interface StoredSequence {
  readonly name: string;
  readonly value: string;
  readonly isCalled: boolean;
}

/** Tables of the schema `public` whose rows survive a crash of the server, by name. */
export async function listTables(client: PoolClient): Promise<readonly StoredTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' and c.relname <> all($1)
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname collate "C"`,
    [LEFT_OUT],
  );
  return rows;
}

/** Their values aren't part of a transaction: read after the rows, they are at least what the rows have used. */
export async function listSequences(client: PoolClient): Promise<readonly StoredSequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname collate "C"`,
  );
  const sequences: StoredSequence[] = [];
  for (const { name } of rows) {
    const found = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from public.${quoted(name)}`,
    );
    const [row] = found.rows;
    if (row !== undefined) sequences.push({ name, value: row.value, isCalled: row.called });
  }
  return sequences;
}

/** A name from the catalog, as SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function quotedColumns({ columns }: Pick<StoredTable, "columns">): string {
  return columns.map(quoted).join(", ");
}
