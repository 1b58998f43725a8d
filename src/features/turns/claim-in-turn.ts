import { type RawBuilder, sql } from "kysely";
import { type Db, transact } from "../../platform/postgres/postgres-port.ts";

/** Rows that wait for a worker: `work_due_at` says since when, `leased_until` how long a worker has one. */
export interface Queue {
  readonly table: "datafeeds" | "sync_logs" | "item_readings" | "fleet_changes";
  /** Whose turn it is. */
  readonly owner: "shop_id" | "organization_id";
  /** What else makes a row wait, besides its times; begins with `and`. */
  readonly where?: RawBuilder<unknown>;
  /** Rows of one owner that are worked on at a time, over all processes. */
  readonly ofOwnerMax: number;
}

/** An update of the one row that is claimed. */
type Take<Row> = (id: number) => RawBuilder<Row>;

/**
 * Takes a row that is due: of the owner with the fewest at work, over all processes; among equals, the one that has been due the longest. An
 * advisory lock makes claims take turns. It reads the rows that are leased, and of those that are due the first one whose owner has nothing at work.
 */
export async function claimInTurn<Row>(db: Db, queue: Queue, take: Take<Row>): Promise<Row | undefined> {
  return transact(db, async (transaction) => {
    // Statistics of a queue are of another moment, so it may only use indexes.
    await sql`
      select pg_advisory_xact_lock(hashtextextended(${`feedwright claim ${queue.table}`}, 0)), set_config('enable_seqscan', 'off', true),
        set_config('enable_bitmapscan', 'off', true)`.execute(transaction);
    const working = await countWorking(transaction, queue);
    const idleFirst = await firstDue(
      transaction,
      queue,
      sql`and ${sql.ref(queue.owner)} <> all (${working.map(({ owner }) => owner)}::bigint[])`,
    );
    const id = idleFirst ?? (await dueOfWorking(transaction, queue, working));
    return id === undefined ? undefined : (await take(id).execute(transaction)).rows[0];
  });
}

interface Working {
  readonly owner: number;
  readonly rows: number;
}

async function countWorking(db: Db, { table, owner, where }: Queue): Promise<readonly Working[]> {
  const { rows } = await sql<Working>`
    select ${sql.ref(owner)} as owner, count(*)::int as rows from ${sql.table(table)} where leased_until > now() ${where ?? sql``} group by 1 order by 2, 1`.execute(
    db,
  );
  return rows;
}

async function firstDue(db: Db, { table, where }: Queue, whose: RawBuilder<unknown>): Promise<number | undefined> {
  const { rows } = await sql<{ readonly id: number }>`
    select id from ${sql.table(table)}
    where work_due_at <= now() and (leased_until is null or leased_until < now()) ${where ?? sql``} ${whose}
    order by work_due_at limit 1 for update skip locked`.execute(db);
  return rows[0]?.id;
}

async function dueOfWorking(db: Db, queue: Queue, working: readonly Working[]): Promise<number | undefined> {
  const sharing = working.filter(({ rows }) => rows < queue.ofOwnerMax);
  for (const each of new Set(sharing.map(({ rows }) => rows))) {
    const owners = sharing.filter(({ rows }) => rows === each).map(({ owner }) => owner);
    const id = await firstDue(db, queue, sql`and ${sql.ref(queue.owner)} = any (${owners}::bigint[])`);
    if (id !== undefined) return id;
  }
  return undefined;
}
