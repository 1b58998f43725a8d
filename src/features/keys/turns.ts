import { sql } from "kysely";
import type { Db } from "../../platform/postgres/postgres-port.ts";

/**
 * PostgreSQL lets whoever shares a row pass one who waits to change it, so requests that follow each other closely would put a revocation off
 * for as long as they come. Advisory locks are given in the order they were asked for: who holds a caller's row shares the one that belongs
 * to it, and who takes the right away has it alone first. The row's lock still says who may.
 */
type Held = "key" | "connection";

/** `id`: a number, or the column that has it. */
const lockOf = (held: Held, id: unknown) => sql`hashtextextended(${`feedwright caller ${held} `} || ${id}::text, 0)`;

/** For the `where` of a query that holds the row. Always true, once whoever came before to take the right away is done. */
export const inTurn = (held: Held, id: unknown) => sql<boolean>`pg_advisory_xact_lock_shared(${lockOf(held, id)}) is not null`;

/** Before the rows are changed or locked: those who hold them now are waited for, those who come later wait. */
export async function takeTurns(db: Db, held: Held, rows: readonly { readonly id: number }[]): Promise<void> {
  const ordered = rows.map(({ id }) => id).toSorted((a, b) => a - b);
  await sql`select pg_advisory_xact_lock(${lockOf(held, sql.ref("id"))}) from unnest(${ordered}::bigint[]) as id`.execute(db);
}
