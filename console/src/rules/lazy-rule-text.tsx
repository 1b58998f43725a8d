import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import type { RuleTextProps } from "../rule-text/rule-text.tsx";
import styles from "./rules.module.css";

/** The editor is most of this page's code: the text is there at once, and can be edited a moment later. */
export function LazyRuleText(props: RuleTextProps): ReactNode {
  const [loaded, setLoaded] = useState<{ readonly RuleText: ComponentType<RuleTextProps> } | undefined>();
  useEffect(() => {
    let isWanted = true;
    void import("../rule-text/rule-text.tsx").then((module) => {
      if (isWanted) setLoaded(module);
    });
    return () => {
      isWanted = false;
    };
  }, []);
  if (loaded === undefined) return <pre className={styles["plain"]}>{props.value}</pre>;
  return <loaded.RuleText {...props} />;
}
