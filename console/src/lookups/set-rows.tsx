import type { UseMutationResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ApiAnswer, ApiRequest } from "../api/client.ts";
import type { ApiError, NetworkError } from "../api/errors.ts";
import { useApi, useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/states.tsx";

const words = messages.lookups;
const CHANGE = "lookup_table.rows_changed";

export type SetRows = UseMutationResult<ApiAnswer<"lookups.set_rows">, ApiError | NetworkError, ApiRequest<"lookups.set_rows">>;
type WrittenRow = Readonly<Record<string, string>> | readonly string[];

/** Changes of a table's rows, which the page says and takes back. */
export function useSetRows(name: string): { readonly change: SetRows; readonly save: (rows: Rows, onDone: () => void) => void } {
  const change = useChange("lookups.set_rows", { marks: ["lookups.", "audit.", "feeds."] });
  return {
    change,
    save: ({ rows = [], remove = [] }, onDone) =>
      change.mutate({ path: { name }, body: { rows: [...rows], remove: [...remove] } }, { onSuccess: onDone }),
  };
}

export type SettingRows = ReturnType<typeof useSetRows>;

interface Rows {
  readonly rows?: readonly WrittenRow[];
  readonly remove?: readonly string[];
}

/** What the last change did, with the way back. */
export function SavedRows({ set: { change } }: { readonly set: SettingRows }): ReactNode {
  const undo = useChange("changes.undo", { marks: ["lookups.", "audit.", "feeds."] });
  const last = useApi("audit.list", { query: { action: CHANGE, per_page: 1 } }, { enabled: change.data !== undefined });
  if (change.data === undefined) return null;
  const { added_count: added, changed_count: changed, removed_count: removed, changes } = change.data;
  if (undo.data !== undefined) return <p role="status">{words.undone}</p>;
  const entry = last.isFetching ? undefined : last.data?.data.at(0);
  return (
    <p role="status">
      {changes.length === 0 ? words.nothing : words.saved(added, changed, removed)}{" "}
      {changes.length === 0 || entry === undefined ? null : (
        <Button isPending={undo.isPending} onPress={() => undo.mutate({ body: { audit_id: entry.id } })}>
          {words.undo}
        </Button>
      )}
      <Fault error={undo.error} />
    </p>
  );
}
