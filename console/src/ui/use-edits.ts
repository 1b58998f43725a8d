import { useState } from "react";

interface Edits<T> {
  /** The server's values with the person's edits on top. */
  readonly values: T;
  readonly isChanged: boolean;
  /** What is sent: the person's edits alone, so that nobody's change of another member is taken back. */
  readonly edited: Partial<T>;
  /** Whether somebody else has changed this since the person began to. */
  readonly isOvertaken: (name: keyof T) => boolean;
  readonly set: (part: Partial<T>) => void;
  readonly takeBack: () => void;
  /** Call it once the server has taken these values: it may keep them in another form, such as `EUR` for `eur`. */
  readonly saved: (values: T) => void;
}

/**
 * The state of a form. When the server's values change, edits that it already has are dropped and later ones stay, so nothing typed during a
 * save is lost.
 */
export function useEdits<T extends object>(kept: T): Edits<T> {
  const [seen, setSeen] = useState(kept);
  const [edits, setEdits] = useState<Partial<T>>({});
  const [sent, setSent] = useState<T | undefined>();
  /** The server's values that the edits were begun on. */
  const [begun, setBegun] = useState<Partial<T>>({});
  const isNew = !isSame(seen, kept);
  const open = differing(isNew && sent !== undefined ? differing(edits, sent) : edits, kept);
  if (isNew) {
    setSeen(kept);
    setEdits(open);
    setSent(undefined);
    // One's own save isn't somebody else's change.
    if (sent !== undefined) setBegun(kept);
  }
  return {
    values: { ...kept, ...open },
    isChanged: Object.keys(open).length > 0,
    edited: open,
    isOvertaken: (name) => name in open && !isSame(begun[name], kept[name]),
    set(part) {
      setEdits((old) => ({ ...old, ...part }));
      setBegun((old) => ({
        ...old,
        ...membersOf(
          kept,
          Object.keys(part).filter((name) => !(name in open)),
        ),
      }));
    },
    takeBack: () => setEdits({}),
    saved: setSent,
  };
}

/** The edits whose values differ from these. */
export function differing<T extends object>(edits: Partial<T>, values: T): Partial<T> {
  const open = { ...edits };
  for (const name in open) if (isSame(open[name], values[name])) Reflect.deleteProperty(open, name);
  return open;
}

function membersOf<T extends object>(values: T, names: readonly string[]): Partial<T> {
  const chosen: Partial<T> = { ...values };
  for (const name in chosen) if (!names.includes(name)) Reflect.deleteProperty(chosen, name);
  return chosen;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
