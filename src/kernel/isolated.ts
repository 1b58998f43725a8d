/** Letters that are written from right to left, and characters that turn the direction. */
const TURNS = /[\p{Bidi_Control}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const ISOLATES = /[\u2066-\u2069]/gu;

/**
 * A name that people type, as a part of a sentence: whatever its direction is, the sentence around it keeps its own. A name without any such
 * character stays as it is.
 */
export function isolated(name: string): string {
  // An isolate of the name's own could end ours.
  return TURNS.test(name) ? `\u2068${name.replaceAll(ISOLATES, "")}\u2069` : name;
}
