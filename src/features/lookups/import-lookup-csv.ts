import type { Buffer } from "node:buffer";
import { PlainError, RequestError } from "../../kernel/errors.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { Services } from "../operation.ts";
import type { LookupTableRow } from "./lookup-queries.ts";
import { isLookupName, type LookupBody } from "./lookup-shapes.ts";
import { readLookupCsv } from "./read-lookup-csv.ts";
import { readLookupRows } from "./read-lookup-rows.ts";
import { storeLookupTable } from "./store-lookup-table.ts";

/** What `PUT /lookup_tables/{name}` does, for a person at the command line: what is wrong is said in sentences. The caller has seen that there are no more than `LOOKUP_BYTES_MAX` bytes. */
export async function importLookupCsv(
  services: Services,
  shop: ShopDb,
  { name, bytes }: { readonly name: string; readonly bytes: Buffer },
): Promise<LookupTableRow> {
  if (!isLookupName(name))
    throw new PlainError(
      "invalid_param",
      `${name} is no table's name: that is a letter, then letters, digits, _ or -, at most 100 characters.`,
    );
  const read = readLookupRows(readCsv(bytes));
  const stored = read.ok ? await storeLookupTable(services, shop, { name, table: read.table }) : read;
  if (!stored.ok) throw new PlainError("validation_failed", stored.faults.map(({ message }) => message).join("\n"));
  return stored.row;
}

function readCsv(bytes: Buffer): LookupBody {
  try {
    return readLookupCsv(bytes);
  } catch (error) {
    if (error instanceof RequestError) throw new PlainError(error.code, error.message, error);
    throw error;
  }
}
