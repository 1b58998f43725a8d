import { execFileSync } from "node:child_process";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { importEdges, type SourceFile } from "../test/architecture/import-graph.ts";
import { repositoryFiles } from "../test/architecture/repository-files.ts";

/**
 * Which test files a change touches, for `npm test -- --changed`. A unit or database test is touched by what it imports, by what it
 * starts or reads (`new URL("…", import.meta.url)`, or the path in quotes), and by what these import in turn. An end-to-end test
 * starts the whole service, so everything touches it: it is run for a change of its own, of its harness or of a file it reads, and two
 * of them for a change of the command line. A test in a browser does too, and is run for every change of the console.
 */

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CODE = /^(?:src|test|bench|tools|bin|console)\/.*\.[jt]s$/;
const TEST = /\.test\.ts$/;
const DB = /\.db\.test\.ts$/;
/** They start the service. */
const E2E = /\.(?:e2e|browser)\.test\.ts$/;
const BROWSER = /\.browser\.test\.ts$/;
const CONSOLE = /^(?:console|src\/surfaces\/console)\/(?!.*\.test\.tsx?$)/;
/** Every test depends on these without importing them. */
const EVERYTHING =
  /^(?:package(?:-lock)?\.json|vitest\.config\.ts|tsconfig\.json|bin\/quicker-imports\.js|test\/harness\/(?:seeded-checks|test-seed|postgres-global-setup)\.ts)$/;
const MIGRATION = /^db\/migrations\//;
/** They read the whole repository and take a second. */
const ALWAYS = /^test\/architecture\//;
/** What the service and the commands are put together in. */
const COMMAND_LINE = /^(?:bin\/|src\/main\/|src\/(?:app|config)\.ts$)/;
const PROGRAM = "bin/feedwright.js";
const COMMAND_LINE_TESTS = ["test/journeys/sample-shop.e2e.test.ts", "test/journeys/runs-command.e2e.test.ts"];
const URL_OF_FILE = /new URL\(\s*"([^"]+)",\s*import\.meta\.url\s*\)/g;

/** Test files in the order of their names, or `all` where nobody can say less. Paths are from the root, with `/`. */
export function touchedTests(changed: readonly string[], files: readonly SourceFile[]): readonly string[] | "all" {
  if (changed.some((path) => EVERYTHING.test(path))) return "all";
  const dependents = dependentsOf(changed, files);
  const tests = files.map(({ path }) => path).filter((path) => TEST.test(path));
  const touched = reach(changed, dependents);
  const outside = changed.filter((path) => !path.startsWith("src/"));
  const touchedOutside = reach(outside, dependents, /^test\//);
  const commandLine = changed.some((path) => COMMAND_LINE.test(path));
  const consoleChanged = changed.some((path) => CONSOLE.test(path));
  const migrations = changed.some((path) => MIGRATION.test(path));
  return tests
    .filter((path) => {
      if (BROWSER.test(path) && consoleChanged) return true;
      if (E2E.test(path)) return touchedOutside.has(path) || (commandLine && COMMAND_LINE_TESTS.includes(path));
      return ALWAYS.test(path) || touched.has(path) || (migrations && DB.test(path));
    })
    .toSorted();
}

/** Files by what they import, start or read. */
function dependentsOf(changed: readonly string[], files: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> {
  const dependents = new Map<string, string[]>();
  const depends = (path: string, on: string): void => void dependents.set(on, [...(dependents.get(on) ?? []), path]);
  const read = changed.filter((path) => !CODE.test(path));
  for (const file of files) {
    for (const { to } of importEdges(file)) depends(file.path, to);
    const named = [...file.text.matchAll(URL_OF_FILE)].map(([, request = ""]) => posix.join(posix.dirname(file.path), request));
    for (const path of named) depends(file.path, path);
    const reads = (path: string): boolean =>
      file.text.includes(`"${path}"`) || named.some((folder) => folder.endsWith("/") && path.startsWith(folder));
    for (const path of read.filter(reads)) depends(file.path, path);
  }
  return dependents;
}

/** The files and whoever depends on them, as far as paths are of the pattern. */
function reach(from: readonly string[], dependents: ReadonlyMap<string, readonly string[]>, within = /./): ReadonlySet<string> {
  const reached = new Set(from);
  for (const path of reached) {
    // Who starts the service as a program is an end-to-end test.
    if (path === PROGRAM) continue;
    for (const dependent of dependents.get(path) ?? []) if (within.test(dependent)) reached.add(dependent);
  }
  return reached;
}

/** What differs from where this branch left the main one: committed or not, also files that Git does not know yet. */
function changedSince(reference: string): readonly string[] {
  const git = (...args: readonly string[]): readonly string[] =>
    execFileSync("git", args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] })
      .split(/[\0\n]/)
      .filter((line) => line !== "");
  const base = git("merge-base", "HEAD", reference)[0] ?? "HEAD";
  return [...git("diff", "--name-only", "--no-renames", "-z", base), ...git("ls-files", "-z", "--others", "--exclude-standard")];
}

function mainBranch(): string {
  for (const name of ["origin/main", "main"]) {
    try {
      execFileSync("git", ["rev-parse", "--verify", "--quiet", name], { cwd: ROOT, stdio: "ignore" });
      return name;
    } catch {
      // The next one.
    }
  }
  return "HEAD";
}

/** A line for each test file, or `all`. */
if (import.meta.main) {
  const reference = process.argv[2] ?? mainBranch();
  const files = repositoryFiles(CODE);
  const tests = touchedTests(changedSince(reference), files);
  const total = files.filter(({ path }) => TEST.test(path)).length;
  process.stderr.write(
    `${tests === "all" ? "All" : `${tests.length} of ${total}`} test files are touched by what changed since ${reference}.\n`,
  );
  process.stdout.write(tests === "all" ? "all\n" : tests.map((path) => `${path}\n`).join(""));
}
