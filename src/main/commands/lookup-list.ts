import { listAllLookupTables } from "../../features/lookups/index.ts";
import { openCommandApp } from "../command-app.ts";
import { findShop } from "../find-shop.ts";
import { table } from "../text-table.ts";

export interface LookupListOptions {
  readonly json?: boolean;
}

export async function listShopLookups({ shop: shopName, json }: LookupListOptions & { readonly shop: string }): Promise<void> {
  await using app = await openCommandApp();
  const tables = (await listAllLookupTables(await findShop(app.postgres.db, shopName))).map((row) => ({
    name: row.name,
    columns: row.columns,
    row_count: row.row_count,
    updated_at: row.updated_at.toISOString(),
  }));
  if (json === true) process.stdout.write(`${JSON.stringify(tables)}\n`);
  else
    process.stdout.write(
      table(
        ["Name", "Rows", "Columns", "Written"],
        tables.map((row) => [row.name, String(row.row_count), row.columns.join(", "), row.updated_at]),
      ),
    );
}
