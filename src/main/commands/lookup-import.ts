import type { Buffer } from "node:buffer";
import { readFile, stat } from "node:fs/promises";
import { recordAudit } from "../../features/audit/index.ts";
import { LOOKUP_BYTES_MAX, storeLookupCsv, writeLookupCsv } from "../../features/lookups/index.ts";
import { PlainError } from "../../kernel/errors.ts";
import { members } from "../../kernel/unsafe.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import { inTransaction } from "../../surfaces/http/transaction-retry.ts";
import { openCommandApp } from "../command-app.ts";
import { findShop } from "../find-shop.ts";

export interface LookupOptions {
  readonly json?: boolean;
}

interface LookupImport extends LookupOptions {
  readonly shop: string;
  readonly name: string;
  readonly file: string;
}

export async function importLookup({ shop: shopName, name, file, json }: LookupImport): Promise<void> {
  const bytes = await bytesOf(file);
  await using app = await openCommandApp();
  const shop = await findShop(app.postgres.db, shopName);
  const { objects } = app.services;
  const version = await writeLookupCsv(app.services, shop, { name, bytes });
  const store = async (transaction: Db) => {
    const row = await storeLookupCsv(app.services, { ...shop, db: transaction }, { name, version });
    const { columns, row_count: rows } = row;
    await recordAudit(transaction, {
      shopId: shop.shopId,
      action: "lookup_table.written",
      actor: { kind: "command_line" },
      facts: { operation: "lookup import", path: { name }, file, answer: { columns, row_count: rows } },
      secrets: [],
      requestId: "command line",
    });
    return row;
  };
  const table = await inTransaction(app.postgres.db, store, () => objects.remove(version.prefix));
  const facts = { name: table.name, columns: table.columns, row_count: table.row_count };
  process.stdout.write(
    json === true
      ? `${JSON.stringify(facts)}\n`
      : `Lookup table ${facts.name} now has ${facts.row_count} rows with the columns ${facts.columns.join(", ")}. The next run uses them.\n`,
  );
}

/** Looked at before it is read: a path may name anything. */
async function bytesOf(file: string): Promise<Buffer> {
  const unreadable = (error: unknown): never => {
    throw new PlainError("file_unreadable", `${file} can't be read: ${String(members(error)["code"])}.`, error);
  };
  const { size } = await stat(file).catch(unreadable);
  if (size > LOOKUP_BYTES_MAX)
    throw new PlainError("payload_too_large", `${file} has ${size} bytes, but a lookup table can have at most ${LOOKUP_BYTES_MAX}.`);
  return readFile(file).catch(unreadable);
}
