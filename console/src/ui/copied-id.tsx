import { type ReactNode, useState } from "react";
import { messages } from "../messages/messages.ts";
import styles from "./copied-id.module.css";

const words = messages.ui;

/** How many characters of an id are worth a line. */
const SHOWN = 18;
const COPIED_MS = 1_500;

/** An id, cut in the middle, copied whole by a press. */
export function CopiedId({ id, label = words.id }: { readonly id: string; readonly label?: string }): ReactNode {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(id);
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED_MS);
  };
  return (
    <button type="button" className={styles["id"]} data-copy={id} onClick={() => void copy()}>
      <span aria-live="polite">{isCopied ? words.copied : cutMiddle(id)}</span>
      <span className="visually-hidden">{words.andCopyThe(label)}</span>
    </button>
  );
}

function cutMiddle(text: string, length = SHOWN): string {
  if (text.length <= length) return text;
  const half = Math.floor((length - 1) / 2);
  return `${text.slice(0, half)}…${text.slice(-half)}`;
}
