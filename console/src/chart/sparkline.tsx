import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import type { ReactNode } from "react";
import styles from "./sparkline.module.css";

const WIDTH = 96;
const HEIGHT = 20;
const MARGIN = 2;

/** A series without axes, for a row of a list; the label says it in words. */
export function Sparkline({ values, label }: { readonly values: readonly number[]; readonly label: string }): ReactNode {
  if (values.length < 2) return <span className={styles["none"]}>–</span>;
  const x = scaleLinear([0, values.length - 1], [MARGIN, WIDTH - MARGIN]);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  // A series that stays the same is a line in the middle.
  const y = scaleLinear(least === most ? [least - 1, most + 1] : [least, most], [HEIGHT - MARGIN, MARGIN]);
  const path = line<number>((_, index) => x(index), y)(values);
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} className={styles["spark"]}>
      <path d={path ?? ""} />
      <circle cx={x(values.length - 1)} cy={y(values.at(-1) ?? 0)} r={2} />
    </svg>
  );
}
