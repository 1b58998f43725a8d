import type { ReactNode } from "react";
import { messages } from "../messages/messages.ts";
import { Button } from "./button.tsx";
import styles from "./selection-bar.module.css";

const words = messages.ui;

export interface Selection<Row> {
  /** By the table's keys. Rows of other pages stay chosen. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
  /** "Choose client-3". */
  readonly labelOf: (row: Row) => string;
  readonly canChoose?: (row: Row) => boolean;
  /** "2 shops chosen". */
  readonly said: string;
  /** What can be done with the chosen rows. */
  readonly actions: ReactNode;
}

/** What can be done with the chosen rows, in the place of the table's header. It isn't there while none is chosen. */
export function SelectionBar<Row>({ selection: { chosen, onChoose, said, actions } }: { readonly selection: Selection<Row> }): ReactNode {
  if (chosen.size === 0) return null;
  return (
    <div role="toolbar" aria-label={said} className={styles["bar"]}>
      <strong aria-live="polite">{said}</strong>
      {actions}
      <Button kind="quiet" onPress={() => onChoose(new Set())}>
        {words.clearChosen}
      </Button>
    </div>
  );
}

interface ChooseRowProps<Row> {
  readonly row: Row;
  readonly rowKey: string;
  readonly selection: Selection<Row>;
  readonly children: ReactNode;
}

/** A row's box before its name. The browser's own: dozens of any other kind hold the page up. */
export function ChooseRow<Row>({ row, rowKey, selection, children }: ChooseRowProps<Row>): ReactNode {
  const { chosen, onChoose, labelOf, canChoose } = selection;
  if (canChoose?.(row) === false) return <span className={styles["row"]}>{children}</span>;
  return (
    <span className={styles["row"]}>
      <input
        type="checkbox"
        className={styles["box"]}
        aria-label={labelOf(row)}
        checked={chosen.has(rowKey)}
        onChange={({ target }) => onChoose(withKeys(chosen, [rowKey], target.checked))}
      />
      <span className={styles["name"]}>{children}</span>
    </span>
  );
}

interface ChooseAllProps<Row> {
  /** Keys of the rows that can be chosen. */
  readonly keys: readonly string[];
  readonly selection: Selection<Row>;
  readonly children: ReactNode;
}

export function ChooseAll<Row>({ keys, selection: { chosen, onChoose }, children }: ChooseAllProps<Row>): ReactNode {
  return (
    <span className={styles["row"]}>
      {keys.length === 0 ? null : (
        <input
          type="checkbox"
          className={styles["box"]}
          aria-label={words.chooseAll}
          checked={keys.every((key) => chosen.has(key))}
          onChange={({ target }) => onChoose(withKeys(chosen, keys, target.checked))}
        />
      )}
      {children}
    </span>
  );
}

export function withToggled(chosen: ReadonlySet<string>, key: string): ReadonlySet<string> {
  return withKeys(chosen, [key], !chosen.has(key));
}

function withKeys(chosen: ReadonlySet<string>, keys: readonly string[], isChosen: boolean): ReadonlySet<string> {
  const others = [...chosen].filter((key) => !keys.includes(key));
  return new Set(isChosen ? [...others, ...keys] : others);
}
