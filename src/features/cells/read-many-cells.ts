import { parseId, type RowId, storedId } from "../../kernel/ids.ts";
import { effectiveMappings } from "../columns/index.ts";
import { currencyWith, definitionOf, type FeedRow, findFeedCurrency } from "../feeds/index.ts";
import { readSourceColumns } from "../metafields/index.ts";
import type { ShopChange } from "../operation.ts";
import { type Cell, listCellsOfFeedRows } from "./cell-queries.ts";
import type { ManyCellsError, WrittenRow } from "./many-cells-shapes.ts";
import { readCells, type ReadCells } from "./read-cells.ts";

/** What was wanted of one row's cells, and the cells as they are. */
interface ReadRow extends Pick<ReadCells, "updated" | "cleared"> {
  readonly rowId: RowId;
  readonly present: ReadonlyMap<string, string>;
}

export interface ReadManyCells {
  readonly rows: readonly ReadRow[];
  readonly errors: readonly ManyCellsError[];
  /** All cells of the rows. */
  readonly before: readonly Cell[];
  readonly after: readonly Cell[];
}

/** The ids of rows as they may be written, `12` or `prod_12`. */
export function rowIdOf({ row_id: written }: WrittenRow): RowId | undefined {
  return parseId("prod", written.trim());
}

interface Written {
  readonly rows: readonly WrittenRow[];
  /** Rows that the live snapshot has. */
  readonly known: ReadonlySet<number>;
}

/** Takes the cells that can be taken, each by itself. */
export async function readManyCells({ shop }: Pick<ShopChange, "shop">, feed: FeedRow, { rows, known }: Written): Promise<ReadManyCells> {
  const columns = await readSourceColumns(shop);
  const effective = effectiveMappings(definitionOf(feed), columns);
  const currency = currencyWith(await findFeedCurrency(shop, feed), feed);
  const { found, errors } = knownRows(rows, known);
  const before = await listCellsOfFeedRows(shop, storedId("feed", feed.id), [...found.keys()]);
  const cellsOf = Map.groupBy(before, ({ rowId }) => rowId);
  const read = [...found].map(([rowId, row]) => {
    const present = new Map((cellsOf.get(rowId) ?? []).map(({ column, value }) => [column, value]));
    const taken = readCells(row.cells, { columns, effective, currency, present, sources: new Map() });
    errors.push(...taken.errors.map((error) => ({ ...error, row_id: row.row_id })));
    return { rowId, present, updated: taken.updated, cleared: taken.cleared };
  });
  return { rows: read, errors, before, after: read.flatMap(cellsAfter) };
}

function knownRows(rows: readonly WrittenRow[], known: ReadonlySet<number>) {
  const found = new Map<RowId, WrittenRow>();
  const errors: ManyCellsError[] = [];
  const reject = (row: WrittenRow, code: ManyCellsError["code"], message: string): void =>
    void errors.push({ row_id: row.row_id, column: null, code, message, source_column: null });
  for (const row of rows) {
    const rowId = rowIdOf(row);
    if (rowId === undefined || !known.has(rowId)) reject(row, "row_not_found", "The catalog has no such row. Check its id.");
    else if (found.has(rowId)) reject(row, "duplicate_row", "An earlier item names the same row. Send each row once.");
    else found.set(rowId, row);
  }
  return { found, errors };
}

function cellsAfter({ rowId, present, updated, cleared }: ReadRow): readonly Cell[] {
  const values = new Map([...present, ...updated]);
  for (const column of cleared) values.delete(column);
  return [...values].map(([column, value]) => ({ rowId, column, value }));
}
