/** What of texts can be stored: PostgreSQL and the feed files take neither U+0000 nor half a surrogate pair. */

/** What is wrong with a text, as a sentence; undefined where it can be stored. */
export function textFault(text: string): string | undefined {
  if (text.includes("\0")) return "A string can't contain the character U+0000.";
  return text.isWellFormed() ? undefined : "A string can't contain half of a surrogate pair.";
}

/** The text with U+FFFD for what cannot be stored. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\uFFFD");
}
