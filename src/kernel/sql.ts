import { branded } from "./unsafe.ts";

/**
 * A piece of DuckDB SQL. Only `engine/sql` makes one, so whoever holds it knows that no text of a user is in it unquoted.
 */
export interface Sql {
  readonly brand: "duckdb-sql";
  readonly text: string;
}

/** For `engine/sql/fragment.ts` alone; the architecture test holds that. */
export function trustedSql(text: string): Sql {
  return Object.freeze(branded<Sql>({ brand: "duckdb-sql", text }));
}

/** What a row of the warehouse holds once it has crossed into this process. 64-bit integers arrive as numbers while they are safe ones, as text beyond. */
export type WarehouseValue = string | number | boolean | Uint8Array | null;
export type WarehouseRow = Readonly<Record<string, WarehouseValue>>;
