import { isDeepStrictEqual } from "node:util";
import type { LookupRowsStep } from "../changes/index.ts";
import type { ShopCall } from "../operation.ts";
import { type Cells, type ChangedRows, prepareChangedRows } from "./change-rows.ts";
import { readChangedRows } from "./read-changed-rows.ts";

/** A change of rows taken back, made before the transaction. */
export interface RowsBack {
  readonly changed: ChangedRows;
  /** What the change left of each row. */
  readonly left: readonly (Cells | null)[];
}

/** Why rows can't be put back, as a sentence, where it's not that somebody has changed them since. */
export async function prepareRowsBack(
  call: Pick<ShopCall, "shop" | "objects" | "warehouse">,
  { table, columns, changes }: LookupRowsStep,
  isShown: boolean,
): Promise<RowsBack | { readonly refusal: string }> {
  const set = changes.filter(({ before }) => before !== null);
  const added = changes.filter(({ before }) => before === null);
  const rows = set.map(({ before }) => before);
  const remove = added.map(({ after }) => after?.[0] ?? "");
  const read = (present: Cells) =>
    isDeepStrictEqual(present, columns) ? readChangedRows({ rows, remove }, present) : { ok: false as const, faults: [] };
  const changed = await prepareChangedRows(call, { name: table, read, isShown });
  if (changed === undefined) return { refusal: `The lookup table ${table} no longer exists.` };
  if (!changed.ok) return { refusal: changed.faults[0]?.message ?? `The lookup table ${table} has other columns now.` };
  return { changed, left: [...set, ...added].map(({ after }) => after) };
}
