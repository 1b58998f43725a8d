import { useBlocker, useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { call, type ApiRequest } from "../api/client.ts";
import { useFeed } from "../feeds/use-feed.ts";
import { Grid, type GridHandle } from "../grid/grid.tsx";
import { type Area, type CellContent, type CellPlace, type GridContent, spanOf } from "../grid/grid-body.ts";
import { useCommands } from "../shell/commands.ts";
import { Confirm } from "../ui/overlay.tsx";
import { Fault } from "../ui/states.tsx";
import { CellBar } from "./cell-bar.tsx";
import { type CellEdits, countEdits, type EditedCell, formatTsv, NO_EDITS, parseTsv, withEdits } from "./cell-edits.ts";
import { EditBar } from "./edit-bar.tsx";
import { openRowPages, PAGE_ROWS, type RowPages, type SourceRow } from "./row-pages.ts";

type Query = NonNullable<ApiRequest<"source.rows">["query"]>;

interface SourceSheetProps {
  readonly columns: readonly string[];
  readonly query: Query;
  readonly total: number;
  readonly version: number;
}

const HEIGHT = "calc(100dvh - 300px)";
/** More than this of one paste or fill is a job for a rule. */
const CELLS_AT_ONCE_MAX = 50_000;

/** The spreadsheet: edits wait in a bar below until they're applied together. */
export function SourceSheet({ columns, query, total, version }: SourceSheetProps): ReactNode {
  const { id } = useFeed();
  const search = useSearch({ from: "/shops/$shopId/feeds/$feedId/source" });
  const navigate = useNavigate({ from: "/shops/$shopId/feeds/$feedId/source" });
  const grid = useRef<GridHandle>(null);
  const [history, setHistory] = useState<readonly CellEdits[]>([NO_EDITS]);
  const [error, setError] = useState<Error | null>(null);
  const [active, setActive] = useState<CellPlace>({ row: 0, column: 0 });
  const [loaded, setLoaded] = useState(0);
  const edits = history.at(-1) ?? NO_EDITS;
  const queued = useRef(edits);
  queued.current = edits;
  const identity = JSON.stringify(query);
  const pages = useMemo<RowPages>(
    () =>
      openRowPages({
        ask: async (page, signal) =>
          (await call("source.rows", { path: { id }, query: { ...query, page, per_page: PAGE_ROWS } }, { signal })).data,
        onRows: () => {
          setError(null);
          setLoaded((old) => old + 1);
          grid.current?.redraw();
        },
        onError: (thrown) => setError(thrown instanceof Error ? thrown : new Error(String(thrown))),
      }),
    [id, identity, version],
  );
  useEffect(() => () => pages.forget(), [pages]);
  useEffect(() => grid.current?.redraw(), [edits]);
  const waiting = countEdits(edits);
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => waiting > 0 && current.pathname !== next.pathname,
    enableBeforeUnload: () => waiting > 0,
    withResolver: true,
  });

  const valueAt = (row: SourceRow, column: string): string => {
    const edit = queued.current.get(row.row_id)?.get(column);
    if (edit === undefined) return row.values[column] ?? "";
    return edit.after ?? "";
  };
  const content = useMemo<GridContent>(
    () => ({
      rows: total,
      columns,
      frozen: 1,
      onRows: pages.want,
      cell(index, at): CellContent | undefined {
        const row = pages.at(index);
        const column = columns[at];
        if (row === undefined || column === undefined) return undefined;
        const isQueued = queued.current.get(row.row_id)?.has(column) === true;
        return { text: valueAt(row, column), mark: isQueued ? "queued" : column in row.edited ? "person" : "" };
      },
    }),
    [total, columns.join("\n"), pages],
  );

  const push = (more: readonly EditedCell[]) => {
    if (more.length === 0) return;
    setHistory((old) => [...old, withEdits(old.at(-1) ?? NO_EDITS, more)]);
  };
  const editOf = (place: CellPlace, after: string | null): EditedCell | undefined => {
    const row = pages.at(place.row);
    const column = columns[place.column];
    if (row === undefined || column === undefined) return undefined;
    const before = row.values[column] ?? "";
    // Nothing to restore where nobody has edited.
    if (after === null && !(column in row.edited)) return { rowId: row.row_id, column, before, after: before };
    return { rowId: row.row_id, column, before, after };
  };
  const everyCell = ({ rows, columns: across }: ReturnType<typeof spanOf>, value: (row: number, column: number) => string | null) => {
    const found: EditedCell[] = [];
    for (let row = rows[0]; row <= rows[1] && found.length < CELLS_AT_ONCE_MAX; row += 1)
      for (let column = across[0]; column <= across[1]; column += 1) {
        const edit = editOf({ row, column }, value(row, column));
        if (edit !== undefined) found.push(edit);
      }
    return found;
  };
  const textAt = (row: number, column: number): string => {
    const found = pages.at(row);
    return found === undefined ? "" : valueAt(found, columns[column] ?? "");
  };
  const textOf = (area: Area): string => {
    const span = spanOf(area);
    const rows: string[][] = [];
    for (let row = span.rows[0]; row <= span.rows[1] && rows.length < CELLS_AT_ONCE_MAX; row += 1)
      rows.push(Array.from({ length: span.columns[1] - span.columns[0] + 1 }, (_, index) => textAt(row, span.columns[0] + index)));
    return formatTsv(rows);
  };
  const paste = (from: CellPlace, area: Area, text: string) => {
    const cells = parseTsv(text);
    const [only] = cells.length === 1 && cells[0]?.length === 1 ? cells[0] : [];
    // One value fills what is selected, as in any spreadsheet.
    if (only !== undefined) push(everyCell(spanOf(area), () => only));
    else
      push(
        cells.flatMap((row, down) =>
          row.flatMap((value, across) => editOf({ row: from.row + down, column: from.column + across }, value) ?? []),
        ),
      );
  };
  const undo = () => setHistory((old) => (old.length > 1 ? old.slice(0, -1) : old));
  useCommands(waiting === 0 ? [] : [{ id: "undo", label: "Undo the last edit", keys: "Ctrl+z", group: "Source data", run: undo }]);
  const row = pages.at(active.row);
  return (
    <>
      <Fault error={error} />
      <Grid
        label="Source data"
        content={content}
        height={HEIGHT}
        handle={grid}
        onActive={setActive}
        editable={(place) => {
          const found = pages.at(place.row);
          const column = columns[place.column];
          // A value that came cut can't be edited: the rest of it would be lost.
          return found === undefined || column === undefined || found.cut.includes(column) ? undefined : valueAt(found, column);
        }}
        onEdit={(place, value) => push([editOf(place, value) ?? []].flat())}
        onClear={(area) => push(everyCell(spanOf(area), () => null))}
        onFillDown={(area) => push(everyCell(spanOf(area), (_, column) => textAt(spanOf(area).rows[0], column)))}
        onPaste={paste}
        textOf={textOf}
        onSort={(column) =>
          void navigate({
            search: (old) => ({ ...old, sort: column, order: search.sort === column && search.order !== "desc" ? "desc" : undefined }),
          })
        }
      />
      <CellBar
        key={`${row?.row_id ?? ""} ${active.column} ${loaded}`}
        row={row}
        column={columns[active.column]}
        edit={row === undefined ? undefined : edits.get(row.row_id)?.get(columns[active.column] ?? "")}
        onWrite={(value) => push([editOf(active, value) ?? []].flat())}
      />
      <EditBar
        edits={edits}
        version={version}
        onUndo={undo}
        onDone={() => {
          setHistory([NO_EDITS]);
          pages.forget();
          grid.current?.redraw();
        }}
      />
      <Confirm
        isOpen={leaving.status === "blocked"}
        onClose={() => leaving.reset?.()}
        title="Leave with edits that aren't applied?"
        action="Discard the edits"
        onConfirm={() => leaving.proceed?.()}
      >
        {waiting} edits wait to be applied. They're lost if you leave.
      </Confirm>
    </>
  );
}
