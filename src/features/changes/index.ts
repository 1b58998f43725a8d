export { CHANGED_NOTHING, keepStep, keepUndone, type OverridesStep, type SelectionStep, type UndoStep } from "./undo-steps.ts";
