export { type Cell, type CellDifference, changeCells, listCells, listCellsChangedIn, listCellsSince } from "./cell-queries.ts";
export { CELLS_A_FEED_MAX } from "./cell-shapes.ts";
export { readCells } from "./read-cells.ts";
export { setCells } from "./set-cells.ts";
