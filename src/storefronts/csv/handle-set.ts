import { hash } from "node:crypto";

/**
 * Which handles an export has named so far, and the title of each, or which rows it has had, without keeping them: 64 bits of a handle's
 * hash and 32 of its title's. Five million take 96 MiB, and two handles are taken for one with a probability below one in a million. The hash is a
 * cryptographic one, so that no file can be written whose handles crowd one place.
 */
export interface HandleSet {
  has(handle: string): boolean;
  /** Adds a handle, or the bytes of a row; true when it was not in the set. */
  add(handle: string | Uint8Array): boolean;
  /** Adds a handle with a title; `isOwn`: it is the first title of the handle, or the same again. */
  addTitled(handle: string, title: string): { readonly isNew: boolean; readonly isOwn: boolean };
  readonly size: number;
}

/** Parts that grow one at a time: doubling the whole set at once would hold it three times over. */
const PARTS = 256;
const FIRST_SLOTS = 16;
/** Beyond it probing gets long. */
const FILL_MAX = 0.75;

/** An entry is three numbers of 32 bits: two of the key, one of the title, 0 while there is none. A free one has a zero first, so no key does. */
const ENTRY = 3;

interface Part {
  slots: Uint32Array;
  used: number;
}

export function createHandleSet(): HandleSet {
  const parts: Part[] = Array.from({ length: PARTS }, () => ({ slots: new Uint32Array(ENTRY * FIRST_SLOTS), used: 0 }));
  let size = 0;
  const find = (handle: string | Uint8Array): { readonly part: Part; readonly high: number; readonly low: number } => {
    const digest = hash("sha1", handle, "hex");
    const part = parts[numberAt(digest, 0) % PARTS];
    if (part === undefined) throw new RangeError("a remainder is below its divisor");
    return { part, high: numberAt(digest, 8) || 1, low: numberAt(digest, 16) };
  };
  const enter = (handle: string | Uint8Array): { readonly isNew: boolean; readonly slots: Uint32Array; readonly at: number } => {
    const { part, high, low } = find(handle);
    const entered = enterPart(part, high, low);
    if (entered.isNew) size += 1;
    return { ...entered, slots: part.slots };
  };
  return {
    get size() {
      return size;
    },
    has(handle) {
      const { part, high, low } = find(handle);
      return part.slots[placeOf(part.slots, high, low)] === high;
    },
    add: (handle) => enter(handle).isNew,
    addTitled(handle, title) {
      const { isNew, slots, at } = enter(handle);
      const named = numberAt(hash("sha1", title, "hex"), 0) || 1;
      const known = slots[at + 2] ?? 0;
      if (known === 0) slots[at + 2] = named;
      return { isNew, isOwn: known === 0 || known === named };
    },
  };
}

function numberAt(hexadecimal: string, start: number): number {
  return Number.parseInt(hexadecimal.slice(start, start + 8), 16);
}

function enterPart(part: Part, high: number, low: number): { readonly isNew: boolean; readonly at: number } {
  if (ENTRY * (part.used + 1) > part.slots.length * FILL_MAX) grow(part);
  const at = placeOf(part.slots, high, low);
  if (part.slots[at] === high) return { isNew: false, at };
  part.slots.set([high, low], at);
  part.used += 1;
  return { isNew: true, at };
}

function grow(part: Part): void {
  const { slots } = part;
  part.slots = new Uint32Array(slots.length * 2);
  for (let at = 0; at < slots.length; at += ENTRY) {
    const [high = 0, low = 0, title = 0] = slots.subarray(at, at + ENTRY);
    if (high !== 0) part.slots.set([high, low, title], placeOf(part.slots, high, low));
  }
}

/** Where the key is, or would be. */
function placeOf(slots: Uint32Array, high: number, low: number): number {
  const mask = slots.length / ENTRY - 1;
  for (let entry = low & mask; ; entry = (entry + 1) & mask) {
    const at = entry * ENTRY;
    if (slots[at] === 0 || (slots[at] === high && slots[at + 1] === low)) return at;
  }
}
