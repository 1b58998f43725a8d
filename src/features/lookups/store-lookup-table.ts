import { writeFile } from "node:fs/promises";
import { loadLookupLines, repeatedLookupKeys, writeLookupFile } from "../../engine/lookups/lookup-file.ts";
import type { ErrorDetail } from "../../kernel/errors.ts";
import { storedId } from "../../kernel/ids.ts";
import { PreparationOutdated } from "../../kernel/operation.ts";
import type { Scratch } from "../../platform/objects/objects-port.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { ShopWarehouse } from "../../platform/warehouse/warehouse-port.ts";
import { lockFeed, outdateFeed } from "../feeds/index.ts";
import type { ShopCall, ShopChange } from "../operation.ts";
import { requireRoom } from "../storage/index.ts";
import { usersOfGoneColumns } from "./columns-in-use.ts";
import { FAULTS_MAX, STORING_DEADLINE_MS, TABLES_MAX } from "./lookup-limits.ts";
import {
  countLookupTables,
  findLookupTable,
  insertLookupTable,
  listMappingsUsing,
  listRulesUsing,
  lockLookupTable,
  type LookupTableRow,
  type LookupVersion,
  nextLookupVersion,
  replaceLookupVersion,
} from "./lookup-queries.ts";
import { LOOKUP_FILE, lookupPrefix } from "./lookup-tables.ts";
import type { LookupRows } from "./read-lookup-rows.ts";

type Writing = Pick<ShopCall, "shop" | "objects" | "warehouse">;
type Storing = Pick<ShopChange, "shop" | "queue" | "storageQuotaBytes">;

interface Refused {
  readonly ok: false;
  readonly code: "validation_failed" | "lookup_table_in_use";
  readonly faults: readonly ErrorDetail[];
}

interface NamedTable {
  readonly name: string;
  readonly table: LookupRows;
}

interface NamedVersion {
  readonly name: string;
  readonly version: LookupVersion;
  /** The version that it was made from; if another one is read by then, it's made again. */
  readonly madeFrom?: string;
}

/**
 * Writes a version of a table for `storeLookupTable` to make the one that is read. Refused is here what that would refuse, where it can be
 * seen already, so that nothing is written in vain; and a table with a key twice.
 */
export async function writeLookupVersion(
  call: Writing,
  { name, table }: NamedTable,
): Promise<Refused | { readonly ok: true; readonly version: LookupVersion }> {
  const refused = await refusal(call.shop, name, table.columns);
  if (refused !== undefined) return refused;
  const version = await writeVersion(call, { name, table });
  return "faults" in version ? invalid(version.faults) : { ok: true, version };
}

/**
 * Makes a version the one that is read, in the caller's transaction. The feeds that use it have another definition then. The version it
 * replaces is kept until the next one, because a run may be reading it.
 */
export async function storeLookupTable(
  call: Storing,
  { name, version, madeFrom }: NamedVersion,
): Promise<Refused | { readonly ok: true; readonly row: LookupTableRow }> {
  const refused = await refusal(call.shop, name, version.columns);
  if (refused !== undefined) return refused;
  await changeFeedsUsing(call, name);
  if (madeFrom !== undefined && (await lockLookupTable(call.shop, name))?.object_prefix !== madeFrom) throw new PreparationOutdated();
  const row = (await replaceExisting(call, name, version)) ?? (await insertLookupTable(call.shop, name, version));
  // Somebody made it since it was looked for.
  const stored = row ?? (await replaceExisting(call, name, version));
  if (stored === undefined) throw new Error(`the lookup table ${name} doesn't exist and can't be created`);
  await requireRoom(call.shop, call.storageQuotaBytes, ["lookup_tables"]);
  return { ok: true, row: stored };
}

async function refusal(shop: ShopDb, name: string, columns: readonly string[]): Promise<Refused | undefined> {
  if ((await countLookupTables(shop)) >= TABLES_MAX && (await findLookupTable(shop, name)) === undefined)
    return invalid([fault("", `A shop can have at most ${TABLES_MAX} lookup tables. Remove one, then try again.`)]);
  const users = await usersOfGoneColumns(shop, name, columns);
  return users.length === 0 ? undefined : { ok: false, code: "lookup_table_in_use", faults: users };
}

function invalid(faults: readonly ErrorDetail[]): Refused {
  return { ok: false, code: "validation_failed", faults };
}

function fault(param: string, message: string): ErrorDetail {
  return { param, code: "invalid_param", message };
}

async function replaceExisting({ shop, queue }: Storing, name: string, version: LookupVersion): Promise<LookupTableRow | undefined> {
  const existing = await lockLookupTable(shop, name);
  if (existing === undefined) return undefined;
  if (existing.previous_prefix !== null) await queue.enqueue(shop.db, "objects.remove", { prefix: existing.previous_prefix });
  return replaceLookupVersion(shop, existing.id, version);
}

/** Feeds before tables, in the order of their ids, as everybody locks them. */
async function changeFeedsUsing({ shop, queue }: Storing, name: string): Promise<void> {
  const [rules, mappings] = [await listRulesUsing(shop, name), await listMappingsUsing(shop, name)];
  const feeds = new Set([...rules.map((rule) => rule.feed_id), ...mappings.map(({ id }) => id)]);
  for (const id of [...feeds].toSorted((a, b) => a - b)) {
    await lockFeed(shop, storedId("feed", id));
    await outdateFeed({ shop, queue }, storedId("feed", id));
  }
}

async function writeVersion(
  { shop, ...services }: Writing,
  { name, table }: NamedTable,
): Promise<LookupVersion | { readonly faults: readonly ErrorDetail[] }> {
  await using scratch = await services.objects.scratch();
  const faults = await writeTable(services.warehouse.of(shop.shopId), scratch, table);
  if (faults.length > 0) return { faults };
  const prefix = lookupPrefix(shop.shopId, name, await nextLookupVersion(shop));
  const { bytes } = await services.objects.put(`${prefix}${LOOKUP_FILE}`, scratch.file(LOOKUP_FILE));
  return { columns: table.columns, rowCount: table.rowCount, sizeBytes: bytes, prefix };
}

/** DuckDB folds the keys, so it alone can tell which are the same. */
async function writeTable(
  warehouse: ShopWarehouse,
  scratch: Scratch,
  { columns, lines, longestBytes }: LookupRows,
): Promise<readonly ErrorDetail[]> {
  const file = scratch.file("lookup.ndjson");
  await writeFile(file, lines);
  await using session = await warehouse.session({ folder: scratch.path, deadlineMs: STORING_DEADLINE_MS, interactive: true });
  await session.run(loadLookupLines(file, longestBytes));
  const repeated = await session.all(repeatedLookupKeys(FAULTS_MAX));
  if (repeated.length > 0) return repeated.map((row) => repeatedKey(Number(row["n"]), Number(row["before"]), String(row["key"])));
  await session.run(writeLookupFile(columns.length, scratch.file(LOOKUP_FILE)));
  return [];
}

/** A key longer than this is recognised by its beginning. */
const SHOWN_KEY_LENGTH = 100;

export function repeatedKey(row: number, before: number, key: string): ErrorDetail {
  const shown = [...key].slice(0, SHOWN_KEY_LENGTH).join("");
  return fault(
    `/rows/${row - 1}`,
    `Row ${row}: the key "${shown}" is already used in row ${before}. Keys are compared ignoring case. Remove one of the two rows.`,
  );
}
