import { useState } from "react";
import { type Area, spanOf } from "../grid/grid-places.ts";
import { messages } from "../messages/messages.ts";
import { type AskRows, readRows, readWhole } from "./read-rows.ts";
import type { RowAt, RowPages } from "./row-pages.ts";

const words = messages.source;

export interface FarRows {
  /** The rows of an area: a promise if some of them have to be read first. `isWhole`: with the whole of values that came cut. */
  readonly rowsOf: (area: Area, isWhole: boolean) => RowAt | Promise<RowAt>;
  /** Shows that rows are being read until this has ended, and why it failed. */
  readonly follow: (work: Promise<unknown>) => void;
  readonly say: (note: string | undefined) => void;
  readonly note: string | undefined;
  readonly error: Error | null;
}

interface Known {
  readonly pages: RowPages;
  readonly columns: readonly string[];
  readonly ask: AskRows;
}

/** Rows for what is done to many cells at once, wherever in the table they are. */
export function useFarRows({ pages, columns, ask }: Known): FarRows {
  const [note, say] = useState<string | undefined>();
  const [reading, setReading] = useState(0);
  const [error, setError] = useState<Error | null>(null);
  return {
    ...{ note: reading > 0 ? words.readingRows : note, say, error },
    rowsOf(area, isWhole) {
      const { rows, columns: span } = spanOf(area);
      const range = { first: rows[0], last: rows[1], columns: columns.slice(span[0], span[1] + 1) };
      const found = Array.from({ length: range.last - range.first + 1 }, (_, down) => pages.at(range.first + down));
      const isKnown = found.every((row) => row !== undefined);
      const isCut = found.some((row) => range.columns.some((column) => row?.cut.includes(column)));
      if (isKnown && !(isWhole && isCut)) return pages.at;
      const kept: RowAt = (index) => found[index - range.first];
      const read = async (): Promise<RowAt> => {
        const at = isKnown ? kept : await readRows(ask, range);
        return isWhole ? readWhole(ask, range, at) : at;
      };
      return read();
    },
    follow(work) {
      setError(null);
      setReading((count) => count + 1);
      work
        .catch((thrown: unknown) => setError(thrown instanceof Error ? thrown : new Error(String(thrown))))
        .finally(() => setReading((count) => count - 1));
    },
  };
}
