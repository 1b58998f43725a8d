import type { Sql } from "../../kernel/sql.ts";
import { rawText } from "./cells.ts";
import { withCategories } from "./categories.ts";
import type { ChannelAttribute } from "./attribute.ts";
import type { ChannelInput } from "./channel-input.ts";

const CATEGORY = "google_product_category";

/** The included rows as checks of categories look at them. In no particular order. */
export function categorisedRows(attributes: readonly ChannelAttribute[], input: ChannelInput, rows: Sql): Sql {
  if (input.taxonomy === null) return rows;
  const attribute = attributes.find(({ from, name }) => (from ?? name) === CATEGORY);
  return withCategories(rows, attribute === undefined ? input.rows.of(CATEGORY) : rawText(attribute, input), input.taxonomy);
}
