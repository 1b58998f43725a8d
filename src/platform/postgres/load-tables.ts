import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Pool, PoolClient } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { PlainError } from "../../kernel/errors.ts";
import { listTables, quoted, quotedColumns, type StoredSequence, type StoredTable } from "./stored-tables.ts";

/** A dump on its way into a database. Everything happens in one transaction: a load that is killed leaves the database empty. */
interface TablesToLoad {
  readonly tables: readonly (StoredTable & { readonly rows: number; open(): Readable })[];
  readonly sequences: readonly StoredSequence[];
  /** What else belongs to the same transaction. */
  readonly also?: (client: PoolClient) => Promise<void>;
  readonly progress?: (table: string) => void;
}

/** What migrations write themselves. */
const SEEDED: readonly string[] = ["plans"];

/** A table that has rows; undefined for a database that holds nothing but its schema, or not even that. */
export async function findOccupied(client: Pick<PoolClient, "query">): Promise<string | undefined> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = 'public' and c.relname <> all($1) order by c.relname collate "C"`,
    [["schema_migrations", "secrets_key", "service_addresses", "workers", ...SEEDED]],
  );
  for (const { name } of rows) {
    const found = await client.query(`select from public.${quoted(name)} limit 1`);
    if (found.rows.length > 0) return name;
  }
  return undefined;
}

/**
 * The database has the schema of the dump and is empty. Constraints between tables are taken away and made again at the end, which checks
 * every row; triggers don't fire, because what they would write is in the dump.
 */
export async function loadTables(pool: Pool, load: TablesToLoad): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query(
      "set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = '15s'",
    );
    await loadInside(client, load);
    await client.query("commit");
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function loadInside(client: PoolClient, { tables, sequences, also, progress }: TablesToLoad): Promise<void> {
  const present = await listTables(client);
  requireSameTables(present, tables);
  await client.query(`lock table ${present.map(({ name }) => `public.${quoted(name)}`).join(", ")} in access exclusive mode`);
  const occupied = await findOccupied(client);
  if (occupied !== undefined) throw notEmpty(occupied);
  const constraints = await dropForeignKeys(client);
  await client.query(`truncate ${present.map(({ name }) => `public.${quoted(name)}`).join(", ")}`);
  for (const table of tables) {
    progress?.(table.name);
    await client.query(`alter table public.${quoted(table.name)} disable trigger user`);
    const into = client.query(copyFrom(`copy public.${quoted(table.name)} (${quotedColumns(table)}) from stdin`));
    await pipeline(table.open(), into);
    if (into.rowCount !== table.rows) throw new Error(`${table.name} has ${into.rowCount} rows instead of ${table.rows}`);
    await client.query(`alter table public.${quoted(table.name)} enable trigger user`);
  }
  // A deferred check that waits would keep the tables from being altered.
  await client.query("set constraints all immediate");
  for (const { name, value, isCalled } of sequences)
    await client.query("select setval($1::regclass, $2::bigint, $3)", [`public.${quoted(name)}`, value, isCalled]);
  await forgetTransactions(client, tables);
  for (const add of constraints) await client.query(add);
  await also?.(client);
}

export function notEmpty(table: string): PlainError {
  return new PlainError(
    "restore_not_empty",
    `The database isn't empty: the table ${table} has rows. Restore into a new DATA_DIR, or into a new database at DATABASE_URL.`,
  );
}

function requireSameTables(present: readonly StoredTable[], dumped: readonly StoredTable[]): void {
  const shown = (tables: readonly StoredTable[]) => tables.map(({ name, columns }) => `${name} (${columns.join(", ")})`).toSorted();
  const [here, there] = [shown(present), shown(dumped)];
  const differing = [...here.filter((table) => !there.includes(table)), ...there.filter((table) => !here.includes(table))];
  if (differing.length > 0) throw new Error(`the dump's tables differ from the schema it names: ${differing.join("; ")}`);
}

/** Answers the statements that make them again. */
async function dropForeignKeys(client: PoolClient): Promise<readonly string[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(
    `select format('alter table %s drop constraint %I', k.conrelid::regclass, k.conname) as drop,
       format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) as add
     from pg_constraint k where k.connamespace = 'public'::regnamespace and k.contype = 'f' order by k.oid`,
  );
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ add }) => add);
}

/**
 * Transactions of another server have numbers that this one may not have reached. A row that seems to come from the future would be
 * invisible to streams, so it gets the last number before this transaction's own.
 */
async function forgetTransactions(client: PoolClient, tables: readonly StoredTable[]): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.atttypid = 'xid8'::regtype and not a.attisdropped`,
  );
  for (const { table, column } of rows) {
    if (!tables.some(({ name }) => name === table)) continue;
    const last = "(pg_current_xact_id()::text::numeric - 1)::text::xid8";
    await client.query(`update public.${quoted(table)} set ${quoted(column)} = ${last} where ${quoted(column)} > ${last}`);
  }
}
