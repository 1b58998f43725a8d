import type { z } from "zod";
import { formatId, storedId } from "../../kernel/ids.ts";
import { USERS_SHOWN_MAX } from "./lookup-limits.ts";
import type { LookupTableRow, NamedUse } from "./lookup-queries.ts";
import { type LookupUse, lookupTableAnswer, type UsedLookupTableShape } from "./lookup-shapes.ts";

/** A table with what reads it, of everything in the shop that names one. */
export function usedLookupTable(table: LookupTableRow, uses: readonly NamedUse[]): z.input<typeof UsedLookupTableShape> {
  const own = uses.filter(({ name }) => name.toLowerCase() === table.name.toLowerCase());
  return { ...lookupTableAnswer(table), used_by: own.slice(0, USERS_SHOWN_MAX).map(useAnswer) };
}

function useAnswer({ feed_id: feed, rule_id: rule, channel }: NamedUse): LookupUse {
  return {
    type: rule !== null ? "rule" : channel === null ? "mapping" : "channel",
    feed_id: formatId("feed", storedId("feed", feed)),
    rule_id: rule === null ? null : formatId("rule", storedId("rule", rule)),
    channel,
  };
}
