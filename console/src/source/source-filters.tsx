import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import { messages } from "../messages/messages.ts";
import { useCommands } from "../shell/commands.ts";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { ColumnChoice } from "../ui/column-choice.tsx";
import { TextField } from "../ui/text-field.tsx";
import styles from "./source.module.css";

const words = messages.source;

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
    { id: "find", label: words.findRow, keys: "/", group: words.title, run: () => focus("find") },
    { id: "filter", label: words.filterByCondition, keys: "f", group: words.title, run: () => focus("filter") },
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
      <TextField label={words.find} name="find" value={find} onChange={setFind} placeholder={words.findHint} />
      <TextField
        label={words.filter}
        name="filter"
        isMono
        value={filter}
        onChange={setFilter}
        placeholder={words.filterHint}
        fault={fault}
      />
      <Button type="submit">{words.apply}</Button>
      {search.find === undefined && search.filter === undefined ? null : (
        <Button kind="quiet" onPress={() => void navigate({ search: (old) => ({ ...old, find: undefined, filter: undefined }) })}>
          {messages.ui.clearFilter}
        </Button>
      )}
      <Checkbox
        isSelected={search.edited === true}
        onChange={(isOnly) => void navigate({ search: (old) => ({ ...old, edited: isOnly ? true : undefined }) })}
      >
        {words.editedOnly}
      </Checkbox>
      <ColumnChoice
        names={names}
        columns={columns}
        onChoose={(chosen) => void navigate({ search: (old) => ({ ...old, columns: chosen.join(",") }), resetScroll: false })}
      />
    </form>
  );
}
