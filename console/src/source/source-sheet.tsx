import { useBlocker, useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { type ApiRequest, call } from "../api/client.ts";
import { useFeed } from "../feeds/use-feed.ts";
import type { GridBody } from "../grid/grid-body.ts";
import type { CellPlace } from "../grid/grid-places.ts";
import { Grid } from "../grid/grid.tsx";
import { messages } from "../messages/messages.ts";
import { type Command, useCommands } from "../shell/commands.ts";
import { Confirm } from "../ui/overlay.tsx";
import { Fault, NoResults } from "../ui/states.tsx";
import { CellBar } from "./cell-bar.tsx";
import { countEdits } from "./cell-edits.ts";
import { EditBar } from "./edit-bar.tsx";
import { openRowPages, PAGE_ROWS, type RowPages } from "./row-pages.ts";
import { useColumnFacts } from "./use-column-facts.ts";
import { useCellQueue } from "./use-cell-queue.ts";

const words = messages.source;

type Query = NonNullable<ApiRequest<"source.rows">["query"]>;

interface SourceSheetProps {
  readonly columns: readonly string[];
  readonly query: Query;
  readonly total: number;
  readonly version: number;
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

/** The spreadsheet: edits wait in a bar below until they're applied together. */
export function SourceSheet({ columns, query, total, version }: SourceSheetProps): ReactNode {
  const search = useSearch({ from: "/shops/$shopId/feeds/$feedId/source" });
  const navigate = useNavigate({ from: "/shops/$shopId/feeds/$feedId/source" });
  const body = useRef<GridBody>(null);
  const [active, setActive] = useState<CellPlace>({ row: 0, column: 0 });
  const { pages, error } = useRows(query, version, body);
  const { id } = useFeed();
  const facts = useColumnFacts(id);
  const queue = useCellQueue({ pages, columns, total, locked: facts.locked });
  const { edits } = queue;
  useEffect(() => body.current?.redraw(), [edits]);
  const waiting = countEdits(edits);
  // Edits belong to the version that the first of them was made on, however the rows change meanwhile.
  const seen = useRef(version);
  if (waiting === 0) seen.current = version;
  useCommands(SHEET_KEYS);
  useCommands(waiting === 0 ? [] : [{ id: "undo", label: words.undoEdit, keys: "Ctrl+z", group: words.title, run: queue.undo }]);
  const row = pages.at(active.row);
  const column = columns[active.column];
  const sort = (name: string) => {
    const order = search.sort === name && search.order !== "desc" ? "desc" : undefined;
    void navigate({ search: (old) => ({ ...old, sort: name, order }) });
  };
  const clear = () => void navigate({ search: (old) => ({ ...old, find: undefined, filter: undefined, edited: undefined }) });
  return (
    <>
      <Fault error={error} />
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
            editable: (place) => {
              const found = pages.at(place.row);
              const name = columns[place.column];
              // A value that came cut can't be edited here: the rest of it would be lost.
              return found === undefined || name === undefined || found.cut.includes(name) || facts.locked.has(name)
                ? undefined
                : queue.valueAt(found, name);
            },
            ...{ onEdit: queue.write, onClear: queue.restore, onFillDown: queue.fillDown, onPaste: queue.paste },
            ...{ textOf: queue.textOf, onSort: sort },
          }}
        />
      )}
      <CellBar
        key={`${row?.row_id ?? ""} ${active.column}`}
        row={row}
        column={column}
        facts={facts}
        edit={row === undefined || column === undefined ? undefined : edits.get(row.row_id)?.get(column)}
        onWrite={(value) => queue.write(active, value)}
      />
      <EditBar
        edits={edits}
        facts={facts}
        version={seen.current}
        onUndo={queue.undo}
        onDone={() => {
          queue.clear();
          pages.forget();
          body.current?.redraw();
        }}
      />
      <Leaving waiting={waiting} />
    </>
  );
}

/** The rows of a question, kept by page until the feed has changed. */
function useRows(
  query: Query,
  version: number,
  body: { readonly current: GridBody | null },
): { readonly pages: RowPages; readonly error: Error | null } {
  const { id } = useFeed();
  const [error, setError] = useState<Error | null>(null);
  const [, setArrived] = useState(0);
  const identity = JSON.stringify(query);
  const pages = useMemo(
    () =>
      openRowPages({
        async ask(page, signal) {
          const { data } = await call("source.rows", { path: { id }, query: { ...query, page, per_page: PAGE_ROWS } }, { signal });
          return data;
        },
        onRows() {
          setError(null);
          setArrived((old) => old + 1);
          body.current?.redraw();
        },
        onError: (thrown) => setError(thrown instanceof Error ? thrown : new Error(String(thrown))),
      }),
    [id, identity, version],
  );
  useEffect(() => () => pages.forget(), [pages]);
  return { pages, error };
}

/** Edits that wait aren't lost unasked. */
function Leaving({ waiting }: { readonly waiting: number }): ReactNode {
  const blocked = useBlocker({
    shouldBlockFn: ({ current, next }) => waiting > 0 && current.pathname !== next.pathname,
    enableBeforeUnload: () => waiting > 0,
    withResolver: true,
  });
  return (
    <Confirm
      isOpen={blocked.status === "blocked"}
      onClose={() => blocked.reset?.()}
      title={words.leaveAsk}
      action={words.discardEdits}
      onConfirm={() => blocked.proceed?.()}
    >
      {words.wouldBeLost(waiting)}
    </Confirm>
  );
}
