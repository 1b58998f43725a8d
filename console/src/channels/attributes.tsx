import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { Answer } from "../ui/answer.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import type { Channel } from "./channel-state.tsx";
import styles from "./channels.module.css";

const words = messages.channels;
type Attribute = ApiAnswer<"channels.attributes">[number];

const COLUMNS: readonly Column<Attribute>[] = [
  { id: "name", label: words.attribute, cell: ({ name }) => <code>{name}</code> },
  { id: "from", label: words.from, cell: ({ from }) => (from === null ? words.ownName : <code>{from}</code>) },
  {
    id: "required",
    label: words.required,
    cell: ({ requirement, condition }) => [words.requirements[requirement], condition?.replaceAll("`", "")].filter(Boolean).join(": "),
  },
  {
    id: "takes",
    label: words.takes,
    isExtra: true,
    cell: ({ type, max_length: length, max_items: items }) => words.takesOf(type, length, items),
  },
  { id: "notes", label: words.notes, isExtra: true, cell: ({ notes }) => notes.replaceAll("`", "") },
];

/** Everything the channel reads, as its own documentation says it. */
export function Attributes({ channel: { slug, display_name: name } }: { readonly channel: Channel }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const attributes = useApi("channels.attributes", { path: { slug } });
  return (
    <details className={styles["details"]} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.attributes(name, attributes.data?.length ?? 0)}</summary>
      {isOpen ? (
        <Answer of={attributes}>
          {(found) => <DataTable label={words.attribute} columns={COLUMNS} rows={found} keyOf={(attribute) => attribute.name} />}
        </Answer>
      ) : null}
    </details>
  );
}
