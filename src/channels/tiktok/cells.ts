import { type ChannelCell, tableCells } from "../../engine/channels/cells.ts";
import type { ChannelInput } from "../../engine/channels/channel-input.ts";
import { sql } from "../../engine/sql/fragment.ts";
import { TIKTOK_ATTRIBUTES } from "./attributes.ts";

/** Groups of `shipping` have semicolons between them in TikTok's CSV; in XML each is an element of its own. */
export function tiktokCells(input: ChannelInput): readonly ChannelCell[] {
  const { rows, settings } = input;
  if (!rows.has("shipping")) return tableCells(TIKTOK_ATTRIBUTES, input);
  const shipping = rows.of("shipping");
  const value = settings.format === "csv" ? sql`replace(${shipping}, ',', ';')` : sql`replace(${shipping}, ';', ',')`;
  return tableCells(TIKTOK_ATTRIBUTES, input, { shipping: { value, reads: ["shipping"] } });
}
