import { useState } from "react";
import { type CellEdits, type EditedCell, NO_EDITS, withEdits, withoutSaved } from "./cell-edits.ts";

/** Edits that wait, whichever rows are shown. Each act is one step of undo. */
export interface EditHistory {
  readonly edits: CellEdits;
  /** How often edits were applied or discarded: rows read before that are out of date. */
  readonly round: number;
  /** What was written last, for rows that were read before. */
  readonly written: CellEdits;
  readonly noteWritten: (cells: CellEdits) => void;
  readonly push: (more: readonly EditedCell[]) => void;
  readonly undo: () => void;
  readonly discard: () => void;
  /** These are applied. What was edited meanwhile still waits. */
  readonly settle: (saved: CellEdits) => void;
}

export function useEditHistory(): EditHistory {
  const [history, setHistory] = useState<readonly CellEdits[]>([NO_EDITS]);
  const [round, setRound] = useState(0);
  const [written, noteWritten] = useState(NO_EDITS);
  const begin = (left: (edits: CellEdits) => CellEdits) => {
    setHistory((old) => [left(old.at(-1) ?? NO_EDITS)]);
    setRound((old) => old + 1);
  };
  return {
    edits: history.at(-1) ?? NO_EDITS,
    ...{ round, written, noteWritten },
    push: (more) => setHistory((old) => (more.length === 0 ? old : [...old, withEdits(old.at(-1) ?? NO_EDITS, more)])),
    undo: () => setHistory((old) => (old.length > 1 ? old.slice(0, -1) : old)),
    discard: () => begin(() => NO_EDITS),
    settle: (saved) => begin((edits) => withoutSaved(edits, saved)),
  };
}
