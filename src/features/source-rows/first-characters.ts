/** The beginning of a text, in code points, as the warehouse counts. Most values are short, and needn't be taken apart. */
export function firstCharacters(text: string, length: number): string {
  if (text.length <= length) return text;
  let end = 0;
  for (let points = 0; points < length && end < text.length; points += 1) end += (text.codePointAt(end) ?? 0) > LAST_OF_ONE_UNIT ? 2 : 1;
  return end < text.length ? text.slice(0, end) : text;
}

/** Code points above it take two of JavaScript's units. */
const LAST_OF_ONE_UNIT = 0xff_ff;
