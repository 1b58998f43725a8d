import { type ReactNode, useState } from "react";
import { messages } from "../messages/messages.ts";
import { Button } from "./button.tsx";
import styles from "./copied-text.module.css";
import { Icon } from "./icon.tsx";

const words = messages.ui;

const COPIED_MS = 1_500;

interface CopiedTextProps {
  readonly text: string;
  /** What it is, in the button's name. */
  readonly label: string;
}

/** A text such as an address, selected by a click and copied by a button. */
export function CopiedText({ text, label }: CopiedTextProps): ReactNode {
  return (
    <span className={styles["copied"]}>
      <code className={styles["text"]} data-copy={text}>
        {text}
      </code>
      <CopyButton text={text} label={label} />
    </span>
  );
}

export function CopyButton({ text, label }: CopiedTextProps): ReactNode {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED_MS);
  };
  return (
    <Button kind="quiet" aria-label={words.copyThe(label)} onPress={() => void copy()}>
      {isCopied ? words.copied : <Icon name="copy" />}
    </Button>
  );
}
