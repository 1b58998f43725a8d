import { type ReactNode, useState } from "react";
import { messages } from "../messages/messages.ts";
import { Button } from "./button.tsx";
import { Checkbox } from "./checkbox.tsx";
import { Sheet } from "./sheet.tsx";
import { TextField } from "./text-field.tsx";
import styles from "./column-choice.module.css";

const words = messages.ui;

interface ColumnChoiceProps {
  readonly names: readonly string[];
  readonly columns: readonly string[];
  readonly onChoose: (columns: readonly string[]) => void;
}

/** Which columns a list shows: at least one, in the order they were chosen. */
export function ColumnChoice({ names, columns, onChoose }: ColumnChoiceProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [find, setFind] = useState("");
  const shown = names.filter((name) => name.includes(find.trim().toLowerCase()));
  const toggle = (name: string, isChosen: boolean) => {
    const next = isChosen ? [...columns, name] : columns.filter((one) => one !== name);
    if (next.length > 0) onChoose(next);
  };
  return (
    <>
      <Button onPress={() => setOpen(true)}>{words.columns(columns.length)}</Button>
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={words.columnsOf(columns.length, names.length)}>
        <TextField label={words.findColumn} value={find} onChange={setFind} />
        <div className={styles["choice"]}>
          {shown.map((name) => (
            <Checkbox key={name} isSelected={columns.includes(name)} onChange={(isChosen) => toggle(name, isChosen)}>
              {name}
            </Checkbox>
          ))}
        </div>
      </Sheet>
    </>
  );
}
