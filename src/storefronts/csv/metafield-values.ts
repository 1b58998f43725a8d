import type { FoundMetafield } from "../../engine/source/metafield-names.ts";
import type { MetafieldColumn, MetafieldColumns } from "./metafield-columns.ts";
import type { RowCells } from "./row-cells.ts";

type Values = Readonly<Record<string, string>>;

/** The cells of a row that say something; lists stay the text they are. */
export function metafieldValues(cells: RowCells, columns: readonly MetafieldColumn[]): Values {
  const values: Record<string, string> = {};
  for (const { column, cells: places } of columns) {
    const value = cells.firstText(places);
    if (value !== "") values[column] = value;
  }
  return values;
}

/** A variant's own metafields, and the Google columns of its row that differ from what its product says. */
export function variantMetafieldValues(cells: RowCells, { product, variant }: MetafieldColumns, productValues: Values): Values {
  const values: Record<string, string> = {};
  for (const { column, cells: places, overrides } of variant) {
    const shared = product[overrides];
    const said = shared === undefined ? "" : cells.firstText(shared.cells);
    const own = cells.firstText(places);
    const different = shared === undefined || said === productValues[shared.column] ? "" : said;
    const value = own === "" ? different : own;
    if (value !== "") values[column] = value;
  }
  return values;
}

/** The metafields of the header in its order; one that only differing rows can fill follows when one did. `owners`: rows by column. */
export function metafieldsInOrder({ product, variant }: MetafieldColumns, owners: ReadonlyMap<string, number>) {
  const named = [...product, ...variant].filter(({ cells }) => cells.length > 0);
  const placed = named.toSorted((one, other) => Math.min(...one.cells) - Math.min(...other.cells));
  const differing = variant.filter(({ column, cells }) => cells.length === 0 && owners.has(column));
  return [...placed, ...differing].map(
    ({ column, metafield }) => ({ ...metafield, column, owners: owners.get(column) ?? 0 }) satisfies FoundMetafield,
  );
}
