import type { Readable } from "node:stream";
import type { Pool, PoolClient } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { listSequences, listTables, quoted, quotedColumns, type StoredSequence, type StoredTable } from "./stored-tables.ts";

/** One state of the database, whatever is written meanwhile. */
interface DatabaseSnapshot {
  readonly tables: readonly StoredTable[];
  /** Rows in PostgreSQL's text format for COPY: one line each. To be read to its end before the next call. */
  rows(table: StoredTable): Readable;
  query<Row extends object>(text: string): Promise<readonly Row[]>;
  /** To be asked last. */
  sequences(): Promise<readonly StoredSequence[]>;
}

/** Reads within one repeatable-read transaction, which takes no locks that others wait for and holds no number that streams wait for. */
export async function withSnapshot<T>(pool: Pool, work: (snapshot: DatabaseSnapshot) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    await client.query("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0");
    const done = await work(snapshotOf(client, await listTables(client)));
    await client.query("commit");
    client.release();
    return done;
  } catch (error) {
    // Also where a stream was left in the middle of its rows.
    client.release(true);
    throw error;
  }
}

function snapshotOf(client: PoolClient, tables: readonly StoredTable[]): DatabaseSnapshot {
  return {
    tables,
    rows: (table) => client.query(copyTo(`copy public.${quoted(table.name)} (${quotedColumns(table)}) to stdout`)),
    query: async <Row extends object>(text: string) => (await client.query<Row>(text)).rows,
    sequences: () => listSequences(client),
  };
}
