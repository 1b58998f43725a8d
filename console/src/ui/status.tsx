import type { ReactNode } from "react";
import styles from "./status.module.css";

/** Each state has a shape and a word; colour only repeats them. */
export type Status = "live" | "held" | "failed" | "running" | "superseded" | "idle";

const MARKS: Readonly<Record<Status, string>> = { live: "●", held: "◐", failed: "✕", running: "◌", superseded: "○", idle: "○" };
/** The same as drawings: not every machine has a font with the characters. */
const SHAPES: Readonly<Record<Status, ReactNode>> = {
  live: <circle cx={5} cy={5} r={4} fill="currentColor" />,
  held: (
    <>
      <circle cx={5} cy={5} r={4} />
      <path d="M5 1a4 4 0 0 0 0 8z" fill="currentColor" />
    </>
  ),
  failed: <path d="M1.5 1.5l7 7m0-7l-7 7" />,
  running: <circle cx={5} cy={5} r={4} strokeDasharray="2 2.2" />,
  superseded: <circle cx={5} cy={5} r={4} />,
  idle: <circle cx={5} cy={5} r={4} />,
};

export function StatusMark({ status, children }: { readonly status: Status; readonly children: ReactNode }): ReactNode {
  return (
    <span className={styles["status"]} data-status={status}>
      <svg className={styles["mark"]} width={10} height={10} viewBox="0 0 10 10" aria-hidden="true" focusable="false">
        {SHAPES[status]}
      </svg>
      <span>{children}</span>
    </span>
  );
}

/** What a document's title begins with. */
export function statusGlyph(status: Status): string {
  return MARKS[status];
}
