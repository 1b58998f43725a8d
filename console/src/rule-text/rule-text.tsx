import { type ReactNode, useEffect, useRef } from "react";
import { useFeed } from "../feeds/use-feed.ts";
import { openEditor, type RuleTextEditor, type TextCheck } from "./open-editor.ts";
import { ruleCompletions } from "./rule-completions.ts";
import styles from "./rule-text.module.css";
import { messages } from "../messages/messages.ts";

export interface RuleTextProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What the API says of the text: its colours, and what is wrong with it. */
  readonly check: TextCheck | undefined;
  /** What it is, for screen readers. Not set: a rule. */
  readonly label?: string;
  /** The cursor is in the text as soon as it's there. */
  readonly hasCursor?: boolean;
}

/** A rule or an expression as text, with completion of columns, functions and values. */
export function RuleText({ value, onChange, check, label = messages.ruleText.label, hasCursor = false }: RuleTextProps): ReactNode {
  const { id } = useFeed();
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<RuleTextEditor>(null);
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    if (host.current === null) return undefined;
    const opened = openEditor(host.current, {
      label,
      text: value,
      onChange: (text) => latest.current(text),
      complete: ruleCompletions(id),
      hasCursor,
    });
    editor.current = opened;
    return () => {
      editor.current = null;
      opened.close();
    };
    // The editor keeps its own text after this.
  }, [id]);
  useEffect(() => editor.current?.show(check), [check]);
  return <div ref={host} className={styles["host"]} data-rule-text />;
}
