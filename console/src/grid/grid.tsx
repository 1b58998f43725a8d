import { type ClipboardEvent, type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { type Area, type CellPlace, type GridBody, type GridContent, openGridBody, spanOf } from "./grid-body.ts";
import { GridCellEditor } from "./grid-cell-editor.tsx";
import styles from "./grid.module.css";

export interface GridHandle {
  readonly redraw: () => void;
  readonly focus: () => void;
}

interface GridProps {
  readonly label: string;
  readonly content: GridContent;
  readonly height: string;
  /** The cell that has the focus. */
  readonly onActive: (place: CellPlace) => void;
  /** The value that an editor begins with. Undefined: it can't be edited. */
  readonly editable: (place: CellPlace) => string | undefined;
  readonly onEdit: (place: CellPlace, value: string) => void;
  readonly onClear: (area: Area) => void;
  readonly onFillDown: (area: Area) => void;
  readonly onPaste: (from: CellPlace, area: Area, text: string) => void;
  readonly textOf: (area: Area) => string;
  readonly onSort: (column: string) => void;
  readonly handle: { current: GridHandle | null };
}

/** A spreadsheet's table: arrows move, Shift extends, typing or Enter edits, Ctrl+C, V and D copy, paste and fill down, Delete restores. */
export function Grid(props: GridProps): ReactNode {
  const { label, content, height, onActive, editable, onEdit, onClear, onFillDown, onPaste, textOf, onSort, handle } = props;
  const id = useId();
  const host = useRef<HTMLDivElement>(null);
  const [body, setBody] = useState<GridBody | null>(null);
  const [active, setActive] = useState<CellPlace>({ row: 0, column: 0 });
  const [anchor, setAnchor] = useState<CellPlace>({ row: 0, column: 0 });
  const [editing, setEditing] = useState<{ readonly place: CellPlace; readonly value: string } | undefined>();
  const area: Area = { from: anchor, to: active };

  useEffect(() => {
    if (host.current === null) return undefined;
    const opened = openGridBody(host.current, id);
    setBody(opened);
    handle.current = { redraw: opened.redraw, focus: () => host.current?.focus() };
    return () => {
      handle.current = null;
      opened.close();
    };
  }, [id, handle]);
  useEffect(() => body?.show(content), [body, content]);
  useEffect(() => body?.select(area, active), [body, anchor, active]);

  const go = (place: CellPlace, isExtending = false) => {
    const within = {
      row: Math.max(0, Math.min(content.rows - 1, place.row)),
      column: Math.max(0, Math.min(content.columns.length - 1, place.column)),
    };
    setActive(within);
    if (!isExtending) setAnchor(within);
    body?.reveal(within);
    onActive(within);
  };
  const edit = (value?: string) => {
    const present = editable(active);
    if (present !== undefined) setEditing({ place: active, value: value ?? present });
  };
  const press = (event: KeyboardEvent) => {
    if (editing !== undefined || event.target !== host.current) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const target = moveOf(event.key, active, { content, page: body?.pageRows() ?? 1, isCommand });
    if (target !== undefined) go(target, event.shiftKey && event.key !== "Tab");
    else if (event.key === "Tab" && canTab(event.shiftKey, active, content)) go(tabbed(event.shiftKey, active));
    else if (event.key === "Enter" || event.key === "F2") {
      if (isCommand) return;
      edit();
    } else if (event.key === "Delete" || event.key === "Backspace") onClear(area);
    else if (isCommand && event.key.toLowerCase() === "d") onFillDown(area);
    else if (isCommand && event.key.toLowerCase() === "a") selectAll();
    else if (event.key.length === 1 && !isCommand && !event.altKey) edit(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const selectAll = () => {
    setAnchor({ row: 0, column: 0 });
    setActive({ row: content.rows - 1, column: content.columns.length - 1 });
  };
  const point = (event: PointerEvent) => {
    const column =
      event.target instanceof Element ? event.target.closest<HTMLElement>("[role=columnheader]")?.dataset["column"] : undefined;
    if (column !== undefined) onSort(column);
    const place = body?.placeAt(event.target);
    if (place !== undefined) go(place, event.shiftKey);
  };
  const copy = (event: ClipboardEvent) => {
    if (editing !== undefined) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", textOf(area));
  };
  const paste = (event: ClipboardEvent) => {
    if (editing !== undefined) return;
    event.preventDefault();
    const { rows, columns } = spanOf(area);
    onPaste({ row: rows[0], column: columns[0] }, area, event.clipboardData.getData("text/plain"));
  };
  const finish = (value: string, step: CellPlace | undefined) => {
    if (editing === undefined) return;
    onEdit(editing.place, value);
    setEditing(undefined);
    host.current?.focus();
    if (step !== undefined) go({ row: active.row + step.row, column: active.column + step.column });
  };
  return (
    <div
      ref={host}
      role="grid"
      aria-label={label}
      aria-multiselectable="true"
      tabIndex={0}
      className={styles["host"]}
      style={{ height }}
      onKeyDown={press}
      onPointerDown={point}
      onDoubleClick={() => edit()}
      onCopy={copy}
      onPaste={paste}
    >
      {editing === undefined || body === null
        ? null
        : createPortal(
            <GridCellEditor
              key={`${editing.place.row} ${editing.place.column}`}
              label={content.columns[editing.place.column] ?? ""}
              value={editing.value}
              box={body.boxOf(editing.place)}
              onFinish={finish}
              onCancel={() => {
                setEditing(undefined);
                host.current?.focus();
              }}
            />,
            body.canvas,
          )}
    </div>
  );
}

interface Moving {
  readonly content: GridContent;
  readonly page: number;
  readonly isCommand: boolean;
}

function moveOf(key: string, { row, column }: CellPlace, { content, page, isCommand }: Moving): CellPlace | undefined {
  const [lastRow, lastColumn] = [content.rows - 1, content.columns.length - 1];
  switch (key) {
    case "ArrowUp":
      return { row: isCommand ? 0 : row - 1, column };
    case "ArrowDown":
      return { row: isCommand ? lastRow : row + 1, column };
    case "ArrowLeft":
      return { row, column: isCommand ? 0 : column - 1 };
    case "ArrowRight":
      return { row, column: isCommand ? lastColumn : column + 1 };
    case "PageUp":
      return { row: row - page, column };
    case "PageDown":
      return { row: row + page, column };
    case "Home":
      return { row: isCommand ? 0 : row, column: 0 };
    case "End":
      return { row: isCommand ? lastRow : row, column: lastColumn };
    default:
      return undefined;
  }
}

/** At the table's ends Tab leaves it, so that a keyboard isn't caught. */
function canTab(isBack: boolean, { column }: CellPlace, { columns }: GridContent): boolean {
  return isBack ? column > 0 : column < columns.length - 1;
}

function tabbed(isBack: boolean, { row, column }: CellPlace): CellPlace {
  return { row, column: column + (isBack ? -1 : 1) };
}
