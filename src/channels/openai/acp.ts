import { jsonObject, jsonText, type LayoutOf } from "../../engine/channels/channel-file.ts";
import type { ChannelInput } from "../../engine/channels/channel-input.ts";
import { isOnSale } from "../../engine/channels/sale-dates.ts";
import { list, literal, name, sql } from "../../engine/sql/fragment.ts";
import type { Sql } from "../../kernel/sql.ts";
import { minorUnits } from "./cells.ts";

/** An address JSON Schema takes for a URI; NULL if the text is none. */
const uri = (text: Sql): Sql => sql`CASE WHEN regexp_full_match(${text}, ${URI}) THEN ${jsonText(text)} END`;
const URI = sql`'(?i)https?://[a-z0-9][a-z0-9.-]*(:[0-9]{1,5})?([/?#][-a-z0-9._~:/?#@!$&''()*+,;=%]*)?'`;

/**
 * `products.jsonl` of the Agentic Commerce Protocol (2026-04-17): one product with its variants a line, where its first row stands.
 * Rows of one `item_group_id` are variants of one product; a row without a group is a product of its own.
 */
export const acpProducts: LayoutOf = (_cells, input) => ({
  head: "",
  rows: (rows) => productRows(rows, input),
  line: jsonObject([
    ["id", jsonText(name("acp_id"))],
    ["title", jsonText(name("acp_title"))],
    ["url", sql`acp_url`],
    ["variants", sql`concat('[', acp_variants, ']')`],
  ]),
  foot: "",
  said: variantMembers(input).map(([called, json]) => [called, unquoted(json)] as const),
});

/** A string as it is, any other value as JSON. */
const unquoted = (json: Sql): Sql => sql`CASE WHEN starts_with(${json}, '"') THEN json_extract_string(${json}, '$') ELSE ${json} END`;

function productRows(rows: Sql, input: ChannelInput): Sql {
  const { rows: row } = input;
  const group = row.of("item_group_id");
  const title = row.of("item_group_title");
  const shown = sql`CASE WHEN ${title} <> '' THEN ${title} ELSE ${row.of("title")} END`;
  const key = sql`CASE WHEN ${group} <> '' THEN concat('g', ${group}) ELSE concat('r', CAST(ord AS VARCHAR)) END`;
  const variants = sql`SELECT ord, ${key} AS acp_key, CASE WHEN ${group} <> '' THEN ${group} ELSE ${row.of("id")} END AS acp_id, ${shown} AS acp_title, ${uri(row.of("link"))} AS acp_url, ${jsonObject(variantMembers(input))} AS acp_variant FROM (${rows})`;
  return sql`SELECT min(ord) AS ord, arg_min(acp_id, ord) AS acp_id, arg_min(acp_title, ord) AS acp_title, arg_min(acp_url, ord) AS acp_url, string_agg(acp_variant, ',' ORDER BY ord) AS acp_variants
    FROM (${variants}) GROUP BY acp_key ORDER BY ord`;
}

function variantMembers({ rows, feed }: ChannelInput): readonly (readonly [string, Sql])[] {
  const [price, sale] = [rows.of("price"), rows.of("sale_price")];
  const [availability, condition] = [sql`lower(replace(${rows.of("availability")}, ' ', '_'))`, sql`lower(${rows.of("condition")})`];
  // A variant has the price of now and no dates, so a sale counts while it goes on.
  const reduced = sql`${minorUnits(sale)} IS NOT NULL AND ${isOnSale({ rows, feed })}`;
  const available = list(["in_stock", "preorder", "backorder"].map(literal));
  return [
    ["id", jsonText(rows.of("id"))],
    ["title", sql`coalesce(${jsonText(rows.of("title"))}, '""')`],
    ["description", plain(rows.of("description"))],
    ["url", uri(rows.of("link"))],
    ["barcodes", given(rows.of("gtin"), sql`concat('[{"type":"GTIN","value":', ${jsonText(rows.of("gtin"))}, '}]')`)],
    ["price", sql`CASE WHEN ${reduced} THEN ${minorUnits(sale)} ELSE ${minorUnits(price)} END`],
    ["list_price", sql`CASE WHEN ${reduced} THEN ${minorUnits(price)} END`],
    [
      "availability",
      given(
        availability,
        sql`concat('{"available":', CASE WHEN ${availability} IN (${available}) THEN 'true' ELSE 'false' END, ',"status":', ${jsonText(availability)}, '}')`,
      ),
    ],
    ["categories", categories(rows.of("google_product_category"), rows.of("product_type"))],
    ["condition", given(condition, sql`concat('[', ${jsonText(condition)}, ']')`)],
    ["variant_options", options(rows.of("color"), rows.of("size"), rows.of("material"))],
    ["media", media(rows.of("image_link"), rows.of("additional_image_link"))],
    ["seller", literal(JSON.stringify({ name: feed.shopName }))],
  ];
}

const given = (text: Sql, json: Sql): Sql => sql`CASE WHEN ${text} <> '' THEN ${json} END`;
const plain = (text: Sql): Sql => given(text, sql`concat('{"plain":', ${jsonText(text)}, '}')`);

function categories(google: Sql, own: Sql): Sql {
  const one = (text: Sql, taxonomy: Sql): Sql =>
    given(text, sql`concat('{"value":', ${jsonText(text)}, ',"taxonomy":"', ${taxonomy}, '"}')`);
  const both = sql`concat_ws(',', ${one(google, sql`'google_product_category'`)}, ${one(own, sql`'merchant'`)})`;
  return sql`CASE WHEN ${both} <> '' THEN concat('[', ${both}, ']') END`;
}

function options(color: Sql, size: Sql, material: Sql): Sql {
  const one = (text: Sql, named: Sql): Sql => given(text, sql`concat('{"name":"', ${named}, '","value":', ${jsonText(text)}, '}')`);
  const all = sql`concat_ws(',', ${one(color, sql`'Color'`)}, ${one(size, sql`'Size'`)}, ${one(material, sql`'Material'`)})`;
  return sql`CASE WHEN ${all} <> '' THEN concat('[', ${all}, ']') END`;
}

/** A comma parts the other images; in the first one's address it's part of that. */
function media(image: Sql, others: Sql): Sql {
  const urls = sql`list_filter(list_transform(list_concat([${image}], string_split(${others}, ',')), lambda url: trim(url)), lambda url: regexp_full_match(url, ${URI}))`;
  const all = sql`array_to_string(list_transform(${urls}, lambda url: concat('{"type":"image","url":', CAST(to_json(url) AS VARCHAR), '}')), ',')`;
  return sql`CASE WHEN ${all} <> '' THEN concat('[', ${all}, ']') END`;
}
