import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { type ApiRequest, call } from "../api/client.ts";
import { useFeed } from "../feeds/use-feed.ts";
import type { GridBody } from "../grid/grid-body.ts";
import type { CellPlace, SortedColumn } from "../grid/grid-places.ts";
import { Grid } from "../grid/grid.tsx";
import { messages } from "../messages/messages.ts";
import { type Command, useCommands } from "../shell/commands.ts";
import { Fault, NoResults } from "../ui/states.tsx";
import { CellBar } from "./cell-bar.tsx";
import type { CellEdits } from "./cell-edits.ts";
import type { AskRows } from "./read-rows.ts";
import { openRowPages, PAGE_ROWS, type RowPages, type SourceRow } from "./row-pages.ts";
import styles from "./source.module.css";
import { useCellQueue } from "./use-cell-queue.ts";
import type { ColumnFacts } from "./use-column-facts.ts";
import type { EditHistory } from "./use-edit-history.ts";

const words = messages.source;

type Query = NonNullable<ApiRequest<"source.rows">["query"]>;

interface SourceSheetProps {
  readonly columns: readonly string[];
  readonly query: Query;
  readonly total: number;
  readonly version: number;
  readonly history: EditHistory;
  readonly facts: ColumnFacts;
}

const { keys: help } = words;
/** The table takes these itself. */
const SHEET_KEYS: readonly Command[] = (
  [
    [help.move, "Shift+ArrowDown"],
    [help.edit, "Enter"],
    [help.copy, "Ctrl+c"],
    [help.paste, "Ctrl+v"],
    [help.fill, "Ctrl+d"],
    [help.restore, "Delete"],
    [help.all, "Ctrl+a"],
  ] as const
).map(([label, keys]) => ({ id: `sheet ${keys}`, label, keys, group: words.title, kind: "help", run: () => undefined }));
const HEIGHT = "calc(100dvh - 300px)";

/** The spreadsheet. What is edited in it waits until it's applied together. */
export function SourceSheet({ columns, query, total, version, history, facts }: SourceSheetProps): ReactNode {
  const search = useSearch({ from: "/shops/$shopId/feeds/$feedId/source" });
  const navigate = useNavigate({ from: "/shops/$shopId/feeds/$feedId/source" });
  const body = useRef<GridBody>(null);
  const [active, setActive] = useState<CellPlace>({ row: 0, column: 0 });
  const { pages, ask, error } = useRows(query, { state: `${version} ${history.round}`, written: history.written }, body);
  const queue = useCellQueue({ history, pages, ask, columns, total, sorted: sortedBy(query), locked: facts.locked });
  const { edits } = history;
  useEffect(() => body.current?.redraw(), [edits]);
  const { row, hold } = useHeldRow(pages, active);
  const column = columns[active.column];
  const sort = (name: string) => {
    const order = search.sort === name && search.order !== "desc" ? "desc" : undefined;
    // The table goes to its top by itself, and stays at the column.
    void navigate({ search: (old) => ({ ...old, sort: name, order }), resetScroll: false });
  };
  const sorting = column === undefined ? [] : [{ id: "sort", label: words.sortBy(column), group: words.title, run: () => sort(column) }];
  useCommands([...SHEET_KEYS, ...sorting]);
  const clear = () => void navigate({ search: (old) => ({ ...old, find: undefined, filter: undefined, edited: undefined }) });
  return (
    <>
      <Fault error={error ?? queue.error} />
      {total === 0 ? (
        <NoResults filter={words.filterText(search.find, search.filter, search.edited === true)} onClear={clear} />
      ) : (
        <Grid
          label={words.title}
          content={queue.content}
          height={HEIGHT}
          body={body}
          acts={{
            onActive: setActive,
            editable: queue.editable,
            ...{ onClear: queue.restore, onFillDown: queue.fillDown, onPaste: queue.paste },
            ...{ onCopy: queue.copy, onSort: sort },
          }}
        />
      )}
      {queue.note === undefined ? null : (
        <p role="status" className={styles["note"]}>
          {queue.note}
        </p>
      )}
      <CellBar
        key={`${row?.row_id ?? ""} ${active.column}`}
        row={row}
        column={column}
        facts={facts}
        edit={row === undefined || column === undefined ? undefined : edits.get(row.row_id)?.get(column)}
        onTyped={hold}
        onWrite={(value) => row === undefined || column === undefined || queue.write(row, column, value)}
      />
    </>
  );
}

function sortedBy({ sort, order }: Query): SortedColumn | undefined {
  return sort === undefined ? undefined : { column: sort, order: order === "desc" ? "descending" : "ascending" };
}

/** The row of the active cell. Held while a person types below the table: other rows may come to its place meanwhile. */
function useHeldRow(pages: RowPages, active: CellPlace): { readonly row: SourceRow | undefined; readonly hold: () => void } {
  const [held, setHeld] = useState<{ readonly row: SourceRow; readonly at: CellPlace } | undefined>();
  const row = held?.at === active ? (pages.find(held.row.row_id) ?? held.row) : pages.at(active.row);
  return { row, hold: () => setHeld(row === undefined ? undefined : { row, at: active }) };
}

interface Changing {
  /** Rows that were read in another one are out of date. */
  readonly state: string;
  readonly written: CellEdits;
}

/** The rows of a question, kept by page. Those that are out of date stay until they've been read again. */
function useRows(
  query: Query,
  { state, written }: Changing,
  body: { readonly current: GridBody | null },
): { readonly pages: RowPages; readonly ask: AskRows; readonly error: Error | null } {
  const { id } = useFeed();
  const [error, setError] = useState<Error | null>(null);
  const [, setArrived] = useState(0);
  const identity = JSON.stringify(query);
  const ask: AskRows = async (part, signal) =>
    (await call("source.rows", { path: { id }, query: { ...query, ...part } }, signal === undefined ? {} : { signal })).data;
  const pages = useMemo(
    () =>
      openRowPages({
        ask: (page, signal) => ask({ page, per_page: PAGE_ROWS }, signal),
        onRows() {
          setError(null);
          setArrived((old) => old + 1);
          body.current?.redraw();
        },
        onError: (thrown) => setError(thrown instanceof Error ? thrown : new Error(String(thrown))),
      }),
    [id, identity],
  );
  useEffect(() => {
    pages.note(written);
    setArrived((old) => old + 1);
    body.current?.redraw();
  }, [written]);
  useEffect(() => pages.renew(), [pages, state]);
  useEffect(() => () => pages.forget(), [pages]);
  return { pages, ask, error };
}
