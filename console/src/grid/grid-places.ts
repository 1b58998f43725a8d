/** Places in a table, and where they are in pixels. */

export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

export interface Area {
  readonly from: CellPlace;
  readonly to: CellPlace;
}

export interface SortedColumn {
  readonly column: string;
  readonly order: "ascending" | "descending";
}

export const ROW_HEIGHT = 30;
export const HEADER_HEIGHT = 30;
export const COLUMN_WIDTH = 168;
const NUMBER_WIDTH = 64;
/** Browsers end below 18 million pixels; above this a pixel of the scroll bar is more than a pixel of rows. */
const HEIGHT_MAX = 15_000_000;

export function leftOf(column: number): number {
  return NUMBER_WIDTH + column * COLUMN_WIDTH;
}

export interface View {
  readonly rows: number;
  readonly scrollTop: number;
  readonly height: number;
}

/** Of the rows, without the header. */
export function scrolledHeight(rows: number): number {
  return Math.min(HEIGHT_MAX, rows * ROW_HEIGHT);
}

export function rowsInView({ height }: Pick<View, "height">): number {
  return Math.ceil(Math.max(0, height - HEADER_HEIGHT) / ROW_HEIGHT);
}

function isScaled({ rows }: Pick<View, "rows">): boolean {
  return rows * ROW_HEIGHT > HEIGHT_MAX;
}

function scrollable({ rows, height }: View): number {
  return Math.max(1, scrolledHeight(rows) + HEADER_HEIGHT - height);
}

/** The row at the top of the view, with a fraction. */
export function firstRow(view: View): number {
  if (!isScaled(view)) return view.scrollTop / ROW_HEIGHT;
  return (Math.min(view.scrollTop, scrollable(view)) / scrollable(view)) * Math.max(0, view.rows - rowsInView(view));
}

export function topOf(row: number, view: View): number {
  return HEADER_HEIGHT + (isScaled(view) ? view.scrollTop + (row - firstRow(view)) * ROW_HEIGHT : row * ROW_HEIGHT);
}

/** Where to scroll so that the row is seen; as it is, where it's seen already. */
export function scrollTopFor(row: number, view: View): number {
  const seen = Math.max(ROW_HEIGHT, view.height - HEADER_HEIGHT);
  if (isScaled(view)) {
    const first = firstRow(view);
    const isSeen = row >= first && row <= first + rowsInView(view) - 2;
    return isSeen ? view.scrollTop : (row / Math.max(1, view.rows - rowsInView(view))) * scrollable(view);
  }
  if (row * ROW_HEIGHT < view.scrollTop) return row * ROW_HEIGHT;
  return Math.max(view.scrollTop, (row + 1) * ROW_HEIGHT - seen);
}

/** The first and last row and column of an area, however it was drawn. */
export function spanOf({ from, to }: Area): { readonly rows: readonly [number, number]; readonly columns: readonly [number, number] } {
  return {
    rows: [Math.min(from.row, to.row), Math.max(from.row, to.row)],
    columns: [Math.min(from.column, to.column), Math.max(from.column, to.column)],
  };
}

export function isIn(area: Area | undefined, row: number, column: number): boolean {
  if (area === undefined) return false;
  const { rows, columns } = spanOf(area);
  return row >= rows[0] && row <= rows[1] && column >= columns[0] && column <= columns[1];
}
