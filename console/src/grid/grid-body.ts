/**
 * The body of a table of any length: a pool of rows at `index % rows` and in each a pool of cells at `column % cells`. A frame writes only what
 * differs from what is there. The one who made it draws nothing: not the frame around it, not the editor.
 */

export interface CellContent {
  readonly text: string;
  /** Who made the value, or that it waits to be applied. */
  readonly mark: "" | "person" | "queued" | "refused";
}

export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

export interface Area {
  readonly from: CellPlace;
  readonly to: CellPlace;
}

export interface GridContent {
  readonly rows: number;
  readonly columns: readonly string[];
  /** The first columns, which stay while the others scroll. */
  readonly frozen: number;
  /** Undefined: not known yet. */
  readonly cell: (row: number, column: number) => CellContent | undefined;
  /** The rows on the screen have changed. */
  readonly onRows: (first: number, last: number) => void;
}

export interface GridBody {
  readonly show: (content: GridContent) => void;
  /** Draws again, because cells have changed. */
  readonly redraw: () => void;
  readonly select: (area: Area | undefined, active: CellPlace | undefined) => void;
  readonly reveal: (place: CellPlace) => void;
  readonly placeAt: (target: EventTarget | null) => CellPlace | undefined;
  /** Where a cell is in the canvas, in pixels. */
  readonly boxOf: (place: CellPlace) => { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  readonly pageRows: () => number;
  readonly canvas: HTMLElement;
  readonly close: () => void;
}

export const ROW_HEIGHT = 30;
const HEADER_HEIGHT = 30;
const NUMBER_WIDTH = 64;
const COLUMN_WIDTH = 168;
const OVERSCAN = 4;
/** Browsers end below 18 million pixels; above this a pixel of the scroll bar is more than a pixel of rows. */
const HEIGHT_MAX = 15_000_000;

interface PooledCell {
  readonly element: HTMLElement;
  text: string;
  state: string;
  column: number;
}

interface PooledRow {
  readonly element: HTMLElement;
  readonly number: HTMLElement;
  readonly cells: PooledCell[];
  row: number;
  top: number;
}

export function openGridBody(host: HTMLElement, id: string): GridBody {
  const canvas = document.createElement("div");
  canvas.className = "canvas";
  canvas.role = "presentation";
  const header = element("row", "row header");
  header.ariaRowIndex = "1";
  canvas.append(header);
  host.append(canvas);
  let content: GridContent = { rows: 0, columns: [], frozen: 0, cell: () => undefined, onRows: () => undefined };
  let pool: PooledRow[] = [];
  let cellsInRow = 0;
  let area: Area | undefined;
  let active: CellPlace | undefined;
  let drawn: { readonly first: number; readonly last: number } | undefined;
  let frame = 0;

  const contentHeight = () => content.rows * ROW_HEIGHT;
  const shownHeight = () => Math.min(HEIGHT_MAX, contentHeight());
  const viewRows = () => Math.ceil(Math.max(0, host.clientHeight - HEADER_HEIGHT) / ROW_HEIGHT);
  const isScaled = () => contentHeight() > HEIGHT_MAX;
  const left = (column: number) => NUMBER_WIDTH + column * COLUMN_WIDTH;

  /** The first row at the top of the view, with a fraction. */
  function firstRow(): number {
    if (!isScaled()) return host.scrollTop / ROW_HEIGHT;
    const scrollable = Math.max(1, shownHeight() + HEADER_HEIGHT - host.clientHeight);
    return (Math.min(host.scrollTop, scrollable) / scrollable) * Math.max(0, content.rows - viewRows());
  }

  function topOf(row: number): number {
    return HEADER_HEIGHT + (isScaled() ? host.scrollTop + (row - firstRow()) * ROW_HEIGHT : row * ROW_HEIGHT);
  }

  function build(): void {
    const rows = Math.min(content.rows, viewRows() + 2 * OVERSCAN);
    const free = Math.max(0, content.columns.length - content.frozen);
    const cells = Math.min(free, Math.ceil(host.clientWidth / COLUMN_WIDTH) + 2);
    if (rows === pool.length && cells === cellsInRow) return;
    for (const { element: old } of pool) old.remove();
    cellsInRow = cells;
    pool = Array.from({ length: rows }, () => newRow(content.frozen + cells));
    canvas.append(...pool.map((row) => row.element));
  }

  function newRow(cells: number): PooledRow {
    const row = element("row", "row");
    const number = element("rowheader", "cell number");
    row.append(number);
    const made = Array.from({ length: cells }, (_, index): PooledCell => {
      const cell = element("gridcell", "cell");
      cell.dir = "auto";
      if (index < content.frozen) {
        cell.classList.add("frozen");
        cell.style.insetInlineStart = `${left(index)}px`;
        cell.style.width = `${COLUMN_WIDTH}px`;
      }
      row.append(cell);
      return { element: cell, text: "", state: "", column: -1 };
    });
    return { element: row, number, cells: made, row: -1, top: -1 };
  }

  /** Frozen columns first, then those on the screen, each at its place in the pool. */
  function columnsOnScreen(): readonly (readonly [slot: number, column: number])[] {
    const fixed = Array.from({ length: Math.min(content.frozen, content.columns.length) }, (_, column) => [column, column] as const);
    const most = content.columns.length - cellsInRow;
    const first = Math.max(content.frozen, Math.min(most, content.frozen + Math.floor(host.scrollLeft / COLUMN_WIDTH)));
    const moving = Array.from({ length: cellsInRow }, (_, index) => {
      const column = first + index;
      return [content.frozen + (cellsInRow === 0 ? 0 : column % cellsInRow), column] as const;
    });
    return [...fixed, ...moving.filter(([, column]) => column < content.columns.length)];
  }

  function draw(): void {
    frame = 0;
    if (pool.length === 0) return;
    const first = Math.max(0, Math.min(content.rows - pool.length, Math.floor(firstRow()) - OVERSCAN));
    const last = first + pool.length - 1;
    const columns = columnsOnScreen();
    for (let row = first; row <= last; row += 1) drawRow(row, columns);
    const shown = active === undefined ? undefined : pool.find((one) => one.row === active?.row);
    const cell = shown?.cells.find(({ column }) => column === active?.column);
    if (cell === undefined) host.removeAttribute("aria-activedescendant");
    else host.setAttribute("aria-activedescendant", cell.element.id);
    if (drawn?.first !== first || drawn.last !== last) {
      drawn = { first, last };
      content.onRows(first, last);
    }
  }

  function drawRow(row: number, columns: ReturnType<typeof columnsOnScreen>): void {
    const pooled = pool[row % pool.length];
    if (pooled === undefined) return;
    const top = topOf(row);
    if (pooled.top !== top) {
      pooled.top = top;
      pooled.element.style.transform = `translateY(${top}px)`;
    }
    if (pooled.row !== row) {
      pooled.row = row;
      pooled.element.ariaRowIndex = String(row + 2);
      pooled.number.textContent = String(row + 1);
    }
    for (const [slot, column] of columns) {
      const cell = pooled.cells[slot];
      if (cell !== undefined) drawCell(cell, row, column);
    }
  }

  function drawCell(cell: PooledCell, row: number, column: number): void {
    if (cell.column !== column) {
      cell.column = column;
      cell.element.ariaColIndex = String(column + 2);
      if (column >= content.frozen) cell.element.style.transform = `translateX(${left(column)}px)`;
    }
    const identity = `${id}-${row}-${column}`;
    if (cell.element.id !== identity) cell.element.id = identity;
    const found = content.cell(row, column);
    const text = found?.text ?? "";
    if (cell.text !== text) {
      cell.text = text;
      cell.element.textContent = text;
    }
    const isActive = active?.row === row && active.column === column;
    const state = `cell${column < content.frozen ? " frozen" : ""}${found === undefined ? " coming" : ""}${
      found?.mark === "" || found === undefined ? "" : ` ${found.mark}`
    }${isIn(area, row, column) ? " selected" : ""}${isActive ? " active" : ""}`;
    if (cell.state !== state) {
      cell.state = state;
      cell.element.className = state;
      cell.element.ariaSelected = String(isActive || isIn(area, row, column));
    }
  }

  function later(): void {
    if (frame === 0) frame = requestAnimationFrame(draw);
  }

  function drawHeader(): void {
    const cells = ["", ...content.columns].map((name, index) => {
      const cell = element("columnheader", index === 0 ? "cell number" : "cell");
      cell.textContent = index === 0 ? "#" : name;
      cell.ariaColIndex = String(index + 1);
      if (index > 0) {
        cell.dataset["column"] = name;
        cell.style.width = `${COLUMN_WIDTH}px`;
        if (index <= content.frozen) {
          cell.classList.add("frozen");
          cell.style.insetInlineStart = `${left(index - 1)}px`;
        } else cell.style.transform = `translateX(${left(index - 1)}px)`;
      }
      return cell;
    });
    header.replaceChildren(...cells);
  }

  function measure(): void {
    canvas.style.height = `${shownHeight() + HEADER_HEIGHT}px`;
    canvas.style.width = `${left(content.columns.length)}px`;
    host.ariaRowCount = String(content.rows + 1);
    host.ariaColCount = String(content.columns.length + 1);
    build();
    later();
  }

  host.addEventListener("scroll", later, { passive: true });
  const resized = new ResizeObserver(measure);
  resized.observe(host);
  return {
    canvas,
    show(next) {
      const isOther = next.columns.join("\n") !== content.columns.join("\n") || next.frozen !== content.frozen;
      content = next;
      if (isOther) {
        for (const { element: old } of pool) old.remove();
        pool = [];
        drawHeader();
      }
      drawn = undefined;
      measure();
    },
    redraw: later,
    select(nextArea, nextActive) {
      area = nextArea;
      active = nextActive;
      later();
    },
    reveal({ row, column }) {
      const view = Math.max(ROW_HEIGHT, host.clientHeight - HEADER_HEIGHT);
      if (isScaled()) {
        const first = firstRow();
        if (row < first || row > first + viewRows() - 2) {
          const scrollable = shownHeight() + HEADER_HEIGHT - host.clientHeight;
          host.scrollTop = (row / Math.max(1, content.rows - viewRows())) * scrollable;
        }
      } else if (row * ROW_HEIGHT < host.scrollTop) host.scrollTop = row * ROW_HEIGHT;
      else if ((row + 1) * ROW_HEIGHT > host.scrollTop + view) host.scrollTop = (row + 1) * ROW_HEIGHT - view;
      if (column < content.frozen) return;
      const fixed = left(content.frozen);
      if (left(column) < host.scrollLeft + fixed) host.scrollLeft = left(column) - fixed;
      else if (left(column + 1) > host.scrollLeft + host.clientWidth) host.scrollLeft = left(column + 1) - host.clientWidth;
    },
    placeAt(target) {
      const cell = target instanceof Element ? target.closest("[role=gridcell]") : null;
      const [, row, column] = /-(\d+)-(\d+)$/.exec(cell?.id ?? "") ?? [];
      return row === undefined || column === undefined ? undefined : { row: Number(row), column: Number(column) };
    },
    boxOf: ({ row, column }) => ({
      left: column < content.frozen ? host.scrollLeft + left(column) : left(column),
      top: topOf(row),
      width: COLUMN_WIDTH,
      height: ROW_HEIGHT,
    }),
    pageRows: () => Math.max(1, viewRows() - 1),
    close() {
      resized.disconnect();
      host.removeEventListener("scroll", later);
      cancelAnimationFrame(frame);
      canvas.remove();
    },
  };
}

function element(role: string, className: string): HTMLElement {
  const made = document.createElement("div");
  made.role = role;
  made.className = className;
  return made;
}

export function isIn(area: Area | undefined, row: number, column: number): boolean {
  if (area === undefined) return false;
  const { rows, columns } = spanOf(area);
  return row >= rows[0] && row <= rows[1] && column >= columns[0] && column <= columns[1];
}

/** The first and last row and column of an area, however it was drawn. */
export function spanOf({ from, to }: Area): { readonly rows: readonly [number, number]; readonly columns: readonly [number, number] } {
  return {
    rows: [Math.min(from.row, to.row), Math.max(from.row, to.row)],
    columns: [Math.min(from.column, to.column), Math.max(from.column, to.column)],
  };
}
