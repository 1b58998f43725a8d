/** Names listed in a sentence. */
const NAMED_MAX = 5;

/** `title, brand and 3 more`: names as a sentence can bear them. `count`: how many there are, where not all of them are here. */
export function namedInShort(names: readonly string[], count: number = names.length): string {
  const [last] = names.slice(-1);
  if (names.length <= 1 || last === undefined) return last ?? "nothing";
  if (names.length <= NAMED_MAX) return `${names.slice(0, -1).join(", ")} and ${last}`;
  return `${names.slice(0, NAMED_MAX).join(", ")} and ${count - NAMED_MAX} more`;
}
