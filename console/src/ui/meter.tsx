import type { ReactNode } from "react";
import styles from "./meter.module.css";

interface MeterProps {
  readonly label: string;
  /** The same in words. */
  readonly text: string;
  readonly value: number;
  readonly max: number;
}

/** Nearly full is worth a look. */
const NEARLY = 0.9;

/** How much of an allowance is used. */
export function Meter({ label, text, value, max }: MeterProps): ReactNode {
  const share = max === 0 ? 0 : Math.min(1, value / max);
  return (
    <div className={styles["meter"]}>
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={Math.min(value, max)}
        aria-valuetext={text}
        className={styles["track"]}
      >
        <div className={styles["bar"]} data-nearly={share >= NEARLY} style={{ inlineSize: `${share * 100}%` }} />
      </div>
      <span aria-hidden="true">{text}</span>
    </div>
  );
}
