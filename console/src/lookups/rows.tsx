import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { useCommands } from "../shell/commands.ts";
import { Section } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Filters } from "../ui/filters.tsx";
import { LongText } from "../ui/long-text.tsx";
import { Pager } from "../ui/pager.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { Empty, NoResults } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import { RowForm } from "./row-form.tsx";
import styles from "./lookups.module.css";
import type { SettingRows } from "./set-rows.tsx";

type Row = ApiAnswer<"lookups.rows">["data"][number];

const words = messages.lookups;
const PER_PAGE = 50;

interface RowsProps {
  readonly table: ApiAnswer<"lookups.get">;
  readonly set: SettingRows;
}

/** The rows a page at a time, searched and edited. */
export function Rows({ table, set }: RowsProps): ReactNode {
  const { page = 1, find } = useSearch({ from: "/shops/$shopId/lookups/$name" });
  const navigate = useNavigate({ from: "/shops/$shopId/lookups/$name" });
  const rows = useApi("lookups.rows", { path: { name: table.name }, query: { page, per_page: PER_PAGE, search: find } });
  const [typed, setTyped] = useState(find ?? "");
  const [editing, setEditing] = useState<Row>();
  const form = useRef<HTMLFormElement>(null);
  useCommands([
    { id: "search rows", label: words.search, keys: "/", group: words.group, run: () => form.current?.querySelector("input")?.focus() },
  ]);
  const search = (text: string) => void navigate({ search: { find: text === "" ? undefined : text } });
  return (
    <Section title={words.rows(rows.data?.meta.total ?? table.row_count)}>
      <Filters>
        <form
          ref={form}
          onSubmit={(event) => {
            event.preventDefault();
            search(typed);
          }}
        >
          <TextField label={words.search} value={typed} onChange={setTyped} />
        </form>
      </Filters>
      <Answer of={rows} rows={8}>
        {({ data, meta }, { isStale }) =>
          meta.total === 0 ? (
            find === undefined ? (
              <Empty title={words.noRows}>{words.noRowsNext}</Empty>
            ) : (
              <NoResults
                filter={words.searchIs(find)}
                onClear={() => {
                  setTyped("");
                  search("");
                }}
              />
            )
          ) : (
            <>
              <DataTable
                label={words.rowsLabel}
                columns={columnsOf(meta.columns, setEditing)}
                rows={data}
                keyOf={({ key }) => key}
                isStale={isStale}
              />
              <Pager
                page={page}
                meta={meta}
                onChange={(next, how) => void navigate({ search: (old) => ({ ...old, page: next }), ...how })}
              />
            </>
          )
        }
      </Answer>
      <Sheet isOpen={editing !== undefined} onClose={() => setEditing(undefined)} title={words.editRow(editing?.key ?? "")}>
        {editing === undefined ? null : <RowForm table={table} row={editing} set={set} onDone={() => setEditing(undefined)} />}
      </Sheet>
    </Section>
  );
}

function columnsOf(columns: readonly string[], onEdit: (row: Row) => void): readonly Column<Row>[] {
  return columns.map((column, at) => ({
    id: column,
    label: column,
    cell: (row) =>
      at === 0 ? (
        <Button kind="quiet" aria-label={words.edit(row.key)} onPress={() => onEdit(row)} className={styles["key"]}>
          <CatalogText>{row.key}</CatalogText>
        </Button>
      ) : (
        <LongText>{row.values[column] ?? ""}</LongText>
      ),
  }));
}
