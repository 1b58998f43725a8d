export { getSelection } from "./get-selection.ts";
export { setSelection } from "./set-selection.ts";
export { selectionSection } from "./section.ts";
