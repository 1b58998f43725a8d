import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./catalog-text.module.css";

/** Who made a value. Each has an ink and a mark of its own, everywhere the same. */
export type Maker = "shop" | "mapping" | "rule" | "person";

interface CatalogTextProps {
  readonly children: string;
  readonly by?: Maker;
  /** Cut at the end of the line rather than wrapped. */
  readonly isOneLine?: boolean;
}

/** Text of the catalog: always a text node, in its own direction, never markup. */
export function CatalogText({ children, by, isOneLine = false }: CatalogTextProps): ReactNode {
  return (
    <bdi dir="auto" className={classes(styles["text"], isOneLine && styles["line"])} data-by={by} title={isOneLine ? children : undefined}>
      {children}
    </bdi>
  );
}
