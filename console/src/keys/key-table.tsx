import type { ReactNode } from "react";
import { formatCount } from "../messages/format.ts";
import { messages } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { StatusMark } from "../ui/status.tsx";
import { Time } from "../ui/time.tsx";

const words = messages.keys;

export interface ListedKey {
  readonly id: number;
  readonly name: string;
  readonly key_prefix: string;
  readonly scopes: readonly string[];
  readonly status: "active" | "revoked";
  readonly request_count: number;
  readonly last_used_at: string | null;
}

interface KeyTableProps {
  readonly keys: readonly ListedKey[];
  /** The beginning of the key that this session acts for. */
  readonly current: string | undefined;
  readonly zone: string | undefined;
  readonly onRevoke: (key: ListedKey) => void;
}

export function KeyTable({ keys, current, zone, onRevoke }: KeyTableProps): ReactNode {
  const { column } = words;
  return (
    <DataTable
      label={words.title}
      rows={keys}
      keyOf={({ id }) => String(id)}
      columns={[
        { id: "name", label: column.name, cell: ({ name }) => <bdi dir="auto">{name}</bdi> },
        {
          id: "key",
          label: column.key,
          cell: ({ key_prefix: prefix }) => (
            <>
              <code>{prefix}…</code>
              {prefix === current ? ` ${words.current}` : ""}
            </>
          ),
        },
        { id: "scopes", label: column.scopes, isExtra: true, cell: ({ scopes }) => scopes.join(", ").replaceAll("_", " ") },
        { id: "requests", label: column.requests, isFigure: true, isExtra: true, cell: ({ request_count: count }) => formatCount(count) },
        {
          id: "used",
          label: column.used,
          cell: ({ last_used_at: at }) => (at === null ? words.neverUsed : <Time at={at} zone={zone} />),
        },
        {
          id: "state",
          label: column.state,
          cell: ({ status }) => <StatusMark status={status === "active" ? "live" : "superseded"}>{words[status]}</StatusMark>,
        },
        {
          id: "revoke",
          label: words.revoke,
          cell: (key) =>
            key.status === "revoked" ? null : (
              <Button kind="quiet" aria-label={words.revokeAction(key.name)} onPress={() => onRevoke(key)}>
                {words.revoke}
              </Button>
            ),
        },
      ]}
    />
  );
}
