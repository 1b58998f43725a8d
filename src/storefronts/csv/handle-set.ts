import { hash } from "node:crypto";

/**
 * Which handles an export has named so far, without keeping them: 64 bits of each handle's hash. Five million take 64 MiB and
 * two of them are taken for one with a probability below one in a million. The hash is a cryptographic one, so that no file
 * can be written whose handles crowd one place.
 */
export interface HandleSet {
  /** Adds a handle; true when it was not in the set. */
  add(handle: string): boolean;
  readonly size: number;
}

/** Parts that grow one at a time: doubling the whole set at once would hold it three times over. */
const PARTS = 256;
const FIRST_SLOTS = 16;
/** Beyond it probing gets long. */
const FILL_MAX = 0.75;

/** A key is two numbers of 32 bits, side by side; a free slot is two zeros, so no key is. */
interface Part {
  slots: Uint32Array;
  used: number;
}

export function createHandleSet(): HandleSet {
  const parts: Part[] = Array.from({ length: PARTS }, () => ({ slots: new Uint32Array(2 * FIRST_SLOTS), used: 0 }));
  let size = 0;
  return {
    get size() {
      return size;
    },
    add(handle) {
      const digest = hash("sha1", handle, "hex");
      const part = parts[numberAt(digest, 0) % PARTS];
      if (part === undefined || !addTo(part, numberAt(digest, 8) || 1, numberAt(digest, 16))) return false;
      size += 1;
      return true;
    },
  };
}

function numberAt(hexadecimal: string, start: number): number {
  return Number.parseInt(hexadecimal.slice(start, start + 8), 16);
}

function addTo(part: Part, high: number, low: number): boolean {
  if (2 * (part.used + 1) > part.slots.length * FILL_MAX) grow(part);
  if (!place(part.slots, high, low)) return false;
  part.used += 1;
  return true;
}

function grow(part: Part): void {
  const { slots } = part;
  part.slots = new Uint32Array(slots.length * 2);
  for (let at = 0; at < slots.length; at += 2) {
    const high = slots[at] ?? 0;
    if (high !== 0) place(part.slots, high, slots[at + 1] ?? 0);
  }
}

function place(slots: Uint32Array, high: number, low: number): boolean {
  const mask = slots.length - 1;
  for (let at = (2 * low) & mask; ; at = (at + 2) & mask) {
    if (slots[at] === high && slots[at + 1] === low) return false;
    if (slots[at] !== 0) continue;
    slots[at] = high;
    slots[at + 1] = low;
    return true;
  }
}
