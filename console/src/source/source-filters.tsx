import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import { useCommands } from "../shell/commands.ts";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { TextField } from "../ui/text-field.tsx";
import { ColumnChoice } from "./column-choice.tsx";
import styles from "./source.module.css";

interface SourceFiltersProps {
  readonly names: readonly string[];
  readonly columns: readonly string[];
  readonly fault: string | undefined;
}

export function SourceFilters({ names, columns, fault }: SourceFiltersProps): ReactNode {
  const search = useSearch({ from: "/shops/$shopId/feeds/$feedId/source" });
  const navigate = useNavigate({ from: "/shops/$shopId/feeds/$feedId/source" });
  const [find, setFind] = useState(search.find ?? "");
  const [filter, setFilter] = useState(search.filter ?? "");
  const form = useRef<HTMLFormElement>(null);
  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.focus();
  useCommands([
    { id: "find", label: "Find a row", keys: "/", group: "Source data", run: () => focus("find") },
    { id: "filter", label: "Filter by a condition", keys: "f", group: "Source data", run: () => focus("filter") },
  ]);
  const given = (text: string) => (text.trim() === "" ? undefined : text.trim());
  return (
    <form
      ref={form}
      role="search"
      className={styles["filters"]}
      onSubmit={(event) => {
        event.preventDefault();
        void navigate({ search: (old) => ({ ...old, find: given(find), filter: given(filter) }) });
      }}
    >
      <TextField label="Find" name="find" value={find} onChange={setFind} placeholder="Text of any column" />
      <TextField label="Filter" name="filter" isMono value={filter} onChange={setFilter} placeholder="[D]price < 20" fault={fault} />
      <Button type="submit">Apply</Button>
      {search.find === undefined && search.filter === undefined ? null : (
        <Button kind="quiet" onPress={() => void navigate({ search: (old) => ({ ...old, find: undefined, filter: undefined }) })}>
          Clear the filter
        </Button>
      )}
      <Checkbox
        isSelected={search.edited === true}
        onChange={(isOnly) => void navigate({ search: (old) => ({ ...old, edited: isOnly ? true : undefined }) })}
      >
        Edited rows only
      </Checkbox>
      <ColumnChoice
        names={names}
        columns={columns}
        onChoose={(chosen) => void navigate({ search: (old) => ({ ...old, columns: chosen.join(",") }) })}
      />
    </form>
  );
}
