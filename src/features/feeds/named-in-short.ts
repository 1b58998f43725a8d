/** Names listed in a sentence. */
const NAMED_MAX = 5;

/** `title, brand and 3 more`: names as a sentence can bear them. */
export function namedInShort(names: readonly string[]): string {
  const [last] = names.slice(-1);
  if (names.length <= 1 || last === undefined) return last ?? "nothing";
  if (names.length <= NAMED_MAX) return `${names.slice(0, -1).join(", ")} and ${last}`;
  return `${names.slice(0, NAMED_MAX).join(", ")} and ${names.length - NAMED_MAX} more`;
}
