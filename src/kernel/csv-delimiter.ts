export const DELIMITERS = [",", ";", "\t"] as const;
export type Delimiter = (typeof DELIMITERS)[number];

const QUOTE = 0x22;
const LINE_BREAKS: readonly number[] = [0x0a, 0x0d];

/** What Excel writes in front of a file to name its delimiter. */
const SEPARATOR_LINE = /^sep=(.)(?:\r\n?|\n)/i;
const SEPARATOR_LINE_BYTES = "sep=;\r\n".length;

/** The delimiter that a line such as `sep=;` in front of the header names, and the line's length. */
export function separatorLine(head: Uint8Array): { readonly delimiter: Delimiter; readonly bytes: number } | undefined {
  const [line = "", named] = SEPARATOR_LINE.exec(String.fromCharCode(...head.subarray(0, SEPARATOR_LINE_BYTES))) ?? [];
  const delimiter = DELIMITERS.find((known) => known === named);
  return delimiter === undefined ? undefined : { delimiter, bytes: line.length };
}

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
