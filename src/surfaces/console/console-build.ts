import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { access, chmod, mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The console's files, built from their sources when these differ from what was built last. The folder of a build is named by its sources, so any
 * number of processes can build at once: each writes a folder of its own and renames it, and the first one stays.
 */

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const SOURCES = path.join(ROOT, "console");
const BUILT = path.join(SOURCES, "dist");
const BUNDLER = path.join(ROOT, "node_modules", "vite", "bin", "vite.js");
/** Everything else that a build depends on: versions of packages, and what the console takes from outside its folder. */
const LOCKFILE = path.join(ROOT, "package-lock.json");
const NOT_SOURCES = /^(?:dist|node_modules)(?:\/|$)|\.test\.tsx?$/;
/** A build takes a second or two; on a busy machine, several times as long. */
const BUILD_MS_MAX = 120_000;
const READABLE = 0o755;
const STAMP_CHARACTERS = 20;
/** Begins the name of a folder that is being written. */
const UNFINISHED = ".making-";

/**
 * The folder that has the built console.
 * @throws {Error} with what the bundler said, where the build failed or can't be written
 */
export async function builtConsole(): Promise<string> {
  const folder = path.join(BUILT, await stampOfSources());
  if (await exists(path.join(folder, "index.html"))) return folder;
  await mkdir(BUILT, { recursive: true });
  const made = await mkdtemp(path.join(BUILT, UNFINISHED));
  try {
    await build(made);
    // An image is built by one account and run by another.
    await chmod(made, READABLE);
    await moveTo(made, folder);
    await removeOthers(folder);
  } finally {
    await rm(made, { recursive: true, force: true });
  }
  return folder;
}

async function stampOfSources(): Promise<string> {
  const names = await readdir(SOURCES, { recursive: true, withFileTypes: true });
  const files = names
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(SOURCES, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"))
    .filter((name) => !NOT_SOURCES.test(name))
    .toSorted();
  const hash = createHash("sha256").update(await readFile(LOCKFILE));
  const contents = await Promise.all(files.map((name) => readFile(path.join(SOURCES, name))));
  for (const [index, name] of files.entries()) hash.update(`\n${name}\n`).update(contents[index] ?? "");
  return hash.digest("base64url").slice(0, STAMP_CHARACTERS);
}

/** In a process of its own: bundling would hold up every request, and its memory is given back. */
async function build(folder: string): Promise<void> {
  const args = ["build", SOURCES, "--configLoader", "native", "--outDir", folder, "--emptyOutDir", "--logLevel", "warn"];
  const child = spawn(process.execPath, [BUNDLER, ...args], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: BUILD_MS_MAX,
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  if (code !== 0) throw new Error(`The console couldn't be built: ${said.trim() || `the bundler ended with ${code}`}`);
}

/** Another process may have been first; its files are the same. */
async function moveTo(made: string, folder: string): Promise<void> {
  try {
    await rename(made, folder);
  } catch (error) {
    if (!(await exists(path.join(folder, "index.html")))) throw error;
  }
}

/** Of sources that are no more. A process that serves one of them has it in memory. */
async function removeOthers(kept: string): Promise<void> {
  const names = await readdir(BUILT);
  const others = names
    .map((name) => path.join(BUILT, name))
    .filter((folder) => folder !== kept && !path.basename(folder).startsWith(UNFINISHED));
  await Promise.all(others.map((folder) => rm(folder, { recursive: true, force: true })));
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
