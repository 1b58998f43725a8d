import { shownValues } from "../../engine/channels/channel-file.ts";
import { renderedCells } from "../../engine/channels/rows-to-send.ts";
import { omitRows, type Omission, type OpenChannel, type RunRows } from "./make-channel-file.ts";

/** What a channel's file says of a row. */
export interface RenderedRow {
  readonly rowId: string;
  /** Position of the item if a rule has split the row, else 1. */
  readonly item: number;
  /** By attribute, in the order of the file. */
  readonly values: Readonly<Record<string, string>>;
}

interface AskedRows {
  readonly rowIds: readonly number[];
  readonly omission: Omission | null;
}

/** Some of the rows that are in the file. */
export async function renderRows(rows: RunRows, channel: OpenChannel, { rowIds, omission }: AskedRows): Promise<readonly RenderedRow[]> {
  const { session, split } = rows;
  const { files, format, cells, input } = channel;
  const shown = shownValues({ form: format, cells, input });
  const omitted = await omitRows(rows, channel, omission);
  const values = shown.map(([, value]) => value);
  const found = await session.all(renderedCells(files, { values, split, omitted, rowIds }));
  return found.map((row) => ({
    rowId: String(row["row_id"]),
    item: Number(row["item"]),
    values: Object.fromEntries(shown.map(([name], at) => [name, String(row[`c${at + 1}`] ?? "")])),
  }));
}
