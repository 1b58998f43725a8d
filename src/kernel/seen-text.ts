/** Spaces, and characters that nobody sees, such as a zero-width space. */
const UNSEEN = /^[\s\p{Cf}]*$/u;

/** The text as it is, with any blanks around it; null when there is nothing to see. */
export function seenText(text: string | null): string | null {
  return text === null || UNSEEN.test(text) ? null : text;
}
