import {
  type ClipboardEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { GridBody, type GridContent } from "./grid-body.ts";
import { GridCellEditor } from "./grid-cell-editor.tsx";
import { actOf, type GridAct } from "./grid-keys.ts";
import type { Area, CellPlace } from "./grid-places.ts";
import styles from "./grid.module.css";

/** A cell that is being edited. Rows may move meanwhile, so it writes to what it was opened on. */
export interface CellEditing {
  /** What an editor begins with. */
  readonly value: string;
  readonly write: (value: string) => void;
}

/** What a table's owner does when a person does something in it. */
export interface GridActs {
  /** The cell that has the focus now. */
  readonly onActive: (place: CellPlace) => void;
  /** Undefined: the cell can't be edited. */
  readonly editable: (place: CellPlace) => CellEditing | undefined;
  readonly onClear: (area: Area) => void;
  readonly onFillDown: (area: Area) => void;
  readonly onPaste: (area: Area, text: string) => void;
  /** `put` takes the text of the cells while the event lasts. */
  readonly onCopy: (area: Area, put: (text: string) => void) => void;
  readonly onSort: (column: string) => void;
}

interface GridProps {
  readonly label: string;
  readonly content: GridContent;
  readonly height: string;
  readonly acts: GridActs;
  /** For who makes cells change. */
  readonly body: RefObject<GridBody | null>;
}

const ORIGIN: CellPlace = { row: 0, column: 0 };

/** A spreadsheet's table: arrows move, Shift extends, typing or Enter edits, Ctrl+C, V and D copy, paste and fill down, Delete restores. */
export function Grid({ label, content, height, acts, body }: GridProps): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const opened = useGridBody(host, body);
  const [active, setActive] = useState(ORIGIN);
  const [anchor, setAnchor] = useState(ORIGIN);
  const [editing, setEditing] = useState<(CellEditing & { readonly place: CellPlace }) | undefined>();
  const area: Area = { from: anchor, to: active };
  useEffect(() => opened?.show(content), [opened, content]);
  useEffect(() => opened?.select({ from: anchor, to: active }, active), [opened, anchor, active]);
  const go = (place: CellPlace, isExtending = false) => {
    const within = {
      row: Math.max(0, Math.min(content.rows - 1, place.row)),
      column: Math.max(0, Math.min(content.columns.length - 1, place.column)),
    };
    setActive(within);
    if (!isExtending) setAnchor(within);
    opened?.reveal(within);
    acts.onActive(within);
  };
  useTopWhenSorted(content, go);
  const edit = (text?: string) => {
    const present = acts.editable(active);
    if (present !== undefined) setEditing({ place: active, write: present.write, value: text ?? present.value });
  };
  const perform = (act: GridAct) => {
    if (act.kind === "go") go(act.to, act.isExtending);
    else if (act.kind === "edit") edit(act.text);
    else if (act.kind === "clear") acts.onClear(area);
    else if (act.kind === "fill") acts.onFillDown(area);
    else {
      setAnchor(ORIGIN);
      setActive({ row: content.rows - 1, column: content.columns.length - 1 });
    }
  };
  const press = (event: KeyboardEvent) => {
    if (event.target !== host.current) return;
    const act = actOf(event, active, { content, page: opened?.pageRows() ?? 1 });
    if (act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    perform(act);
  };
  const point = (event: PointerEvent) => {
    const column =
      event.target instanceof Element ? event.target.closest<HTMLElement>("[role=columnheader]")?.dataset["column"] : undefined;
    if (column !== undefined) acts.onSort(column);
    const place = opened?.placeAt(event.target);
    if (place !== undefined) go(place, event.shiftKey);
  };
  const close = (step?: CellPlace) => {
    setEditing(undefined);
    host.current?.focus();
    if (step !== undefined) go({ row: active.row + step.row, column: active.column + step.column });
  };
  // An event of the clipboard goes to where the text selection is, which may be inside a cell.
  const copy = (event: ClipboardEvent) => {
    if (editing !== undefined) return;
    event.preventDefault();
    acts.onCopy(area, (text) => event.clipboardData.setData("text/plain", text));
  };
  const paste = (event: ClipboardEvent) => {
    if (editing !== undefined) return;
    event.preventDefault();
    acts.onPaste(area, event.clipboardData.getData("text/plain"));
  };
  return (
    <div
      {...{ ref: host, role: "grid", "aria-label": label, "aria-multiselectable": true, tabIndex: 0 }}
      {...{ className: styles["host"], style: { height } }}
      {...{ onKeyDown: press, onPointerDown: point, onDoubleClick: () => edit(), onCopy: copy, onPaste: paste }}
    >
      {editing === undefined || opened === null
        ? null
        : createPortal(
            <GridCellEditor
              label={content.columns[editing.place.column] ?? ""}
              value={editing.value}
              box={opened.boxOf(editing.place)}
              onCancel={() => close()}
              onFinish={(value, step) => {
                editing.write(value);
                close(step);
              }}
            />,
            opened.canvas,
          )}
    </div>
  );
}

/** A new order starts at the first row, in the sorted column. */
function useTopWhenSorted({ sorted, columns }: GridContent, go: (place: CellPlace) => void): void {
  const order = `${sorted?.column} ${sorted?.order}`;
  const shown = useRef(order);
  useEffect(() => {
    if (shown.current === order) return;
    shown.current = order;
    go({ row: 0, column: Math.max(0, columns.indexOf(sorted?.column ?? "")) });
  }, [order]);
}

function useGridBody(host: RefObject<HTMLElement | null>, shared: RefObject<GridBody | null>): GridBody | null {
  const id = useId();
  const [body, setBody] = useState<GridBody | null>(null);
  useEffect(() => {
    if (host.current === null) return undefined;
    const opened = new GridBody(host.current, id);
    setBody(opened);
    shared.current = opened;
    return () => {
      shared.current = null;
      opened.close();
    };
  }, [host, shared, id]);
  return body;
}
