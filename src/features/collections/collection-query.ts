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
