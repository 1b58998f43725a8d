import type { Draw } from "../../sample/seeded-draw.ts";

/**
 * The order of the lines of a result. Grouped, children follow their parent. Otherwise Shopify promises no order: children
 * wait in a window and leave it by chance, so that they come anywhere behind their parent, a few thousand lines at most; one
 * parent in a few hundred waits, too, and may come behind its children. The window is all that is held in memory.
 */
export interface LineWindow {
  root(line: string): void;
  child(line: string): void;
  /** Lets go of what is left. */
  close(): void;
}

export const WINDOW_LINES = 2_000;
const LATE_PARENT_EVERY = 300;

export function groupedLines(write: (line: string) => void): LineWindow {
  return { root: write, child: write, close: () => undefined };
}

export function shuffledLines(write: (line: string) => void, draw: Draw): LineWindow {
  const waiting: string[] = [];
  const leave = (): void => {
    const place = draw.below(waiting.length);
    const line = waiting[place];
    const last = waiting.pop();
    if (line === undefined || last === undefined) return;
    if (place < waiting.length) waiting[place] = last;
    write(line);
  };
  const wait = (line: string): void => {
    waiting.push(line);
    if (waiting.length > WINDOW_LINES) leave();
  };
  return {
    root: (line) => (draw.below(LATE_PARENT_EVERY) === 0 ? wait(line) : write(line)),
    child: wait,
    close: () => {
      while (waiting.length > 0) leave();
    },
  };
}
