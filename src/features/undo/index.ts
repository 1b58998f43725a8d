export { defineUndo } from "./undo-change.ts";
export { undoOffer } from "./undo-offer.ts";
