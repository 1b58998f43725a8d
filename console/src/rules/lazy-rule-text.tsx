import type { ReactNode } from "react";
import type { RuleTextProps } from "../rule-text/rule-text.tsx";
import { useModule } from "../ui/use-module.ts";
import styles from "./rules.module.css";

const load = () => import("../rule-text/rule-text.tsx");

/** The editor is most of this page's code: the text is there at once, and can be edited a moment later. */
export function LazyRuleText(props: RuleTextProps): ReactNode {
  const loaded = useModule(load);
  if (loaded === undefined) return <pre className={styles["plain"]}>{props.value}</pre>;
  return <loaded.RuleText {...props} />;
}
