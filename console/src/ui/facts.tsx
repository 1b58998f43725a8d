import type { ReactNode } from "react";
import styles from "./facts.module.css";

export type Fact = readonly [name: string, value: ReactNode];

/** What there is to know about an object: names and values. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
  return (
    <dl className={styles["facts"]}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
