import {
  type Area,
  type CellPlace,
  COLUMN_WIDTH,
  firstRow,
  HEADER_HEIGHT,
  isIn,
  leftOf,
  ROW_HEIGHT,
  rowsInView,
  scrolledHeight,
  scrollTopFor,
  type SortedColumn,
  topOf,
  type View,
} from "./grid-places.ts";

export interface CellContent {
  readonly text: string;
  /** Who made the value, or that it waits to be applied. */
  readonly mark: "" | "person" | "queued" | "locked";
}

export interface GridContent {
  readonly rows: number;
  readonly columns: readonly string[];
  /** The first columns, which stay while the others scroll. */
  readonly frozen: number;
  /** Undefined: the rows are in their own order. */
  readonly sorted: SortedColumn | undefined;
  /** Undefined: not known yet. */
  readonly cell: (row: number, column: number) => CellContent | undefined;
  /** The rows on the screen have changed. */
  readonly onRows: (first: number, last: number) => void;
}

const OVERSCAN = 4;
const NOTHING: GridContent = { rows: 0, columns: [], frozen: 0, sorted: undefined, cell: () => undefined, onRows: () => undefined };

interface PooledCell {
  readonly element: HTMLElement;
  text: string;
  state: string;
  column: number;
}

interface PooledRow {
  readonly element: HTMLElement;
  readonly number: HTMLElement;
  readonly cells: readonly PooledCell[];
  row: number;
  top: number;
}

/**
 * The body of a table of any length: a pool of rows at `index % rows` and in each a pool of cells at `column % cells`. A frame writes only what
 * differs from what is there. It draws neither the frame around it nor the editor.
 */
export class GridBody {
  readonly canvas = newElement("presentation", "canvas");
  readonly #host: HTMLElement;
  readonly #id: string;
  readonly #header = newElement("row", "row header");
  readonly #resized = new ResizeObserver(() => this.#measure());
  #content = NOTHING;
  #pool: readonly PooledRow[] = [];
  #cellsInRow = 0;
  #area: Area | undefined;
  #active: CellPlace | undefined;
  #drawn: readonly [first: number, last: number] = [-1, -1];
  #frame = 0;

  constructor(host: HTMLElement, id: string) {
    this.#host = host;
    this.#id = id;
    this.#header.ariaRowIndex = "1";
    host.append(this.canvas);
    host.addEventListener("scroll", this.redraw, { passive: true });
    this.#resized.observe(host);
  }

