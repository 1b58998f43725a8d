import { type ReactNode, useState } from "react";
import { messages } from "../messages/messages.ts";
import { CopyButton } from "./copied-text.tsx";
import styles from "./raw-json.module.css";

const words = messages.ui;

/** At the end of an object's drawer: the object as the API has it, to read and to copy. */
export function RawJson({ value }: { readonly value: object }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles["raw"]} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.rawJson}</summary>
      {isOpen ? <Json text={JSON.stringify(value, null, 2)} /> : null}
    </details>
  );
}

function Json({ text }: { readonly text: string }): ReactNode {
  return (
    <div className={styles["box"]}>
      <CopyButton text={text} label={words.rawJsonLabel} />
      <pre tabIndex={0} role="region" aria-label={words.rawJson} className={styles["json"]}>
        {text}
      </pre>
    </div>
  );
}
