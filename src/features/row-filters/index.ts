export { listComparedCells } from "./compared-cells.ts";
export { readFilter, withinFilterTime } from "./read-filter.ts";
export { FilterQuery } from "./filter-query.ts";
