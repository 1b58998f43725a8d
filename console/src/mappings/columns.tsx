import sides from "../ui/sides.module.css";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import { useChange } from "../api/queries.ts";
import { useFeed } from "../feeds/use-feed.ts";
import { messages } from "../messages/messages.ts";
import { useCommands } from "../shell/commands.ts";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/overlay.tsx";
import { Select } from "../ui/select.tsx";
import { Empty, Loading, NoResults } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import { ColumnTable } from "./column-table.tsx";
import { isMissing, type MappedColumn, useColumnsOfFeed } from "./columns-of-feed.ts";
import { MappingEditor } from "./mapping-editor.tsx";
import { MAPPING_MARKS } from "./mapping-marks.ts";
import { type MappingsSearch, SHOWS } from "./mappings-search.ts";
import styles from "./mappings.module.css";

const words = messages.mappings;
const ROUTE = "/shops/$shopId/feeds/$feedId/mappings";

/** Every column: what it reads, how full it is, and what each channel says of it; one of them open beside the list. */
export function Columns(): ReactNode {
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: ROUTE });
  const { mappings, profiles, columns, slugs } = useColumnsOfFeed();
  const shown = (columns ?? []).filter((column) => isShown(column, search));
  const opened = columns?.find(({ name }) => name === search.column);
  const open = (name: string | undefined) => void navigate({ search: (old) => ({ ...old, column: name }) });
  const at = shown.findIndex(({ name }) => name === search.column);
  const walk = (by: number) => open(shown[Math.max(0, Math.min(shown.length - 1, at + by))]?.name);
  useCommands([
    { id: "next column", label: words.next, keys: "j", group: words.keys, run: () => walk(1) },
    { id: "column before", label: words.previous, keys: "k", group: words.keys, run: () => walk(-1) },
    { id: "edit column", label: words.openColumn, keys: "e", group: words.keys, run: () => open(shown[Math.max(0, at)]?.name) },
  ]);
  return (
    <>
      {columns === undefined ? null : <Facts columns={columns} />}
      <Filters key={search.find ?? ""} search={search} />
      <Answer of={profiles} rows={20}>
        {() => (
          <Answer of={mappings} rows={20}>
            {(found) => {
              if (columns === undefined) return <Loading rows={20} />;
              if (columns.length === 0) return <Empty title={words.noColumns}>{words.noColumnsNext}</Empty>;
              return (
                <div className={sides["sides"]} data-split="narrow" data-open={opened !== undefined}>
                  <div className={sides["list"]}>
                    {shown.length === 0 ? (
                      <NoResults filter={filterText(search)} onClear={() => void navigate({ search: {} })} />
                    ) : (
                      <ColumnTable columns={shown} slugs={slugs} opened={opened?.name} onOpen={open} />
                    )}
                  </div>
                  {opened === undefined ? null : (
                    <MappingEditor key={opened.name} column={opened} sources={found.source_columns} onClose={() => open(undefined)} />
                  )}
                </div>
              );
            }}
          </Answer>
        )}
      </Answer>
    </>
  );
}

function isShown(column: MappedColumn, { find = "", show = "every" }: MappingsSearch): boolean {
  const text = find.toLowerCase();
  const isFound = [column.name, column.reads ?? ""].some((one) => one.toLowerCase().includes(text));
  if (!isFound) return false;
  if (show === "changed") return !column.isDefault;
  if (show === "missing") return isMissing(column);
  if (show === "empty") return (column.profile?.with_value ?? 0) === 0;
  return true;
}

function filterText({ find, show }: MappingsSearch): string {
  return [find === undefined ? undefined : words.noMatch(find), show === undefined ? undefined : words.shows[show]]
    .filter(Boolean)
    .join(", ");
}

function Facts({ columns }: { readonly columns: readonly MappedColumn[] }): ReactNode {
  const changed = columns.filter(({ isDefault }) => !isDefault).length;
  const missing = columns.filter(isMissing).length;
  return (
    <div className={styles["facts"]}>
      <p>
        {words.means} {columns.length === 0 ? null : `${words.facts(columns.length, changed)}.`}{" "}
        {missing === 0 ? null : <strong>{words.missing(missing)}.</strong>}
      </p>
      {changed === 0 ? null : <ResetAll changed={changed} />}
    </div>
  );
}

function ResetAll({ changed }: { readonly changed: number }): ReactNode {
  const { id } = useFeed();
  const [isAsking, setAsking] = useState(false);
  const reset = useChange("columns.change_mappings", { marks: MAPPING_MARKS });
  return (
    <>
      <Button kind="quiet" onPress={() => setAsking(true)}>
        {words.resetAll}
      </Button>
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={words.resetAsk}
        action={words.resetAll}
        isPending={reset.isPending}
        error={reset.error}
        onConfirm={() => reset.mutate({ path: { feed_id: id }, body: { reset: true } }, { onSuccess: () => setAsking(false) })}
      >
        {words.resetMeans(changed)}
      </Confirm>
    </>
  );
}

function Filters({ search }: { readonly search: MappingsSearch }): ReactNode {
  const navigate = useNavigate({ from: ROUTE });
  const [find, setFind] = useState(search.find ?? "");
  const form = useRef<HTMLFormElement>(null);
  const focus = () => form.current?.querySelector("input")?.focus();
  useCommands([
    { id: "find column", label: words.find, keys: "/", group: words.keys, run: focus },
    { id: "filter columns", label: words.show, keys: "f", group: words.keys, run: () => form.current?.querySelector("button")?.focus() },
  ]);
  return (
    <form
      ref={form}
      role="search"
      className={styles["filters"]}
      onSubmit={(event) => {
        event.preventDefault();
        void navigate({ search: (old) => ({ ...old, find: find.trim() === "" ? undefined : find.trim() }) });
      }}
    >
      <TextField label={words.find} value={find} onChange={setFind} placeholder={words.findHint} />
      <Select
        label={words.show}
        value={search.show ?? "every"}
        options={SHOWS.map((value) => ({ value, label: words.shows[value] }))}
        onChange={(show) => void navigate({ search: (old) => ({ ...old, show: show === "every" ? undefined : show }) })}
      />
      <Button type="submit">{words.find}</Button>
    </form>
  );
}
