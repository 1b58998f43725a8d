export { cellsSection } from "./section.ts";
export { setCells } from "./set-cells.ts";
