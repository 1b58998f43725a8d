import type { DuckDBConnection } from "@duckdb/node-api";
import type { TableLoad } from "./child-calls.ts";
import { openTurnstile } from "./turnstile.ts";

/**
 * Tables kept in a query child between statements: plain tables of the database in memory, which all its connections see. A
 * table is loaded once however many ask, and never dropped while a statement reads it. Uncompressed: compression takes a
 * quarter of the room, but six times as long to load, and a sorted page of a million rows three times as long to answer.
 */
export interface ResidentTables {
  /** Runs the work while the tables are there. The signal ends the wait for another's load. */
  holding<T>(reader: Reader, tables: readonly TableLoad[], work: () => Promise<T>): Promise<T>;
  names(): readonly string[];
}

export interface Reader {
  readonly connection: DuckDBConnection;
  readonly signal: AbortSignal;
}

/** Tables too small to reach the limit in bytes still have names, which go with every answer. */
const TABLES_MAX = 64;

export function openResidentTables(bytesMax: number): ResidentTables {
  /** In the order of their last use. */
  const residents = new Set<string>();
  const readers = new Map<string, number>();
  // One load at a time, so that the second who wants a table finds it.
  const loading = openTurnstile(1);

  const count = (name: string, by: 1 | -1): void => {
    readers.set(name, (readers.get(name) ?? 0) + by);
    if (readers.get(name) === 0) readers.delete(name);
  };

  const makeRoom = async (connection: DuckDBConnection): Promise<void> => {
    for (const name of [...residents]) {
      if (residents.size <= TABLES_MAX && (await residentBytes(connection)) <= bytesMax) return;
      if (readers.has(name)) continue;
      residents.delete(name);
      await connection.run(`DROP TABLE "${name}"`);
    }
  };

  const ensure = async ({ connection, signal }: Reader, table: TableLoad): Promise<void> => {
    const leave = await loading.enter(signal);
    try {
      // Replaced, because a drop may have been interrupted.
      if (!residents.has(table.name)) await load(connection, table);
      residents.add(table.name);
      await makeRoom(connection);
    } finally {
      leave();
    }
  };

  return {
    async holding(reader, tables, work) {
      for (const { name } of tables) count(name, 1);
      try {
        for (const table of tables) {
          // Deleted and added again, a name moves to the end of the set.
          if (residents.delete(table.name)) residents.add(table.name);
          else await ensure(reader, table);
        }
        return await work();
      } finally {
        for (const { name } of tables) count(name, -1);
      }
    },
    names: () => [...residents],
  };
}

/** An index of 100,000 rows takes 1.5 MB and 50 ms; a page of scattered rows is then fetched in a tenth of the time. */
async function load(connection: DuckDBConnection, { name, sql, key }: TableLoad): Promise<void> {
  // Only one statement can be prepared; run as it is, a text with a second one would do what that says.
  const creating = await connection.prepare(`CREATE OR REPLACE TABLE "${name}" AS ${sql}`);
  try {
    await creating.run();
  } finally {
    creating.destroySync();
  }
  if (key !== null) await connection.run(`CREATE INDEX "${name}_key" ON "${name}" ("${key}")`);
}

/** What was moved to the spill folder for want of room counts too. */
async function residentBytes(connection: DuckDBConnection): Promise<number> {
  const reader = await connection.runAndReadAll(
    "SELECT coalesce(sum(memory_usage_bytes + temporary_storage_bytes), 0)::DOUBLE FROM duckdb_memory() WHERE tag IN ('IN_MEMORY_TABLE', 'ART_INDEX')",
  );
  return Number(reader.value(0, 0));
}
