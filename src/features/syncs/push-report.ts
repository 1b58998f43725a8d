import type { RowFault } from "../../channels/platform-port.ts";
import type { Batch } from "./push-batch.ts";
import type { PushCursor } from "./push-queries.ts";

export const NOTHING_SENT: PushCursor = Object.freeze({ sent: 0, refused: 0, waiting: 0, shown: [], worked: [], plan: null });

/** Refused rows that a sync names; the others are counted. */
const SHOWN_MAX = 20;
const SENTENCE_MAX = 300;

/** What the platform has against rows of a batch, by the rows' ids. */
export function refusalsOf({ rows }: Batch, faults: readonly RowFault[]): ReadonlyMap<string, string> {
  const refusals = new Map<string, string>();
  const known = new Set(rows.map(({ itemId }) => itemId));
  for (const { itemId, attribute, message } of faults) {
    const id = known.has(itemId) ? itemId : rowAt(rows, itemId);
    const sentence = attribute === null ? message : `${attribute}: ${message}`;
    if (id !== undefined && !refusals.has(id)) refusals.set(id, sentence.slice(0, SENTENCE_MAX));
  }
  return refusals;
}

/** Some platforms say only which row of the batch it was: `row 12`. */
function rowAt(rows: Batch["rows"], said: string): string | undefined {
  const [, nth] = /^row ([0-9]{1,9})$/.exec(said) ?? [];
  return nth === undefined ? undefined : rows[Number(nth) - 1]?.itemId;
}

interface Counted {
  readonly rows: number;
  readonly refusals: ReadonlyMap<string, string>;
}

export function countedIn(cursor: PushCursor, { rows, refusals }: Counted): PushCursor {
  const shown = [...refusals].map(([id, sentence]) => `${id}: ${sentence}`);
  return {
    ...cursor,
    sent: cursor.sent + rows - refusals.size,
    refused: cursor.refused + refusals.size,
    shown: [...cursor.shown, ...shown].slice(0, SHOWN_MAX),
  };
}

/** What a sync says of refused rows; null: there is nothing to say. */
export function sentenceOf({ refused, waiting, shown }: PushCursor, platform: string): string | null {
  const more = refused > shown.length ? [`${refused - shown.length} more rows were refused.`] : [];
  const same =
    waiting > 0 ? [`${waiting} rows that ${platform} refused before haven't changed since, so they are sent again within a day.`] : [];
  const lines = [...shown, ...more, ...same];
  return lines.length === 0 ? null : lines.join("\n");
}
