import type { Sql } from "../../kernel/sql.ts";
import { list, literal, name, sql } from "../sql/fragment.ts";
import { nfc } from "../sql/text-sql.ts";
import { FACT_COLLECTION, FACT_COLLECTION_ID, FACT_IMAGE, type RawFact } from "./raw-tables.ts";

/**
 * Facts gathered to one row per owner, whatever order they came in. A platform may have more facts than variants, so none of
 * this is wide: values of one owner become one JSON text, of which columns read their member.
 */

const of = (facts: Sql, owner: RawFact["owner"], column: string): Sql =>
  sql`(SELECT owner_id, value FROM ${facts} WHERE owner = ${literal(owner)} AND ${name("column")} = ${literal(column)})`;

/** `owner_id, told_values`: column to value; of two values of a column the smaller. */
export function toldValues(facts: Sql, owner: RawFact["owner"]): Sql {
  const column = name("column");
  const lists = list([FACT_COLLECTION, FACT_COLLECTION_ID, FACT_IMAGE].map(literal));
  const once = sql`SELECT owner_id, ${column}, min(value) AS value FROM ${facts}
    WHERE owner = ${literal(owner)} AND ${column} NOT IN (${lists}) GROUP BY owner_id, ${column}`;
  // Members are read by name, so their order does not show.
  return sql`SELECT owner_id, '{' || string_agg(to_json(${column}) || ':' || to_json(value), ',') || '}' AS told_values FROM (${once}) GROUP BY owner_id`;
}

/** `owner_id, told_collections`: a list of titles, each once, in byte order. */
export function toldCollections(facts: Sql): Sql {
  const once = sql`SELECT DISTINCT owner_id, ${nfc(sql`value`)} AS title FROM ${of(facts, "product", FACT_COLLECTION)}`;
  return sql`SELECT owner_id, list(replace(title, ',', chr(8218)) ORDER BY title) AS told_collections FROM (${once}) GROUP BY owner_id`;
}

/** `owner_id, told_collection_ids`: their numbers, each once, joined as titles are. */
export function toldCollectionIds(facts: Sql): Sql {
  const once = sql`SELECT DISTINCT owner_id, value FROM ${of(facts, "product", FACT_COLLECTION_ID)}`;
  return sql`SELECT owner_id, string_agg(value, ', ' ORDER BY value) AS told_collection_ids FROM (${once}) GROUP BY owner_id`;
}

/** `owner_id, told_image`: the address of the variant's own picture. A picture may belong to several products, so it may come twice. */
export function toldImages(facts: Sql, images: Sql): Sql {
  const pictures = sql`SELECT TRY_CAST(id AS BIGINT) AS picture, min(url) AS url FROM ${images} WHERE id IS NOT NULL GROUP BY picture`;
  const named = sql`SELECT owner_id, TRY_CAST(value AS BIGINT) AS picture FROM ${of(facts, "variant", FACT_IMAGE)}`;
  return sql`SELECT owner_id, arg_min(url, picture) AS told_image FROM (${named}) JOIN (${pictures}) USING (picture) GROUP BY owner_id`;
}
