import { integer, literal, name, sql } from "../../engine/sql/fragment.ts";
import type { Sql } from "../../kernel/sql.ts";

interface Wanted {
  /** NFC. */
  readonly wanted: string;
  readonly max: number;
}

/** `title, found, among`: titles of the collections that products are in, the wanted one first, of so many. `column`: the snapshot's column of collections. */
export function collectionTitles(source: string, column: string, { wanted, max }: Wanted): Sql {
  return sql`SELECT title, lower(title) = lower(${literal(wanted)}) AS found, count(*) OVER () AS among
    FROM (SELECT DISTINCT unnest(string_split(joined, ', ')) AS title FROM (SELECT DISTINCT ${name(column)} AS joined FROM read_parquet(${literal(source)})))
    WHERE title <> '' ORDER BY found DESC, title = ${literal(wanted)} DESC, title LIMIT ${integer(max)}`;
}

/**
 * `id, title, found, namesakes, among` of the collections that the platform lists, the wanted one first. A title that is written as it is asked
 * for comes before one in another case; `namesakes` is how many it may mean, `among` how many there are.
 */
export function listedCollections(listed: string, { wanted, max }: Wanted): Sql {
  return sql`SELECT id, title, lower(title) = lower(${literal(wanted)}) AS found, CASE WHEN title = ${literal(wanted)} THEN count(*) OVER (PARTITION BY title) ELSE count(*) OVER (PARTITION BY lower(title)) END AS namesakes,
      count(*) OVER () AS among
    FROM read_parquet(${literal(listed)}) WHERE title <> ''
    ORDER BY found DESC, title = ${literal(wanted)} DESC, title, id LIMIT ${integer(max)}`;
}

/** `title` of the collection of an id, if there is one. */
export function collectionOfId(listed: string, id: string): Sql {
  return sql`SELECT title FROM read_parquet(${literal(listed)}) WHERE id = ${literal(id)} LIMIT 1`;
}

interface CollectionFiles {
  readonly source: string;
  /** The snapshot's column of collections; null where it has none. */
  readonly column: string | null;
  /** The collections that the platform lists; null where it lists none. */
  readonly listed: string | null;
}

interface CollectionPage {
  /** NFC; blank for all. */
  readonly search: string;
  readonly limit: number;
  readonly offset: number;
}

/**
 * `id, title, products, total` of a page of collections, by title. In the column a comma within a title is U+201A. Past the last page there
 * is one row without a title, which has the total.
 */
export function collectionPage({ source, column, listed }: CollectionFiles, { search, limit, offset }: CollectionPage): Sql {
  const counted =
    column === null
      ? sql`SELECT NULL::VARCHAR AS title, 0 AS products WHERE false`
      : sql`SELECT replace(part, chr(8218), ',') AS title, count(DISTINCT product_id) AS products
          FROM (SELECT product_id, unnest(string_split(joined, ', ')) AS part
            FROM (SELECT DISTINCT product_id, ${name(column)} AS joined FROM read_parquet(${literal(source)})))
          WHERE part <> '' GROUP BY 1`;
  const all =
    listed === null
      ? sql`SELECT NULL::VARCHAR AS id, title, products FROM counted`
      : sql`SELECT l.id, l.title, coalesce(c.products, 0) AS products
          FROM read_parquet(${literal(listed)}) l LEFT JOIN counted c ON c.title = replace(l.title, chr(8218), ',') WHERE l.title <> ''`;
  return sql`WITH counted AS (${counted}), found AS (SELECT * FROM (${all}) WHERE contains(lower(title), lower(${literal(search)}))),
      paged AS (SELECT * FROM found ORDER BY lower(title), title, id LIMIT ${integer(limit)} OFFSET ${integer(offset)})
    SELECT p.id, p.title, p.products, t.total FROM (SELECT count(*) AS total FROM found) t LEFT JOIN paged p ON true
    ORDER BY lower(p.title), p.title, p.id`;
}
