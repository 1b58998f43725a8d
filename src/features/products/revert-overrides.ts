import type { Refuse } from "../../kernel/operation.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { OverridesStep } from "../changes/index.ts";
import type { ShopChange } from "../operation.ts";
import { writeOverrides } from "./change-rows.ts";
import type { FoundRows } from "./found-rows.ts";
import { listOverrides } from "./product-queries.ts";

/** Overrides that are no longer as the change left them, in words. */
export async function changedSince(shop: ShopDb, { changes }: OverridesStep): Promise<readonly string[]> {
  const present = await listOverrides(
    shop,
    changes.map(({ row }) => row),
  );
  const values = new Map(present.map(({ rowId, column, value }) => [`${rowId} ${column}`, value]));
  return changes
    .filter(({ row, column, after }) => (values.get(`${row} ${column}`) ?? null) !== after)
    .map(({ row, column }) => `override of ${column} of prod_${row}`);
}

export async function revertOverrides(
  call: ShopChange & Refuse<"validation_failed">,
  found: FoundRows,
  { changes }: OverridesStep,
): Promise<void> {
  await writeOverrides(
    call,
    found,
    changes.map(({ row, column, before }) => ({ rowId: row, column, value: before })),
  );
}
