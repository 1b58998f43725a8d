import { useRef } from "react";

interface Unsaved {
  readonly isUnsaved: () => boolean;
  readonly note: () => void;
  /** This is saved, unless more was written meanwhile. Without it: nothing is left to save. */
  readonly saved: (sent?: unknown) => void;
}

/** Whether a person has written something that isn't saved. Answered when they leave, so it follows a save at once. */
export function useUnsaved(draft: unknown): Unsaved {
  const latest = useRef(draft);
  latest.current = draft;
  const isUnsaved = useRef(false);
  return {
    isUnsaved: () => isUnsaved.current,
    note: () => (isUnsaved.current = true),
    saved(sent = latest.current) {
      if (JSON.stringify(sent) === JSON.stringify(latest.current)) isUnsaved.current = false;
    },
  };
}
