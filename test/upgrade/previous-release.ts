import { execFileSync } from "node:child_process";
import { mkdtempDisposable, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ARCHIVE = fileURLToPath(new URL("previous-release.tar.gz", import.meta.url));
const PACKAGES = fileURLToPath(new URL("../../node_modules", import.meta.url));

/** The previous release in a folder of its own, with the packages of the present one. `node tools/pack-previous-release.ts` keeps it. */
export async function previousRelease(): Promise<AsyncDisposable & { readonly launcher: string }> {
  const folder = await mkdtempDisposable(join(tmpdir(), "feedwright-previous-"));
  execFileSync("tar", ["-xzf", ARCHIVE, "-C", folder.path]);
  await symlink(PACKAGES, join(folder.path, "node_modules"));
  return { launcher: join(folder.path, "bin/feedwright.js"), [Symbol.asyncDispose]: () => folder.remove() };
}
