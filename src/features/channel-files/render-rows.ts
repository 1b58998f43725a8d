import { renderedCells } from "../../engine/channels/rows-to-send.ts";
import { namesIn, type OpenChannel, type RunRows } from "./make-channel-file.ts";

/** What a channel's file says of a row. */
export interface RenderedRow {
  readonly rowId: string;
  /** Position of the item if a rule has split the row, else 1. */
  readonly item: number;
  /** By attribute, in the order of the file. */
  readonly values: Readonly<Record<string, string>>;
}

/** Some of the rows that aren't excluded. */
export async function renderRows(
  { session, split }: RunRows,
  channel: OpenChannel,
  rowIds: readonly number[],
): Promise<readonly RenderedRow[]> {
  const { files, cells } = channel;
  const values = cells.map(({ value }) => value);
  const names = namesIn(channel);
  const found = await session.all(renderedCells(files, { values, split, rowIds }));
  return found.map((row) => ({
    rowId: String(row["row_id"]),
    item: Number(row["item"]),
    values: Object.fromEntries(names.map((name, at) => [name, String(row[`c${at + 1}`] ?? "")])),
  }));
}
