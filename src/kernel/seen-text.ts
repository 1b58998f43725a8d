/**
 * A text in which nothing can be seen: white space, control and format characters, private ones, marks without a letter, fillers, and the empty
 * braille pattern. It's written with what the database's patterns have, too; `isUnseen` in `src/engine/sql/text-sql.ts` reads it from here.
 */
export const UNSEEN = /^[\p{Z}\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{M}\u115F\u1160\u2065\u2800\u3164\uFFA0\uFFF0-\uFFF8\u{E0000}-\u{E0FFF}]*$/u;

/** The text as it is, with any blanks around it; null when there is nothing to see. */
export function seenText(text: string | null): string | null {
  return text === null || UNSEEN.test(text) ? null : text;
}
