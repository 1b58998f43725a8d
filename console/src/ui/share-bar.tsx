import type { ReactNode } from "react";
import styles from "./share-bar.module.css";

interface ShareBarProps {
  readonly part: number;
  readonly whole: number;
  readonly tone?: "plain" | "failed" | "held" | "live";
}

/** A part of a whole as a bar. The figures stand next to it, so it says nothing to a screen reader. */
export function ShareBar({ part, whole, tone = "plain" }: ShareBarProps): ReactNode {
  const percent = whole === 0 ? 0 : Math.min(100, (100 * part) / whole);
  return (
    <span className={styles["share"]} data-tone={tone} aria-hidden="true">
      {/* What is little, but not nothing, is still seen. */}
      <span className={styles["part"]} style={{ width: part === 0 ? "0" : `max(2px, ${percent}%)` }} />
    </span>
  );
}
