import { useState } from "react";
import { messages } from "../messages/messages.ts";
import { useCommands } from "./commands.ts";

const words = messages.shell;

interface RowKeys<Row> {
  /** The rows of the page's list. */
  readonly rows: readonly Row[];
  readonly group: string;
  readonly onOpen: (row: Row) => void;
  /** `x`: chooses the row for what is done to several together, or no longer. */
  readonly choose?: { readonly label: string; readonly run: (row: Row) => void };
}

/** `j` and `k` walk through the page's list, `e` opens the row they have come to, which is the answer; `x` chooses it where rows are chosen. */
export function useRowKeys<Row>({ rows, group, onOpen, choose }: RowKeys<Row>): Row | undefined {
  const [at, setAt] = useState<number | undefined>();
  const walk = (by: number) => setAt((old) => Math.max(0, Math.min(rows.length - 1, old === undefined ? 0 : old + by)));
  const chosen = at === undefined ? undefined : rows[at];
  useCommands([
    { id: "next row", label: words.nextRow, keys: "j", group, run: () => walk(1) },
    { id: "previous row", label: words.previousRow, keys: "k", group, run: () => walk(-1) },
    {
      ...{ id: "open row", label: words.openRow, keys: "e", group },
      run() {
        if (chosen !== undefined) onOpen(chosen);
      },
    },
    ...(choose === undefined
      ? []
      : [
          {
            ...{ id: "choose row", label: choose.label, keys: "x", group },
            run() {
              if (chosen !== undefined) choose.run(chosen);
            },
          },
        ]),
  ]);
  return chosen;
}
