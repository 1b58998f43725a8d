import type { ReactNode } from "react";
import { messages } from "../messages/messages.ts";
import { CopyButton } from "./copied-text.tsx";
import styles from "./raw-json.module.css";

const words = messages.ui;

/** At the end of an object's drawer: the object as the API has it, to read and to copy. */
export function RawJson({ value }: { readonly value: object }): ReactNode {
  const text = JSON.stringify(value, null, 2);
  return (
    <details className={styles["raw"]}>
      <summary>{words.rawJson}</summary>
      <div className={styles["box"]}>
        <CopyButton text={text} label={words.rawJsonLabel} />
        <pre tabIndex={0} role="region" aria-label={words.rawJson} className={styles["json"]}>
          {text}
        </pre>
      </div>
    </details>
  );
}
