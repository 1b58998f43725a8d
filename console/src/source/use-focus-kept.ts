import { useEffect, useRef } from "react";

/** Moves the focus to the table when the button that had it goes away. `shown`: which buttons there are. */
export function useFocusKept(shown: string): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return undefined;
    before.current = shown;
    // After a dialog that closes: it gives the focus back in a frame of its own.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.querySelector<HTMLElement>("[role=grid]")?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [shown]);
}
