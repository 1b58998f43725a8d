import type { ApiAnswer } from "../api/client.ts";

export type SourceRow = ApiAnswer<"source.rows">["data"][number];

/** The row of a place in the table. Undefined where it isn't known. */
export type RowAt = (index: number) => SourceRow | undefined;

export interface RowPages {
  readonly at: RowAt;
  /** Rows on the screen: what isn't known of them is asked for once the movement has stopped, and pages that were passed by are let go. */
  readonly want: (first: number, last: number) => void;
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

/** Rows of a long list, page by page as they come on the screen. */
export function openRowPages({ ask, onRows, onError }: Asking): RowPages {
  const pages = new Map<number, readonly SourceRow[]>();
  const asked = new Map<number, AbortController>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function load(page: number): Promise<void> {
    const abort = new AbortController();
    asked.set(page, abort);
    try {
      const rows = await ask(page, abort.signal);
      if (abort.signal.aborted) return;
      pages.set(page, rows);
      for (const old of [...pages.keys()].slice(0, Math.max(0, pages.size - PAGES_KEPT))) pages.delete(old);
      onRows();
    } catch (error) {
      if (!abort.signal.aborted) onError(error);
    } finally {
      if (asked.get(page) === abort) asked.delete(page);
    }
  }

  function settle(first: number, last: number): void {
    const wanted = new Set<number>();
    for (let page = pageOf(first); page <= pageOf(last); page += 1) wanted.add(page);
    for (const [page, abort] of asked)
      if (!wanted.has(page)) {
        abort.abort();
        asked.delete(page);
      }
    for (const page of wanted) {
      const present = pages.get(page);
      if (present === undefined) {
        if (!asked.has(page)) void load(page);
      } else {
        // The newest stand last.
        pages.delete(page);
        pages.set(page, present);
      }
    }
  }

  function forget(): void {
    clearTimeout(timer);
    for (const abort of asked.values()) abort.abort();
    asked.clear();
    pages.clear();
  }

  return {
    at: (index) => pages.get(pageOf(index))?.[index % PAGE_ROWS],
    want(first, last) {
      clearTimeout(timer);
      timer = setTimeout(() => settle(first, last), STILL_MS);
    },
    forget,
  };
}

/** Pages are counted from 1. */
const pageOf = (index: number): number => Math.floor(index / PAGE_ROWS) + 1;