  show(content: GridContent): void {
    const { columns, frozen } = this.#content;
    const isOther = content.columns.join("\n") !== columns.join("\n") || content.frozen !== frozen;
    this.#content = content;
    if (isOther) {
      this.#drop();
      this.#header.replaceChildren(...["#", ...content.columns].map((name, index) => headerCell(name, index - 1, content.frozen)));
      // Not before: a row without cells is no row to a screen reader.
      this.canvas.prepend(this.#header);
    }
    for (const cell of this.#header.querySelectorAll<HTMLElement>("[data-column]")) cell.ariaSort = sortOf(cell, content.sorted);
    this.#drawn = [-1, -1];
    this.#measure();
  }

  /** Draws again in the next frame, because cells have changed or moved. */
  readonly redraw = (): void => {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw());
  };

  select(area: Area, active: CellPlace): void {
    this.#area = area;
    this.#active = active;
    this.redraw();
  }

  reveal({ row, column }: CellPlace): void {
    const host = this.#host;
    host.scrollTop = scrollTopFor(row, this.#view());
    if (column < this.#content.frozen) return;
    const fixed = leftOf(this.#content.frozen);
    if (leftOf(column) < host.scrollLeft + fixed) host.scrollLeft = leftOf(column) - fixed;
    else if (leftOf(column + 1) > host.scrollLeft + host.clientWidth) host.scrollLeft = leftOf(column + 1) - host.clientWidth;
  }

  placeAt(target: EventTarget | null): CellPlace | undefined {
    const cell = target instanceof Element ? target.closest("[role=gridcell]") : null;
    const [, row, column] = /-(\d+)-(\d+)$/.exec(cell?.id ?? "") ?? [];
    return row === undefined || column === undefined ? undefined : { row: Number(row), column: Number(column) };
  }

  /** Where a cell is in the canvas, in pixels. */
  boxOf({ row, column }: CellPlace) {
    const left = leftOf(column) + (column < this.#content.frozen ? this.#host.scrollLeft : 0);
    return { left, top: topOf(row, this.#view()), width: COLUMN_WIDTH, height: ROW_HEIGHT };
  }

  pageRows(): number {
    return Math.max(1, rowsInView(this.#view()) - 1);
  }

  close(): void {
    this.#resized.disconnect();
    this.#host.removeEventListener("scroll", this.redraw);
    cancelAnimationFrame(this.#frame);
    this.canvas.remove();
  }

  #view(): View {
    return { rows: this.#content.rows, scrollTop: this.#host.scrollTop, height: this.#host.clientHeight };
  }

  #measure(): void {
    const { rows, columns } = this.#content;
    this.canvas.style.height = `${scrolledHeight(rows) + HEADER_HEIGHT}px`;
    this.canvas.style.width = `${leftOf(columns.length)}px`;
    this.#host.ariaRowCount = String(rows + 1);
    this.#host.ariaColCount = String(columns.length + 1);
    this.#build();
    this.redraw();
  }

  #build(): void {
    const { rows, columns, frozen } = this.#content;
    const wanted = Math.min(rows, rowsInView(this.#view()) + 2 * OVERSCAN);
    const cells = Math.min(Math.max(0, columns.length - frozen), Math.ceil(this.#host.clientWidth / COLUMN_WIDTH) + 2);
    if (wanted === this.#pool.length && cells === this.#cellsInRow) return;
    this.#drop();
    this.#cellsInRow = cells;
    this.#pool = Array.from({ length: wanted }, () => newRow(frozen, frozen + cells));
    this.canvas.append(...this.#pool.map(({ element }) => element));
  }

  #drop(): void {
    for (const { element } of this.#pool) element.remove();
    this.#pool = [];
  }

  #draw(): void {
    this.#frame = 0;
    if (this.#pool.length === 0) return this.#nameActive();
    const view = this.#view();
    const first = Math.max(0, Math.min(view.rows - this.#pool.length, Math.floor(firstRow(view)) - OVERSCAN));
    const last = first + this.#pool.length - 1;
    const columns = this.#columnsInView();
    for (let row = first; row <= last; row += 1) this.#drawRow(row, topOf(row, view), columns);
    this.#nameActive();
    if (this.#drawn[0] === first && this.#drawn[1] === last) return;
    this.#drawn = [first, last];
    this.#content.onRows(first, last);
  }

  /** Frozen columns, then those in view, each with its place in a row's pool. */
  #columnsInView(): readonly (readonly [slot: number, column: number])[] {
    const { frozen, columns } = this.#content;
    const cells = this.#cellsInRow;
    const first = Math.max(frozen, Math.min(columns.length - cells, frozen + Math.floor(this.#host.scrollLeft / COLUMN_WIDTH)));
    const fixed = Array.from({ length: Math.min(frozen, columns.length) }, (_, column) => [column, column] as const);
    return [...fixed, ...Array.from({ length: cells }, (_, index) => [frozen + ((first + index) % cells), first + index] as const)];
  }

  #drawRow(row: number, top: number, columns: readonly (readonly [slot: number, column: number])[]): void {
    const pooled = this.#pool[row % this.#pool.length];
    if (pooled === undefined) return;
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
      if (cell !== undefined) this.#drawCell(cell, row, column);
    }
  }

  #drawCell(cell: PooledCell, row: number, column: number): void {
    const { element } = cell;
    if (cell.column !== column) {
      cell.column = column;
      element.ariaColIndex = String(column + 2);
      if (column >= this.#content.frozen) element.style.transform = `translateX(${leftOf(column)}px)`;
    }
    const identity = `${this.#id}-${row}-${column}`;
    if (element.id !== identity) element.id = identity;
    const found = this.#content.cell(row, column);
    const text = found?.text ?? "";
    if (cell.text !== text) {
      cell.text = text;
      element.textContent = text;
    }
    this.#drawState(cell, found, { row, column });
  }

  #drawState(cell: PooledCell, found: CellContent | undefined, { row, column }: CellPlace): void {
    const isActive = this.#active?.row === row && this.#active.column === column;
    const isSelected = isActive || isIn(this.#area, row, column);
    const names = [
      "cell",
      column < this.#content.frozen && "frozen",
      found?.mark ?? "coming",
      isSelected && "selected",
      isActive && "active",
    ];
    const state = names.filter(Boolean).join(" ");
    if (cell.state === state) return;
    cell.state = state;
    cell.element.className = state;
    cell.element.ariaSelected = String(isSelected);
    cell.element.ariaReadOnly = String(found?.mark === "locked");
  }

  /** The focus stays on the table, which names the active cell while it's in view. */
  #nameActive(): void {
    const active = this.#active;
    const row = active === undefined ? undefined : this.#pool.find((pooled) => pooled.row === active.row);
    const cell = row?.cells.find(({ column }) => column === active?.column);
    if (cell === undefined) this.#host.removeAttribute("aria-activedescendant");
    else this.#host.setAttribute("aria-activedescendant", cell.element.id);
  }
}

function headerCell(name: string, column: number, frozen: number): HTMLElement {
  const cell = newElement("columnheader", column < 0 ? "cell number" : "cell");
  cell.textContent = name;
  cell.ariaColIndex = String(column + 2);
  if (column < 0) return cell;
  cell.dataset["column"] = name;
  place(cell, column, frozen);
  return cell;
}

function sortOf(cell: HTMLElement, sorted: SortedColumn | undefined): SortedColumn["order"] | null {
  return sorted !== undefined && sorted.column === cell.dataset["column"] ? sorted.order : null;
}

function newRow(frozen: number, cells: number): PooledRow {
  const element = newElement("row", "row");
  const number = newElement("rowheader", "cell number");
  element.append(number);
  const pooled = Array.from({ length: cells }, (_, column): PooledCell => {
    const cell = newElement("gridcell", "cell");
    cell.dir = "auto";
    if (column < frozen) place(cell, column, frozen);
    element.append(cell);
    return { element: cell, text: "", state: "", column: -1 };
  });
  return { element, number, cells: pooled, row: -1, top: -1 };
}

function place(cell: HTMLElement, column: number, frozen: number): void {
  if (column < frozen) {
    cell.classList.add("frozen");
    cell.style.left = `${leftOf(column)}px`;
  } else cell.style.transform = `translateX(${leftOf(column)}px)`;
}

function newElement(role: string, className: string): HTMLElement {
  const made = document.createElement("div");
  made.role = role;
  made.className = className;
  return made;
}
