import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SourceFile } from "./import-graph.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Enough for the names of 100,000 files. */
const LISTING_BYTES_MAX = 16_000_000;

/** Every file that is tracked, or would be by `git add .`; paths from the root with `/`. */
function repositoryPaths(): readonly string[] {
  const listing = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: LISTING_BYTES_MAX,
  });
  return listing.split("\0").filter((path) => path !== "" && isFile(path));
}

/** False for a file that was deleted and not yet committed. */
function isFile(path: string): boolean {
  return statSync(join(ROOT, path), { throwIfNoEntry: false })?.isFile() ?? false;
}

/** The files whose path the pattern matches, with their text. */
export function repositoryFiles(pattern: RegExp): readonly SourceFile[] {
  return repositoryPaths()
    .filter((path) => pattern.test(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));
}
