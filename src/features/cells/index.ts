export { cellsSection } from "./section.ts";
export { setCells } from "./set-cells.ts";
export { setManyCells } from "./set-many-cells.ts";
