import { categoryKey } from "./category-key.ts";
import { type EditionNotes, linesOf, printNotes, readNotes } from "./edition-notes.ts";
import { DATE, editionFault, pathFault, requireLastLine, requireRowCount, wholeLines } from "./taxonomy-limits.ts";

/**
 * Google's product taxonomy as Google publishes it: lines `166 - Apparel & Accessories > Clothing`, each path with all of its parents.
 * https://www.google.com/basepages/producttype/taxonomy-with-ids.en-US.txt
 */
export interface GoogleTaxonomy {
  /** The edition's date: `2021-09-21`. */
  readonly edition: string;
  readonly notes: EditionNotes;
  readonly categories: readonly GoogleCategory[];
}

export interface GoogleCategory {
  readonly id: string;
  /** As Google writes it. */
  readonly path: string;
  /** 1 for a root. */
  readonly depth: number;
  /** Ids from the root to the parent. */
  readonly ancestors: readonly string[];
}

/** Google's own name for it. */
export const GOOGLE_VERSION = "Google_Product_Taxonomy_Version";

const ENTRY = /^([1-9]\d{0,8}) - (.+)$/u;

/** Rejects with `taxonomy_invalid` and one sentence what isn't a whole edition. `what` names the file; its name may say the edition. */
export function readGoogleTaxonomy(text: string, what: string): GoogleTaxonomy {
  const { [GOOGLE_VERSION]: named = DATE.exec(what)?.[0] ?? "", ...notes } = readNotes(text);
  const edition = DATE.exec(named)?.[0];
  // Its first line, which names the edition, may be the one that was cut off.
  if (edition === undefined && /^#.*$/u.test(text)) requireLastLine(what, text);
  if (edition === undefined) throw editionFault(what, `no line \`# ${GOOGLE_VERSION}: <date>\` names its edition`);
  const paths = readPaths(wholeLines(text), what);
  requireLastLine(what, text);
  requireRowCount(what, paths.size);
  const byPath = new Map([...paths].map(([id, path]) => [path, id]));
  const categories = [...paths].map(([id, path]): GoogleCategory => {
    const names = path.split(" > ");
    const ancestors = names.slice(1).map((_, at) => {
      const parent = names.slice(0, at + 1).join(" > ");
      const found = byPath.get(parent);
      if (found === undefined) throw editionFault(what, `it has ${path} but not ${parent}`);
      return found;
    });
    return { id, path, depth: names.length, ancestors };
  });
  return { edition, notes, categories };
}

export function printGoogleTaxonomy({ edition, notes, categories }: GoogleTaxonomy): string {
  const rows = categories.map(({ id, path }) => `${id} - ${path}\n`);
  return `${printNotes({ [GOOGLE_VERSION]: edition, ...notes })}${rows.join("")}`;
}

/** Paths by id, each id and each path once. */
function readPaths(text: string, what: string): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  const keys = new Set<string>();
  let line = 0;
  for (const written of linesOf(text)) {
    line += 1;
    if (written === "" || written.startsWith("#")) continue;
    const [, id, path] = ENTRY.exec(written) ?? [];
    if (id === undefined || path === undefined) throw editionFault(what, `line ${line} isn't \`<id> - <path>\``);
    const fault = pathFault(path);
    if (fault !== undefined) throw editionFault(what, `the path in line ${line} ${fault}`);
    if (paths.has(id)) throw editionFault(what, `line ${line} repeats the id ${id}`);
    const key = categoryKey(path);
    if (keys.has(key)) throw editionFault(what, `line ${line} repeats the path ${path}`);
    paths.set(id, path);
    keys.add(key);
  }
  return paths;
}
