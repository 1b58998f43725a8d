import { type ReactNode, useEffect, useRef } from "react";
import type { RuleTextProps } from "../rule-text/rule-text.tsx";
import { useModule } from "../ui/use-module.ts";
import styles from "./rules.module.css";

export const loadRuleText = () => import("../rule-text/rule-text.tsx");

/** The editor is most of this page's code: the text is there at once, and can be edited a moment later. */
export function LazyRuleText(props: RuleTextProps): ReactNode {
  const loaded = useModule(loadRuleText);
  if (loaded === undefined) return <PlainText {...props} />;
  return <loaded.RuleText {...props} />;
}

/** Has the focus until the editor has loaded, so that letters typed meanwhile don't act as commands. */
function PlainText({ value, hasCursor = false }: RuleTextProps): ReactNode {
  const text = useRef<HTMLPreElement>(null);
  useEffect(() => {
    if (hasCursor) text.current?.focus();
  }, [hasCursor]);
  return (
    <pre ref={text} tabIndex={-1} className={styles["plain"]} data-takes-letters={hasCursor || undefined}>
      {value}
    </pre>
  );
}
