import type { ReactNode } from "react";
import styles from "./sparkline.module.css";

const WIDTH = 96;
const HEIGHT = 20;
const MARGIN = 2;

/** A series without axes, for a row of a list; the label says it in words. */
export function Sparkline({ values, label }: { readonly values: readonly number[]; readonly label: string }): ReactNode {
  if (values.length < 2) return <span className={styles["none"]}>–</span>;
  const points = sparkPoints(values);
  const [lastX, lastY] = points.at(-1) ?? [0, 0];
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} className={styles["spark"]}>
      <path d={`M${points.map(([x, y]) => `${x},${y}`).join("L")}`} />
      <circle cx={lastX} cy={lastY} r={2} />
    </svg>
  );
}

/** Where the values lie, from the least at the bottom to the most at the top. By hand: the library of the charts is more than all of a first page. */
function sparkPoints(values: readonly number[]): readonly (readonly [x: number, y: number])[] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const step = (WIDTH - 2 * MARGIN) / (values.length - 1);
  // A series that stays the same is a line in the middle.
  const share = (value: number): number => (least === most ? 0.5 : (value - least) / (most - least));
  const rounded = (pixels: number): number => Math.round(pixels * 100) / 100;
  return values.map((value, at) => [rounded(MARGIN + at * step), rounded(HEIGHT - MARGIN - share(value) * (HEIGHT - 2 * MARGIN))]);
}
