export const DELIMITERS = [",", ";", "\t"] as const;
export type Delimiter = (typeof DELIMITERS)[number];

const QUOTE = 0x22;
const LINE_BREAKS: readonly number[] = [0x0a, 0x0d];

/** The delimiter that the first line has most of, outside quotes; a line without any is a file of one column. */
export function delimiterOf(head: Uint8Array): Delimiter {
  const counts = new Map<number, number>();
  let quoted = false;
  for (const byte of head) {
    if (byte === QUOTE) quoted = !quoted;
    if (quoted) continue;
    if (LINE_BREAKS.includes(byte)) break;
    counts.set(byte, (counts.get(byte) ?? 0) + 1);
  }
  const count = (delimiter: Delimiter) => counts.get(delimiter.charCodeAt(0)) ?? 0;
  return DELIMITERS.reduce((most, delimiter) => (count(delimiter) > count(most) ? delimiter : most));
}
