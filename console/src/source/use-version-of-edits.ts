import { type RefObject, useRef } from "react";

/** What this page has written itself. */
export interface OwnChanges {
  /** The feed's version with it. */
  readonly version: number;
  readonly changes: number;
}

interface VersionOfEdits {
  readonly seen: RefObject<number | undefined>;
  readonly noteOwn: (made: OwnChanges) => void;
}

/** The feed's version that edits are made on: the one that was shown when the first of them was, however the rows change meanwhile. */
export function useVersionOfEdits(shown: number | undefined, isEditing: boolean): VersionOfEdits {
  const seen = useRef(shown);
  // What was written here may not be shown yet.
  if (!isEditing && shown !== undefined) seen.current = Math.max(shown, seen.current ?? shown);
  return {
    seen,
    noteOwn({ version, changes }) {
      // Our own change is no conflict, unless somebody else's came in between.
      if (version - changes === seen.current) seen.current = version;
    },
  };
}
