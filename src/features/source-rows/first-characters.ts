/** The beginning of a text, in code points, as the warehouse counts. Most values are short, and needn't be taken apart. */
export function firstCharacters(text: string, length: number): string {
  if (text.length <= length) return text;
  const points = [...text];
  return points.length <= length ? text : points.slice(0, length).join("");
}
