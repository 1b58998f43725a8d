import { useState } from "react";

interface Edits<T> {
  /** What the server has, under what the person has changed since. */
  readonly values: T;
  readonly isChanged: boolean;
  readonly set: (part: Partial<T>) => void;
  readonly takeBack: () => void;
}

/**
 * What a form holds. When the server's values change, edits that say the same are over and the others stay: what was typed while a save was read back
 * isn't lost.
 */
export function useEdits<T extends object>(kept: T): Edits<T> {
  const [seen, setSeen] = useState(kept);
  const [edits, setEdits] = useState<Partial<T>>({});
  const open = differing(edits, kept);
  if (!isSame(seen, kept)) {
    setSeen(kept);
    setEdits(open);
  }
  return {
    values: { ...kept, ...open },
    isChanged: Object.keys(open).length > 0,
    set: (part) => setEdits((old) => ({ ...old, ...part })),
    takeBack: () => setEdits({}),
  };
}

/** The edits that change something. */
export function differing<T extends object>(edits: Partial<T>, kept: T): Partial<T> {
  const open = { ...edits };
  for (const name in open) if (isSame(open[name], kept[name])) Reflect.deleteProperty(open, name);
  return open;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
