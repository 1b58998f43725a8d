import type { ChannelCell } from "../../engine/channels/cells.ts";
import { type LayoutOf, rss, xmlEscaped } from "../../engine/channels/channel-file.ts";
import { join, literal, sql } from "../../engine/sql/fragment.ts";
import type { Sql } from "../../kernel/sql.ts";
import { APP_LINK } from "./attributes.ts";

/** Flattened headers of CSV (`video[0].url`) and the nested elements they are in XML. */
const NESTED = /^(?<outer>[a-z_]+)\[0\](?:\.(?<inner>[a-z_]+))?$/;

/** Google's RSS form with Meta's own elements: nested ones for flattened headers, `<applink>` for links into apps. */
export const metaRss: LayoutOf = (cells, input) => {
  const links = cells.filter(({ attribute }) => attribute.name.startsWith(APP_LINK));
  const plain = rss(cells.filter((cell) => !links.includes(cell)).map(asElement), input);
  if (links.length === 0) return plain;
  const line = sql`replace(${plain.line}, '</item>', concat(${join(links.map(appLink), sql`, `)}, '</item>'))`;
  return { ...plain, line };
};

function asElement(cell: ChannelCell): ChannelCell {
  const { outer, inner } = NESTED.exec(cell.attribute.name)?.groups ?? {};
  if (outer === undefined) return cell;
  return { ...cell, attribute: { ...cell.attribute, name: outer, parts: inner === undefined ? null : [inner] } };
}

function appLink({ attribute, value }: ChannelCell): Sql {
  const open = literal(`<applink property="${attribute.name.slice(APP_LINK.length)}" content="`);
  return sql`CASE WHEN ${value} = '' THEN '' ELSE concat(${open}, replace(${xmlEscaped(value)}, '"', '&quot;'), '"/>') END`;
}
