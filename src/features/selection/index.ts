export { getSelection } from "./get-selection.ts";
export { PRODUCTS_MAX } from "./selection-shapes.ts";
export { selectionSection } from "./section.ts";
export { setSelection } from "./set-selection.ts";
