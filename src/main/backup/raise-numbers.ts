import { OBJECT_ROOTS } from "../../features/backups/index.ts";
import type { ObjectStore } from "../../platform/objects/objects-port.ts";
import type { Postgres } from "../../platform/postgres/open-postgres.ts";

/**
 * A key holds the number of the run, extract, table version or sync that wrote it, and is written once. Where a database is older than its
 * bucket, its next numbers are those of objects that exist. So its sequences go on behind the highest number that a key holds.
 */

interface Numbered {
  readonly what: string;
  /** SQL of the sequence's name. */
  readonly sequence: string;
  readonly key: RegExp;
}

const NUMBERED: readonly Numbered[] = [
  { what: "shops", sequence: "pg_get_serial_sequence('shops', 'id')", key: /^shops\/([0-9]{1,15})\// },
  { what: "runs", sequence: "pg_get_serial_sequence('runs', 'id')", key: /^shops\/[0-9]+\/runs\/([0-9]{1,15})\// },
  { what: "extracts", sequence: "pg_get_serial_sequence('extracts', 'id')", key: /^shops\/[0-9]+\/extracts\/([0-9]{1,15})\// },
  { what: "lookup tables", sequence: "'lookup_versions'", key: /^shops\/[0-9]+\/lookups\/[^/]+\/([0-9]{1,15})\// },
  { what: "syncs", sequence: "pg_get_serial_sequence('sync_logs', 'id')", key: /^shops\/[0-9]+\/pushes\/[^/]+\/[^/]+\/([0-9]{1,15})-/ },
];

export interface RaisedNumber {
  readonly what: string;
  readonly from: number;
  readonly to: number;
}

/** What is behind, and raised if it's asked for. */
export async function raiseNumbers(
  { pool, store }: { readonly pool: Postgres["pool"]; readonly store: Pick<ObjectStore, "list"> },
  { raises }: { readonly raises: boolean },
): Promise<readonly RaisedNumber[]> {
  // Before the listing: a number that is given meanwhile is above.
  const before = await Promise.all(NUMBERED.map(async ({ sequence }) => lastOf(pool, sequence)));
  const highest = await highestNumbers(store);
  const behind: RaisedNumber[] = [];
  for (const [at, { what, sequence }] of NUMBERED.entries()) {
    const [from = 0, to = 0] = [before[at], highest[at]];
    if (to <= from || to <= (await lastOf(pool, sequence))) continue;
    if (raises) await pool.query(`select setval(${sequence}::regclass, greatest($1::bigint, nextval(${sequence}::regclass)))`, [to]);
    behind.push({ what, from, to });
  }
  return behind;
}

async function highestNumbers(store: Pick<ObjectStore, "list">): Promise<readonly number[]> {
  const highest = NUMBERED.map(() => 0);
  for (const root of OBJECT_ROOTS)
    for await (const { key } of store.list(root))
      for (const [at, numbered] of NUMBERED.entries()) highest[at] = Math.max(highest[at] ?? 0, Number(numbered.key.exec(key)?.[1] ?? 0));
  return highest;
}

async function lastOf(pool: Postgres["pool"], sequence: string): Promise<number> {
  const { rows } = await pool.query<{ readonly last: number }>(`select coalesce(pg_sequence_last_value(${sequence}::regclass), 0) as last`);
  return rows[0]?.last ?? 0;
}
