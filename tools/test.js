/**
 * Runs the tests from any checkout: brings the packages first when they are missing or not those of the lockfile. Plain
 * JavaScript on `node:` modules alone, because it starts before any package is there, on whatever Node is on the PATH.
 *
 * `npm test`, `npm test -- <filter>`, `npm test -- --changed[=<commit>]`; with TEST_REPORT_FILE set the results are also written there as JSON.
 * `node tools/test.js --packages` brings the packages and ends.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const COMMANDS = join(ROOT, "node_modules", ".bin");
/** Compiled code of the processes that tests start, so that each starts in a good half of the time. */
const COMPILED = join(ROOT, "node_modules", ".cache", "feedwright-tests");
const WINDOWS = process.platform === "win32";

/** What Vitest and the service itself need; an older Node fails late and obscurely. */
const NODE_MAJOR_MIN = 24;

/** Of what a change touches alone: since the main branch was left, or since the commit. */
const CHANGED = /^--changed(?:=(.+))?$/;

function lockedPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {};
}

/** Compares contents: the times of files say nothing after a clone, a copy or a cached layer. */
function packagesAreInstalled() {
  const installed = lockedPackages(join(ROOT, "node_modules", ".package-lock.json"));
  const wanted = lockedPackages(join(ROOT, "package-lock.json"));
  // An optional package is absent where its platform is another.
  const agrees = ([path, { version, optional }]) => (path in installed ? installed[path].version === version : optional === true);
  return Object.entries(wanted).every(([path, entry]) => path === "" || agrees([path, entry]));
}

function installPackages() {
  process.stderr.write("Installing the packages of package-lock.json …\n");
  return spawnSync("npm", ["ci"], { cwd: ROOT, stdio: "inherit", shell: WINDOWS }).status ?? 1;
}

/** The packages bring a current Node for the usual platforms; in front of the PATH it also serves the tests' own children. */
function environment() {
  return { NODE_COMPILE_CACHE: COMPILED, ...process.env, PATH: `${COMMANDS}${delimiter}${process.env.PATH ?? ""}` };
}

function nodeIsCurrent(env) {
  const answer = spawnSync("node", ["--version"], { env, encoding: "utf8", shell: WINDOWS }).stdout ?? "";
  return Number(/^v(\d+)/.exec(answer)?.[1] ?? 0) >= NODE_MAJOR_MIN;
}

function reportArguments() {
  const file = process.env.TEST_REPORT_FILE;
  return file ? ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`] : [];
}

/** Instead of `--changed` the test files that the change touches; undefined where nobody can say which. */
function withChangedTests(env, args) {
  const asked = args.find((arg) => CHANGED.test(arg));
  if (asked === undefined) return args;
  const others = args.filter((arg) => arg !== asked);
  const reference = CHANGED.exec(asked)?.[1];
  const program = join("tools", "changed-tests.ts");
  const { status, stdout } = spawnSync("node", [program, ...(reference ? [reference] : [])], {
    cwd: ROOT,
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) return undefined;
  const tests = stdout.split("\n").filter((line) => line !== "");
  return tests.includes("all") ? others : [...others, ...tests];
}

function runTests(env, args) {
  const vitest = spawn("vitest", ["run", ...reportArguments(), ...args], { cwd: ROOT, env, stdio: "inherit", shell: WINDOWS });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => vitest.kill(signal));
  vitest.on("exit", (code) => {
    process.exitCode = code ?? 1;
  });
}

function main(args) {
  const installed = packagesAreInstalled() ? 0 : installPackages();
  if (installed !== 0 || args.includes("--packages")) return installed;
  const env = environment();
  if (!nodeIsCurrent(env)) {
    process.stderr.write(`The tests need Node ${NODE_MAJOR_MIN} or newer. Install it from https://nodejs.org and run npm test again.\n`);
    return 1;
  }
  const selected = withChangedTests(env, args);
  if (selected === undefined) return 1;
  runTests(env, selected);
  return 0;
}

process.exitCode = main(process.argv.slice(2));
