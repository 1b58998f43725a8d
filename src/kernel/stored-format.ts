import { PlainError } from "./errors.ts";
import { members } from "./unsafe.ts";

/**
 * What a process stores for later is read by other versions of it: those beside it during an upgrade, and every later one. So what describes it
 * carries its format, a number. Members that were added don't change the number; a change that an older reader would misread does. Without a number
 * it's 1: that was before formats had one.
 */

/** Written by a version that this one can't read. It passes: a newer process reads it. */
export class FormatNewer extends PlainError {
  constructor(what: string, format: number) {
    super(
      "format_newer",
      `The ${what} was stored in format ${format} by a newer version of Feedwright, which this process can't read. Finish the upgrade of all processes.`,
    );
  }
}

/** The same value, where this version can read it. Throws `FormatNewer`. `what`: `stored snapshot`. */
export function readableFormat<T>(what: string, newest: number, stored: T): T {
  const { format = 1 } = members(stored ?? {});
  const isKnown = typeof format === "number" && Number.isSafeInteger(format) && format >= 1 && format <= newest;
  if (!isKnown) throw new FormatNewer(what, Number(format));
  return stored;
}
