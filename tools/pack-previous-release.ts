import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Packs what a release runs, for the test that has it work beside the present version: `node tools/pack-previous-release.ts <commit>`. A clone
 * may have no history, so the archive is kept in the repository. It has no tests and no packages: those of the present version are used.
 */
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FOLDER = join(ROOT, "test/upgrade");
const PARTS = ["bin", "db/migrations", "src", "package.json"];
const NOT_RUN = /\.(?:test|suite|crash)\.ts$/;

const [commit = ""] = process.argv.slice(2);
const git = (...args: readonly string[]) => execFileSync("git", ["-C", ROOT, ...args], { maxBuffer: 2 ** 30 });
const full = git("rev-parse", "--verify", `${commit}^{commit}`).toString().trim();
const made = await mkdtemp(join(tmpdir(), "feedwright-release-"));
try {
  execFileSync("tar", ["-x", "-C", made], { input: git("archive", full, ...PARTS) });
  const files = execFileSync("find", [".", "-type", "f"], { cwd: made }).toString().trim().split("\n");
  const kept = files.filter((name) => !NOT_RUN.test(name)).toSorted();
  const list = join(made, "..", `${full}.txt`);
  await writeFile(list, kept.join("\n"));
  // The same commit gives the same bytes.
  const flags = ["--sort=name", "--owner=0", "--group=0", "--mtime=@0", "-c", "-T", list];
  const packed = execFileSync("gzip", ["-9n"], {
    input: execFileSync("tar", flags, { cwd: made, maxBuffer: 2 ** 30 }),
    maxBuffer: 2 ** 30,
  });
  await writeFile(join(FOLDER, "previous-release.tar.gz"), packed);
  await rm(list);
  await writeFile(join(FOLDER, "previous-release.json"), `${JSON.stringify({ commit: full, files: kept.length }, null, 2)}\n`);
} finally {
  await rm(made, { recursive: true, force: true });
}
