import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import type { CellPlace } from "./grid-places.ts";
import styles from "./grid.module.css";

interface GridCellEditorProps {
  readonly label: string;
  readonly value: string;
  readonly box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  /** `step`: where to go on. */
  readonly onFinish: (value: string, step: CellPlace | undefined) => void;
  readonly onCancel: () => void;
}

const WIDTH_MIN = 280;
const LONG = 60;
const LONG_HEIGHT = 120;

/** Over its cell. Enter goes down, Tab to the right, Escape leaves the value as it was. */
export function GridCellEditor({ label, value, box, onFinish, onCancel }: GridCellEditorProps): ReactNode {
  const [text, setText] = useState(value);
  // The table takes the focus back when an editor ends, so the editor loses it once more.
  const isOver = useRef(false);
  const end = (act: () => void) => {
    if (isOver.current) return;
    isOver.current = true;
    act();
  };
  const finish = (step?: CellPlace) => end(() => onFinish(text, step));
  const press = (event: KeyboardEvent) => {
    event.stopPropagation();
    // Enter and Escape are the input method's while it composes a word, such as in Japanese.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") end(onCancel);
    else if (event.key === "Enter" && !event.altKey) finish({ row: 1, column: 0 });
    else if (event.key === "Tab") finish({ row: 0, column: event.shiftKey ? -1 : 1 });
    else return;
    event.preventDefault();
  };
  const isLong = text.length > LONG || text.includes("\n");
  return (
    <textarea
      autoFocus
      aria-label={label}
      dir="auto"
      className={styles["editor"]}
      style={{
        left: box.left,
        top: box.top,
        width: isLong ? Math.max(WIDTH_MIN, box.width) : box.width,
        height: isLong ? LONG_HEIGHT : box.height,
      }}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onFocus={(event) => event.target.setSelectionRange(event.target.value.length, event.target.value.length)}
      onKeyDown={press}
      onBlur={() => finish()}
      onPointerDown={(event) => event.stopPropagation()}
    />
  );
}
