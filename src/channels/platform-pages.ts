import { PlatformFault } from "./platform-request.ts";

/** A page of a platform's list. `next` is where the next one begins; null: this was the last. */
export interface PlatformPage<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** A list that is longer isn't what we take it for, or its cursors run in a circle. */
const PAGES_MAX = 200;

/** Reads a whole list. A part of it would look as if the rest didn't exist, so a list without an end is a fault. */
export async function allPages<T>(platform: string, read: (after: string | null) => Promise<PlatformPage<T>>): Promise<readonly T[]> {
  const items: T[] = [];
  let after: string | null = null;
  for (let count = 0; count < PAGES_MAX; count += 1) {
    const page: PlatformPage<T> = await read(after);
    items.push(...page.items);
    if (page.next === null) return items;
    after = page.next;
  }
  throw new PlatformFault("not_understood", `A list of ${platform} has more than ${PAGES_MAX} pages. Report it.`);
}
