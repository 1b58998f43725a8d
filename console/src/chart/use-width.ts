import { useEffect, useRef, useState } from "react";

const WIDTH_MIN = 240;

/** The width that there is, as it changes. */
export function useWidth(): readonly [(element: HTMLElement | null) => void, number] {
  const [width, setWidth] = useState(WIDTH_MIN);
  const observer = useRef<ResizeObserver>(null);
  useEffect(() => () => observer.current?.disconnect(), []);
  const [observe] = useState(() => (element: HTMLElement | null) => {
    observer.current?.disconnect();
    if (element === null) return;
    observer.current = new ResizeObserver(([entry]) => setWidth(Math.max(WIDTH_MIN, Math.floor(entry?.contentRect.width ?? WIDTH_MIN))));
    observer.current.observe(element);
  });
  return [observe, width];
}
