import { lower } from "./given.ts";

/** The key of a table that a text has as whole words: the longest, then the first by its text. Blank where it has none. */
export function keyAmongWords(sought: string, table: ReadonlyMap<string, string> | undefined): string {
  const words = spaced(lower([...sought].slice(0, 1_000).join("")))
    .split(" ")
    .slice(0, 60);
  const runs = new Set(words.flatMap((_, at) => [1, 2, 3, 4].map((length) => words.slice(at, at + length).join(" "))));
  const found = [...(table?.keys() ?? [])].filter((key) => /^[\p{L}\p{N}_](?:.*[\p{L}\p{N}_])?$/su.test(key) && runs.has(spaced(key)));
  const [first = ""] = found.toSorted(
    (a, b) => [...spaced(b)].length - [...spaced(a)].length || order(spaced(a), spaced(b)) || order(a, b),
  );
  return first;
}

function spaced(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}_]+/gu, " ").replaceAll(/^ +| +$/g, "");
}

function order(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
