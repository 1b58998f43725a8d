import { type ChannelCell, type OwnCells, tableCells } from "../../engine/channels/cells.ts";
import type { ChannelInput } from "../../engine/channels/channel-input.ts";
import { saleDatesWithColons } from "../../engine/channels/sale-dates.ts";
import { sql } from "../../engine/sql/fragment.ts";
import { TIKTOK_ATTRIBUTES } from "./attributes.ts";

export function tiktokCells(input: ChannelInput): readonly ChannelCell[] {
  return tableCells(TIKTOK_ATTRIBUTES, input, { ...saleDatesWithColons(input), ...shipping(input) });
}

/** Groups have semicolons between them in TikTok's CSV; in XML each is an element of its own. */
function shipping({ rows, settings }: ChannelInput): OwnCells {
  if (!rows.has("shipping")) return {};
  const groups = rows.of("shipping");
  const value = settings.format === "csv" ? sql`replace(${groups}, ',', ';')` : sql`replace(${groups}, ';', ',')`;
  return { shipping: { value, reads: ["shipping"] } };
}
