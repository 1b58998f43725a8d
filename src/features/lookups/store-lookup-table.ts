import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { loadLookupLines, type LookupLine, repeatedLookupKeys, writeLookupFile } from "../../engine/lookups/lookup-file.ts";
import type { ErrorDetail } from "../../kernel/errors.ts";
import { storedId } from "../../kernel/ids.ts";
import type { Scratch } from "../../platform/objects/objects-port.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { ShopWarehouse } from "../../platform/warehouse/warehouse-port.ts";
import { lockFeed, outdateFeed } from "../feeds/index.ts";
import type { Services } from "../operation.ts";
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

export type StoredLookupTable =
  | { readonly ok: true; readonly row: LookupTableRow }
  | { readonly ok: false; readonly code: "validation_failed" | "lookup_table_in_use"; readonly faults: readonly ErrorDetail[] };

interface NamedTable {
  readonly name: string;
  readonly table: LookupRows;
}

/**
 * Writes a version of a table and makes it the one that is read, in the caller's transaction. The feeds that use it have another
 * definition then. The version it replaces is kept until the next one, because a run may be reading it.
 */
export async function storeLookupTable(services: Services, shop: ShopDb, { name, table }: NamedTable): Promise<StoredLookupTable> {
  if ((await countLookupTables(shop)) >= TABLES_MAX && (await findLookupTable(shop, name)) === undefined)
    return invalid([fault("", `A shop has at most ${TABLES_MAX} lookup tables. Remove one first.`)]);
  const users = await usersOfGoneColumns(shop, name, table.columns);
  if (users.length > 0) return { ok: false, code: "lookup_table_in_use", faults: users };
  const version = await writeVersion(services, shop, { name, table });
  if ("faults" in version) return invalid(version.faults);
  try {
    await changeFeedsUsing(services, shop, name);
    const row = (await replaceExisting(services, shop, name, version)) ?? (await insertLookupTable(shop, name, version));
    // Somebody made it since it was looked for.
    const stored = row ?? (await replaceExisting(services, shop, name, version));
    if (stored === undefined) throw new Error(`the lookup table ${name} is neither there nor can be made`);
    return { ok: true, row: stored };
  } catch (error) {
    await services.objects.remove(version.prefix);
    throw error;
  }
}

function invalid(faults: readonly ErrorDetail[]): StoredLookupTable {
  return { ok: false, code: "validation_failed", faults };
}

function fault(param: string, message: string): ErrorDetail {
  return { param, code: "invalid_param", message };
}

async function replaceExisting(
  { queue }: Services,
  shop: ShopDb,
  name: string,
  version: LookupVersion,
): Promise<LookupTableRow | undefined> {
  const existing = await lockLookupTable(shop, name);
  if (existing === undefined) return undefined;
  if (existing.previous_prefix !== null) await queue.enqueue(shop.db, "objects.remove", { prefix: existing.previous_prefix });
  return replaceLookupVersion(shop, existing.id, version);
}

/** Feeds before tables, in the order of their ids, as everybody locks them. */
async function changeFeedsUsing({ queue }: Services, shop: ShopDb, name: string): Promise<void> {
  const [rules, mappings] = [await listRulesUsing(shop, name), await listMappingsUsing(shop, name)];
  const feeds = new Set([...rules.map((rule) => rule.feed_id), ...mappings.map(({ id }) => id)]);
  for (const id of [...feeds].toSorted((a, b) => a - b)) {
    await lockFeed(shop, storedId("feed", id));
    await outdateFeed({ shop, queue }, storedId("feed", id));
  }
}

async function writeVersion(
  services: Services,
  shop: ShopDb,
  { name, table }: NamedTable,
): Promise<LookupVersion | { readonly faults: readonly ErrorDetail[] }> {
  await using scratch = await services.objects.scratch();
  const faults = await writeFile(services.warehouse.of(shop.shopId), scratch, table);
  if (faults.length > 0) return { faults };
  const prefix = lookupPrefix(shop.shopId, name, await nextLookupVersion(shop));
  const { bytes } = await services.objects.put(`${prefix}${LOOKUP_FILE}`, scratch.file(LOOKUP_FILE));
  return { columns: table.columns, rowCount: table.rows.length, sizeBytes: bytes, prefix };
}

/** DuckDB folds the keys, so it alone can tell which are the same. */
async function writeFile(warehouse: ShopWarehouse, scratch: Scratch, { columns, rows }: LookupRows): Promise<readonly ErrorDetail[]> {
  const lines = scratch.file("lookup.ndjson");
  const longest = { bytes: 0 };
  await pipeline(Readable.from(linesOf(rows, longest)), createWriteStream(lines));
  await using session = await warehouse.session({ folder: scratch.path, deadlineMs: STORING_DEADLINE_MS, interactive: true });
  await session.run(loadLookupLines(lines, longest.bytes));
  const repeated = await session.all(repeatedLookupKeys(FAULTS_MAX));
  if (repeated.length > 0) return repeated.map((row) => repeatedKey(Number(row["n"]), Number(row["before"]), String(row["key"])));
  await session.run(writeLookupFile(columns.length, scratch.file(LOOKUP_FILE)));
  return [];
}

/** Lines written at a time: one chunk a row would cost more than the rows. */
const BATCH_ROWS = 1_000;

function* linesOf(rows: LookupRows["rows"], longest: { bytes: number }): Generator<string> {
  for (let from = 0; from < rows.length; from += BATCH_ROWS) {
    const batch = rows.slice(from, from + BATCH_ROWS).map((v, at) => `${JSON.stringify({ n: from + at + 1, v } satisfies LookupLine)}\n`);
    longest.bytes = Math.max(longest.bytes, ...batch.map((line) => Buffer.byteLength(line)));
    yield batch.join("");
  }
}

/** A key longer than this is recognised by its beginning. */
const SHOWN_KEY_LENGTH = 100;

function repeatedKey(row: number, before: number, key: string): ErrorDetail {
  const shown = [...key].slice(0, SHOWN_KEY_LENGTH).join("");
  return fault(`/rows/${row - 1}`, `Row ${row}: the key "${shown}" is that of row ${before} already; keys are compared ignoring case.`);
}
