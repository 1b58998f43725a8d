import type { ReactNode } from "react";
import styles from "./filters.module.css";

/** What narrows a list, above it. */
export function Filters({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles["filters"]}>{children}</div>;
}
