export { defineUndo } from "./undo-change.ts";
export { type UndoOffer, undoOffer } from "./undo-offer.ts";
