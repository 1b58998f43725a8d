import type { Postgres } from "../../platform/postgres/open-postgres.ts";
import type { Secrets } from "../../platform/secrets/secrets-port.ts";
import { SEALED_COLUMNS, type SealedColumn } from "./sealed-columns.ts";

export interface RotationCount {
  readonly what: string;
  readonly table: string;
  readonly column: string;
  /** Secrets there are. */
  readonly total: number;
  /** Of those, which the key in use opens now; sealed again by this rotation; sealed with a previous key still; opened by no key. */
  readonly current: number;
  readonly rotated: number;
  readonly remaining: number;
  readonly unreadable: number;
}

/** A statement of milliseconds each. */
const BATCH_ROWS = 500;

interface Rotating {
  readonly pool: Postgres["pool"];
  readonly secrets: Secrets;
  /** False: only counts. */
  readonly rotates: boolean;
}

/**
 * Seals every secret with the first key that isn't sealed with it yet. Each is replaced on its own, if it's still what was read, so any
 * number of nodes may write meanwhile, and a rotation that was ended goes on when it's started again.
 */
export async function rotateSecrets(rotating: Rotating, progress: (what: string) => void): Promise<readonly RotationCount[]> {
  const counts: RotationCount[] = [];
  for (const column of SEALED_COLUMNS) {
    progress(column.what);
    counts.push(await rotateColumn(rotating, column));
  }
  return counts;
}

async function rotateColumn(rotating: Rotating, column: SealedColumn): Promise<RotationCount> {
  const count = { total: 0, current: 0, rotated: 0, remaining: 0, unreadable: 0 };
  for await (const row of rowsOf(rotating.pool, column)) {
    const end = await rotateRow(rotating, column, row);
    if (end === "gone") continue;
    count.total += 1;
    count[end] += 1;
    if (end === "rotated") count.current += 1;
  }
  return { what: column.what, table: column.table, column: column.column, ...count };
}

interface SealedRow {
  readonly key: string;
  readonly sealed: string;
  readonly context: readonly string[];
}

async function* rowsOf(pool: Rotating["pool"], { table, key, value, context }: SealedColumn): AsyncGenerator<SealedRow> {
  const texts = context.map((each) => `(${each})::text`).join(", ");
  for (let after: string | null = null; ;) {
    const { rows }: { readonly rows: readonly SealedRow[] } = await pool.query<SealedRow>(
      `select ${key.column}::text as key, ${value} as sealed, array[${texts}] as context from ${table}
       where ${value} is not null and ($1::${key.type} is null or ${key.column} > $1::${key.type}) order by ${key.column} limit ${BATCH_ROWS}`,
      [after],
    );
    yield* rows;
    after = rows.at(-1)?.key ?? null;
    if (rows.length < BATCH_ROWS) return;
  }
}

type RowEnd = "current" | "rotated" | "remaining" | "unreadable" | "gone";

async function rotateRow(
  { pool, secrets, rotates }: Rotating,
  column: SealedColumn,
  { key, sealed, context: texts }: SealedRow,
): Promise<RowEnd> {
  const context = column.contextOf(texts);
  if (secrets.isCurrent(context, sealed)) return "current";
  const plain = openedBy(secrets, context, sealed);
  if (plain === undefined) return "unreadable";
  if (!rotates) return "remaining";
  const { rowCount } = await pool.query(
    `update ${column.table} set ${column.column} = ${column.replaced}
     where ${column.key.column} = $2::${column.key.type} and ${column.value} = $3`,
    [secrets.seal(context, plain), key, sealed],
  );
  // Somebody else has written another one meanwhile; the count that follows looks at it.
  return rowCount === 1 ? "rotated" : "gone";
}

function openedBy(secrets: Secrets, context: string, sealed: string): string | undefined {
  try {
    return secrets.open(context, sealed);
  } catch {
    return undefined;
  }
}
