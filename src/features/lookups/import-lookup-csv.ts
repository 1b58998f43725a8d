import type { Buffer } from "node:buffer";
import { type ErrorDetail, PlainError, RequestError } from "../../kernel/errors.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { Services } from "../operation.ts";
import type { LookupTableRow, LookupVersion } from "./lookup-queries.ts";
import { isLookupName, type LookupBody } from "./lookup-shapes.ts";
import { readLookupCsv } from "./read-lookup-csv.ts";
import { readLookupRows } from "./read-lookup-rows.ts";
import { storeLookupTable, writeLookupVersion } from "./store-lookup-table.ts";

/**
 * The two halves of what `PUT /lookup_tables/{name}` does, for a person at the command line: what is wrong is said in sentences. The caller
 * has seen that there are no more than `LOOKUP_BYTES_MAX` bytes.
 */
export async function writeLookupCsv(
  services: Services,
  shop: ShopDb,
  { name, bytes }: { readonly name: string; readonly bytes: Buffer },
): Promise<LookupVersion> {
  if (!isLookupName(name))
    throw new PlainError(
      "invalid_param",
      `${name} isn't a valid table name. Start with a letter and use only letters, digits, _ or -, at most 100 characters.`,
    );
  const read = readLookupRows(readCsv(bytes));
  const written = read.ok ? await writeLookupVersion({ ...services, shop }, { name, table: read.table }) : read;
  return written.ok ? written.version : refuse(written.faults);
}

/** In the caller's transaction. */
export async function storeLookupCsv(
  { queue, storageQuotaBytes }: Pick<Services, "queue" | "storageQuotaBytes">,
  shop: ShopDb,
  table: { readonly name: string; readonly version: LookupVersion },
): Promise<LookupTableRow> {
  const stored = await storeLookupTable({ shop, queue, storageQuotaBytes }, table);
  return stored.ok ? stored.row : refuse(stored.faults);
}

function refuse(faults: readonly ErrorDetail[]): never {
  throw new PlainError("validation_failed", faults.map(({ message }) => message).join("\n"));
}

function readCsv(bytes: Buffer): LookupBody {
  try {
    return readLookupCsv(bytes);
  } catch (error) {
    if (error instanceof RequestError) throw new PlainError(error.code, error.message, error);
    throw error;
  }
}
