import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Google's product taxonomy, edition 2021-09-21, as Google publishes it for use in product data:
 * https://www.google.com/basepages/producttype/taxonomy-with-ids.en-US.txt
 */
const FILE = fileURLToPath(new URL("taxonomy-with-ids.en-US.txt", import.meta.url));

/** `166 - Apparel & Accessories` */
const ENTRY = /^\d+ - (.+)$/u;

let known: ReadonlyMap<string, string> | undefined;

/** The path of Google's taxonomy that a category is, as Google writes it; null where it is none. Case and the spaces around `>` may differ. */
export function googleCategory(category: string | null): string | null {
  if (category === null) return null;
  known ??= readCategories();
  return known.get(comparable(category)) ?? null;
}

function readCategories(): ReadonlyMap<string, string> {
  const paths = readFileSync(FILE, "utf8")
    .split("\n")
    .flatMap((line) => ENTRY.exec(line.trim())?.[1] ?? []);
  return new Map(paths.map((path) => [comparable(path), path]));
}

function comparable(path: string): string {
  return path
    .split(">")
    .map((name) => name.replaceAll(/\s+/gu, " ").trim().toLowerCase())
    .join(">");
}
