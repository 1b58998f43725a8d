export {
  CHANGED_NOTHING,
  keepStep,
  keepUndone,
  type LookupRowsStep,
  type OverridesStep,
  type SelectionStep,
  type UndoStep,
} from "./undo-steps.ts";
