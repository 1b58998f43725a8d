import { writeFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import {
  changedLookupRows,
  contradictedLookupKeys,
  measureChangedLookup,
  REMOVED,
  writeChangedLookup,
} from "../../engine/lookups/change-lookup-file.ts";
import { loadLookupLines, repeatedLookupKeys } from "../../engine/lookups/lookup-file.ts";
import type { ErrorDetail } from "../../kernel/errors.ts";
import { PreparationOutdated } from "../../kernel/operation.ts";
import { branded, parseJson } from "../../kernel/unsafe.ts";
import type { Scratch } from "../../platform/objects/objects-port.ts";
import type { WarehouseSession } from "../../platform/warehouse/warehouse-port.ts";
import { keepStep } from "../changes/index.ts";
import type { ShopCall, ShopChange } from "../operation.ts";
import { FAULTS_MAX, LOOKUP_BYTES_MAX, ROWS_MAX, STORING_DEADLINE_MS } from "./lookup-limits.ts";
import { findLookupTable, type LookupTableRow, type LookupVersion, nextLookupVersion } from "./lookup-queries.ts";
import { LOOKUP_FILE, lookupPrefix } from "./lookup-tables.ts";
import type { Lines, ReadChangedRows } from "./read-changed-rows.ts";
import { repeatedKey, storeLookupTable } from "./store-lookup-table.ts";

/**
 * Some rows of a table are set or removed: a new version is made from the one that is read now, beside the transaction. If that one is another by
 * the time it's stored, the change is made again.
 */

export type Cells = readonly string[];

/** A row before and after; null: it isn't there. */
export interface ChangedRow {
  readonly before: Cells | null;
  readonly after: Cells | null;
}

export interface ChangedRows {
  readonly ok: true;
  readonly table: LookupTableRow;
  /** What each line of the change finds and leaves, changed or not: first the rows that are set. */
  readonly lines: readonly ChangedRow[];
  readonly rowCount: number;
  /** Null: nothing differs, or it's only shown. */
  readonly version: LookupVersion | null;
}

export interface RefusedRows {
  readonly ok: false;
  readonly code: "validation_failed" | "lookup_table_in_use";
  readonly faults: readonly ErrorDetail[];
}

interface Asked {
  readonly name: string;
  readonly read: (columns: Cells) => ReadChangedRows;
  /** Whether to write the new version. */
  readonly isShown: boolean;
}

type Preparing = Pick<ShopCall, "shop" | "objects" | "warehouse">;

/** Nothing: there is no such table. */
export async function prepareChangedRows(call: Preparing, { name, read, isShown }: Asked): Promise<ChangedRows | RefusedRows | undefined> {
  const table = await findLookupTable(call.shop, name);
  if (table === undefined) return undefined;
  const change = read(table.columns);
  if (!change.ok) return invalid(change.faults);
  await using scratch = await call.objects.scratch();
  await using source = await call.objects.local(`${table.object_prefix}${LOOKUP_FILE}`);
  await using session = await call.warehouse
    .of(call.shop.shopId)
    .session({ folder: scratch.path, deadlineMs: STORING_DEADLINE_MS, interactive: true });
  await load(session, scratch, change);
  const faults = await keyFaults(session);
  if (faults.length > 0) return invalid(faults);
  const from = { file: source.path, columns: table.columns.length };
  const lines = (await session.all(changedLookupRows(from))).map((row) => ({
    before: cellsOf(row["before"]),
    after: cellsOf(row["after"]),
  }));
  const [size] = await session.all(measureChangedLookup(from));
  const rowCount = Number(size?.["rows"]);
  const tooLarge = sizeFault(rowCount, Number(size?.["bytes"]));
  if (tooLarge !== undefined) return invalid([tooLarge]);
  const common = { ok: true, table, lines, rowCount } as const;
  if (isShown || differing(lines).length === 0) return { ...common, version: null };
  await session.run(writeChangedLookup(from, scratch.file(LOOKUP_FILE)));
  const prefix = lookupPrefix(call.shop.shopId, table.name, await nextLookupVersion(call.shop));
  const { bytes } = await call.objects.put(`${prefix}${LOOKUP_FILE}`, scratch.file(LOOKUP_FILE));
  return { ...common, version: { columns: table.columns, rowCount, sizeBytes: bytes, prefix } };
}

async function load(session: WarehouseSession, scratch: Scratch, { rows, removed }: Extract<ReadChangedRows, { ok: true }>): Promise<void> {
  const written = async (file: string, { lines }: Lines): Promise<string> => {
    await writeFile(scratch.file(file), lines);
    return scratch.file(file);
  };
  await session.run(loadLookupLines(await written("rows.ndjson", rows), rows.longestBytes));
  await session.run(loadLookupLines(await written("removed.ndjson", removed), removed.longestBytes, REMOVED));
}

async function keyFaults(session: WarehouseSession): Promise<readonly ErrorDetail[]> {
  const repeated = await session.all(repeatedLookupKeys(FAULTS_MAX));
  const contradicted = await session.all(contradictedLookupKeys(FAULTS_MAX));
  return [
    ...repeated.map((row) => repeatedKey(Number(row["n"]), Number(row["before"]), String(row["key"]))),
    ...contradicted.map((row) =>
      fault(`/remove/${Number(row["n"]) - 1}`, `The key "${String(row["key"])}" is in \`rows\` too. Either set it or remove it.`),
    ),
  ].slice(0, FAULTS_MAX);
}

function sizeFault(rows: number, bytes: number): ErrorDetail | undefined {
  if (rows > ROWS_MAX) return fault("/rows", `The table would have ${rows} rows. It can have at most ${ROWS_MAX}.`);
  if (bytes > LOOKUP_BYTES_MAX)
    return fault("/rows", `The table would have ${bytes} bytes of text. It can have at most ${LOOKUP_BYTES_MAX}.`);
  return undefined;
}

function invalid(faults: readonly ErrorDetail[]): RefusedRows {
  return { ok: false, code: "validation_failed", faults };
}

function fault(param: string, message: string): ErrorDetail {
  return { param, code: "invalid_param", message };
}

function cellsOf(json: unknown): Cells | null {
  return typeof json === "string" ? branded<Cells>(parseJson(json)) : null;
}

export function differing(lines: readonly ChangedRow[]): readonly ChangedRow[] {
  return lines.filter(({ before, after }) => !isDeepStrictEqual(before, after));
}

type Storing = Pick<ShopChange, "shop" | "queue" | "storageQuotaBytes">;

/** In the caller's transaction, with the way back. Answers the table as it is then. */
export async function storeChangedRows(
  call: Storing,
  changed: ChangedRows,
): Promise<RefusedRows | { readonly ok: true; readonly row: LookupTableRow }> {
  const { table, version } = changed;
  if (version === null) {
    const present = await findLookupTable(call.shop, table.name);
    if (present?.object_prefix !== table.object_prefix) throw new PreparationOutdated();
    return { ok: true, row: present };
  }
  const stored = await storeLookupTable(call, { name: table.name, version, madeFrom: table.object_prefix });
  if (stored.ok)
    await keepStep(call.shop, { kind: "lookup_rows", table: table.name, columns: table.columns, changes: differing(changed.lines) });
  return stored;
}

/** Keys whose rows aren't as a change left them. */
export function changedRowsSince({ lines }: ChangedRows, left: readonly (Cells | null)[]): readonly string[] {
  return lines.flatMap(({ before, after }, at) =>
    isDeepStrictEqual(before, left[at] ?? null) ? [] : [`${(before ?? after ?? left[at])?.[0]}`],
  );
}
