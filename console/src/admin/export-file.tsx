import { type DragEvent, type ReactNode, useId, useRef } from "react";
import { messages } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { chooseAgain } from "../ui/choose-again.ts";
import styles from "./admin.module.css";

const words = messages.admin;

interface ExportFileProps {
  readonly file: File | undefined;
  readonly onChoose: (file: File | undefined) => void;
  readonly fault: string | undefined;
}

/** A product export, chosen or dropped. */
export function ExportFile({ file, onChoose, fault }: ExportFileProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const [dropped] = event.dataTransfer.files;
    // Something else than a file, such as a text.
    if (dropped !== undefined) onChoose(dropped);
  };
  return (
    <div className={styles["file"]} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={words.exportFile}
        aria-describedby={id}
        onChange={(event) => onChoose(event.target.files?.[0])}
      />
      <Button onPress={() => chooseAgain(input.current)}>{words.chooseExport}</Button>
      <span>{file === undefined ? words.orDrop : words.file(file.name, file.size)}</span>
      <p id={id} className={styles["detail"]} role={fault === undefined ? undefined : "alert"}>
        {fault ?? words.exportHint}
      </p>
    </div>
  );
}
