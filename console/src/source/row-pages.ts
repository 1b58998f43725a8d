import type { ApiAnswer } from "../api/client.ts";
import type { CellEdit, CellEdits } from "./cell-edits.ts";

export type SourceRow = ApiAnswer<"source.rows">["data"][number];

/** The row of a place in the table. Undefined where it isn't known. */
export type RowAt = (index: number) => SourceRow | undefined;

export interface RowPages {
  readonly at: RowAt;
  /** Rows on the screen: what isn't known of them is asked for once the movement has stopped, and pages that were passed by are let go. */
  readonly want: (first: number, last: number) => void;
  /** Every row is out of date: those on the screen are asked for again, and each stays until its replacement has arrived. */
  readonly renew: () => void;
  /** These cells have been written. Rows say so until they're read again. */
  readonly note: (written: CellEdits) => void;
  /** A row as it's known now, wherever it stands. */
  readonly find: (rowId: string) => SourceRow | undefined;
  readonly forget: () => void;
}

interface Asking {
  readonly ask: (page: number, signal: AbortSignal) => Promise<readonly SourceRow[]>;
  readonly onRows: () => void;
  readonly onError: (error: unknown) => void;
}

export const PAGE_ROWS = 100;
const PAGES_KEPT = 60;
const STILL_MS = 60;

interface Page {
  readonly rows: readonly SourceRow[];
  readonly isOld: boolean;
}

/** Rows of a long list, page by page as they come on the screen. */
export function openRowPages(asking: Asking): RowPages {
  const pages = new Map<number, Page>();
  /** The newest stand last. */
  const put = (page: number, kept: Page) => {
    pages.delete(page);
    pages.set(page, kept);
  };
  const requests = openRequests(asking, (page, rows) => {
    put(page, { rows, isOld: false });
    for (const old of [...pages.keys()].slice(0, Math.max(0, pages.size - PAGES_KEPT))) pages.delete(old);
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown: readonly [first: number, last: number] | undefined;

  function settle(first: number, last: number): void {
    requests.stop((page) => page < pageOf(first) || page > pageOf(last));
    for (let page = pageOf(first); page <= pageOf(last); page += 1) {
      const present = pages.get(page);
      if (present !== undefined) put(page, present);
      if (present?.isOld !== false) requests.begin(page);
    }
  }

  return {
    at: (index) => pages.get(pageOf(index))?.rows[index % PAGE_ROWS],
    find: (rowId) => findRow([...pages.values()], rowId),
    want(first, last) {
      shown = [first, last];
      clearTimeout(timer);
      timer = setTimeout(() => settle(first, last), STILL_MS);
    },
    renew() {
      clearTimeout(timer);
      // What is on its way was asked for before.
      requests.stop();
      for (const [page, { rows }] of pages) pages.set(page, { rows, isOld: true });
      if (shown !== undefined) settle(...shown);
    },
    note(written) {
      for (const [page, { rows, isOld }] of pages) pages.set(page, { rows: withCells(rows, written), isOld });
    },
    forget() {
      clearTimeout(timer);
      requests.stop();
      pages.clear();
    },
  };
}

interface PageRequests {
  /** Asks for a page, unless it's asked for already. */
  readonly begin: (page: number) => void;
  readonly stop: (isEnding?: (page: number) => boolean) => void;
}

function openRequests({ ask, onRows, onError }: Asking, keep: (page: number, rows: readonly SourceRow[]) => void): PageRequests {
  const asked = new Map<number, AbortController>();

  async function load(page: number): Promise<void> {
    const abort = new AbortController();
    asked.set(page, abort);
    try {
      const rows = await ask(page, abort.signal);
      if (abort.signal.aborted) return;
      keep(page, rows);
      onRows();
    } catch (error) {
      if (!abort.signal.aborted) onError(error);
    } finally {
      if (asked.get(page) === abort) asked.delete(page);
    }
  }

  return {
    begin(page) {
      if (!asked.has(page)) void load(page);
    },
    stop(isEnding = () => true) {
      for (const [page, abort] of asked)
        if (isEnding(page)) {
          abort.abort();
          asked.delete(page);
        }
    },
  };
}

/** A row may stand on an old page and, elsewhere, on one that has been read since. */
function findRow(pages: readonly Page[], rowId: string): SourceRow | undefined {
  const newestFirst = pages.toSorted((one, other) => Number(one.isOld) - Number(other.isOld));
  return newestFirst.flatMap(({ rows }) => rows).find((row) => row.row_id === rowId);
}

function withCells(rows: readonly SourceRow[], written: CellEdits): readonly SourceRow[] {
  return rows.map((row) => {
    const cells = written.get(row.row_id);
    return cells === undefined ? row : withWritten(row, cells);
  });
}

function withWritten(row: SourceRow, cells: ReadonlyMap<string, CellEdit>): SourceRow {
  const others = Object.entries(row.edited).filter(([column]) => !cells.has(column));
  const edited = [...cells].flatMap(([column, { after }]) => (after === null ? [] : [[column, after] as const]));
  // What a person wrote is there whole.
  const cut = row.cut.filter((column) => typeof cells.get(column)?.after !== "string");
  return { ...row, edited: Object.fromEntries([...others, ...edited]), cut };
}

/** Pages are counted from 1. */
const pageOf = (index: number): number => Math.floor(index / PAGE_ROWS) + 1;
