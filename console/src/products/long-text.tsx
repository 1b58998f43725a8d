import type { ReactNode } from "react";
import { CatalogText, type Maker } from "../ui/catalog-text.tsx";
import styles from "./products.module.css";

/** What is longer than this may scroll, and can be scrolled by keyboard. */
const SHORT = 100;

interface LongTextProps {
  readonly children: string;
  readonly label: string;
  readonly by?: Maker;
}

export function LongText({ children, label, by = "shop" }: LongTextProps): ReactNode {
  const text = <CatalogText by={by}>{children}</CatalogText>;
  if (children.length <= SHORT) return text;
  return (
    <div className={styles["long"]} role="group" aria-label={label} tabIndex={0}>
      {text}
    </div>
  );
}
