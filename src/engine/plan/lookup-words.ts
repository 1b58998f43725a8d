import type { Sql } from "../../kernel/sql.ts";
import { NO_WORD } from "../expression/functions/internal-words.ts";
import { integer, literal, name, sql } from "../sql/fragment.ts";
import type { LookupFile } from "./aside-query.ts";

/**
 * Which of a table's keys a text has as whole words. Every run of one to four words of the text is looked up, so that a table of
 * 100,000 keys costs one join; the longest key wins, then the first by its text. What stands between words makes no difference
 * ("t-shirt" is found in "T Shirt"); a key that begins or ends with anything else than a word is found nowhere.
 */

/** Of a text; a title has a dozen. */
const WORDS_MAX = 60;
const WORDS_OF_KEY_MAX = 4;
/** The words of a longer text are behind those that count. */
const TEXT_LENGTH_MAX = 1_000;
const WORD_ENDS = "^[\\p{L}\\p{N}_](?:.*[\\p{L}\\p{N}_])?$";

/** A text as its words in lower case, with one space between them. */
export function wordsOf(text: Sql): Sql {
  return spaced(sql`lower(left(${text}, ${integer(TEXT_LENGTH_MAX)}))`);
}

function spaced(folded: Sql): Sql {
  return sql`trim(regexp_replace(${folded}, ${literal(`${NO_WORD}+`)}, ' ', 'g'))`;
}

/** A relation of `text, value`: for each of the texts (as `wordsOf` gives them) that has a key, what belongs to it. */
export function keysInTexts(texts: Sql, { file }: Pick<LookupFile, "file">, column: number): Sql {
  const words = sql`SELECT text, list_slice(string_split(text, ' '), 1, ${integer(WORDS_MAX)}) AS words FROM (${texts}) WHERE text <> ''`;
  const runs = sql`SELECT text, words, unnest(range(1, ${integer(WORDS_OF_KEY_MAX + 1)})) AS run FROM (${words})`;
  const placed = sql`SELECT text, words, run, unnest(range(1, len(words) - run + 2)) AS place FROM (${runs}) WHERE run <= len(words)`;
  const sought = sql`SELECT text, array_to_string(list_slice(words, place, place + run - 1), ' ') AS words FROM (${placed})`;
  const keys = sql`SELECT ${spaced(sql`k1`)} AS words, k1, coalesce(${name(`v${column}`)}, '') AS value
    FROM read_parquet(${literal(file)}) WHERE regexp_matches(k1, ${literal(WORD_ENDS)}, 's')`;
  const found = sql`SELECT s.text, k.value, k.words, k.k1 FROM (${sought}) s JOIN (${keys}) k ON k.words = s.words`;
  return sql`SELECT text, arg_min(value, row(-length(words), words, k1)) AS value FROM (${found}) GROUP BY text`;
}
