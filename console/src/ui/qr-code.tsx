import { encodeQR } from "qr";
import { type ReactNode, useMemo } from "react";
import styles from "./qr-code.module.css";

/** Modules of white around the code, without which scanners may not find it. */
const QUIET = 4;

/** A text to scan with a phone. Dark on white in both schemes, because many scanners read nothing else. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  const { path, size } = useMemo(() => drawing(text), [text]);
  return (
    <svg role="img" aria-label={label} className={styles["code"]} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  );
}

function drawing(text: string): { readonly path: string; readonly size: number } {
  const modules = encodeQR(text, "raw", { border: QUIET });
  const squares = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { path: squares.join(""), size: modules.length };
}
