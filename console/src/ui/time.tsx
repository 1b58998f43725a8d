import { type ReactNode, useEffect, useState } from "react";
import { Focusable, Tooltip, TooltipTrigger } from "react-aria-components";
import { formatRelative, formatTime } from "../messages/format.ts";
import styles from "./time.module.css";

const TICK_MS = 15_000;

/** How long ago, and the exact time in the shop's zone on hover and focus. */
export function Time({ at, zone }: { readonly at: string; readonly zone?: string | undefined }): ReactNode {
  const now = useNow();
  return (
    <TooltipTrigger delay={300}>
      <Focusable>
        <time dateTime={at} tabIndex={0} role="note" className={styles["time"]}>
          {formatRelative(at, now)}
        </time>
      </Focusable>
      <Tooltip className={styles["tooltip"] ?? ""}>{formatTime(at, zone)}</Tooltip>
    </TooltipTrigger>
  );
}

/** The present moment, a few times a minute. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
