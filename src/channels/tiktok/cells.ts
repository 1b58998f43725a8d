import { type ChannelCell, type OwnCells, tableCells } from "../../engine/channels/cells.ts";
import type { ChannelInput } from "../../engine/channels/channel-input.ts";
import { mayBeQuoted, quotedItems, quotedPart } from "../../engine/channels/quoted-items.ts";
import { saleDatesWithColons } from "../../engine/channels/sale-dates.ts";
import { list, sql } from "../../engine/sql/fragment.ts";
import { textsJoined } from "../../engine/sql/text-sql.ts";
import { TIKTOK_ATTRIBUTES } from "./attributes.ts";

export function tiktokCells(input: ChannelInput): readonly ChannelCell[] {
  return tableCells(TIKTOK_ATTRIBUTES, input, { ...saleDatesWithColons(input), ...shipping(input) });
}

/** Groups have semicolons between them in TikTok's CSV; in XML each is an element of its own. What is in quotes stays whole. */
function shipping({ rows, settings }: ChannelInput): OwnCells {
  if (!rows.has("shipping")) return {};
  const groups = rows.of("shipping");
  if (settings.format !== "csv") {
    const commas = sql`CASE WHEN ${mayBeQuoted(groups)} THEN ${groups} ELSE replace(${groups}, ';', ',') END`;
    return { shipping: { value: commas, reads: ["shipping"] } };
  }
  const parts = TIKTOK_ATTRIBUTES.find(({ name }) => name === "shipping")?.parts ?? [];
  const bare = parts.map((_, at) => quotedPart(sql`item`, at + 1, at === parts.length - 1));
  const items = sql`list_transform(${quotedItems(groups, "groups")}, lambda item: concat_ws(':', ${list(bare)}))`;
  const value = sql`CASE WHEN ${mayBeQuoted(groups)} THEN ${textsJoined(items, sql`';'`)} ELSE replace(${groups}, ',', ';') END`;
  return { shipping: { value, reads: ["shipping"] } };
}
