import type { ChannelCell } from "../../engine/channels/cells.ts";
import type { LayoutOf } from "../../engine/channels/channel-file.ts";
import { NTH } from "../../engine/channels/channel-file.ts";
import { join, literal, sql } from "../../engine/sql/fragment.ts";
import { isInEachMessage, isOfMessage } from "./cells.ts";
import { marketplaceOf } from "./marketplaces.ts";

/** A `JSON_LISTINGS_FEED` document, version 2.0: a header, then one message a row and line. */
export const listingsFeed: LayoutOf = (cells, input) => {
  const { settings, feed } = input;
  const header = {
    sellerId: settings.seller_id ?? "",
    version: "2.0",
    issueLocale: marketplaceOf(settings.marketplace_id, feed.country).languageTag,
    report: { includedData: ["issues"], apiVersion: "2021-08-01" },
  };
  const attributes = cells.filter((cell) => !isOfMessage(cell));
  const [sku, type] = cells.filter(isOfMessage).map(({ value }) => value);
  if (sku === undefined || type === undefined) throw new Error("a message has a SKU and a product type");
  const head = sql`CASE WHEN ${NTH} > 1 THEN ',' ELSE '' END, '{"messageId":', CAST(${NTH} AS VARCHAR), ',"sku":', CAST(to_json(${sku}) AS VARCHAR), ',"operationType":"UPDATE","productType":', CAST(to_json(${type}) AS VARCHAR), ',"requirements":"LISTING","attributes":{'`;
  // With what each message has in front, the others bring a comma along; so the line is made in one go, and no text is copied twice.
  const members = [
    ...attributes.filter(isInEachMessage).map((cell) => sql`${literal(nameOf(cell))}, ${cell.value}`),
    ...attributes.filter((cell) => !isInEachMessage(cell)).map(unlessBlank),
  ];
  return {
    head: `{"header":${JSON.stringify(header)},"messages":[`,
    line: sql`concat(${head}, ${join(members, sql`, `)}, '}}')`,
    foot: "]}",
  };
};

const nameOf = ({ attribute }: ChannelCell): string => `${JSON.stringify(attribute.name)}:`;

function unlessBlank(cell: ChannelCell) {
  return sql`CASE WHEN ${cell.value} = '' THEN '' ELSE ${literal(`,${nameOf(cell)}`)} END, ${cell.value}`;
}
