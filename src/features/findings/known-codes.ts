import type { Check } from "../../engine/channels/check.ts";
import { CARRIED_COLUMNS, type RowValues, rowValues } from "../../engine/channels/row-values.ts";
import { FEED_COLUMNS } from "../../engine/plan/feed-columns.ts";
import { sql } from "../../engine/sql/fragment.ts";
import type { CheckedChannel } from "./find-checked-channel.ts";

/** The channel's checks over rows: to be looked at, not run. */
export function checksOver({ pack, settings, feed }: CheckedChannel, rows: RowValues): readonly Check[] {
  const facts = {
    country: feed.target_country,
    language: "en",
    currency: "USD",
    shopName: "",
    storeUrl: "https://shop.example",
    now: "2026-01-01T00:00:00Z",
  };
  return pack.checks({ rows, settings, feed: facts, taxonomy: sql`SELECT NULL` });
}

/** Everything the channel may check: as if rows had all columns. */
export function everyCheck(channel: CheckedChannel): readonly Check[] {
  const attributes = channel.pack.attributes.map(({ name }) => name);
  const columns = [...new Set([...FEED_COLUMNS.map(({ name }) => name), ...attributes])];
  return checksOver(channel, rowValues(columns, CARRIED_COLUMNS));
}

/** Whether the channel checks anything. */
export function isChecked(channel: CheckedChannel): boolean {
  return everyCheck(channel).length > 0;
}

/** The checks that make findings of a code, one for each field; empty: the channel has no such findings. */
export function checksOfCode(channel: CheckedChannel, code: string): readonly Check[] {
  return everyCheck(channel).filter((check) => check.code === code);
}
