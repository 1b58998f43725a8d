import { spawnSync } from "node:child_process";

/**
 * Makes every generated file anew and fails when one differs from what is committed or staged, or is in neither. The files
 * stay as generated, so that the remedy is to read the difference and `git add` it.
 */

const GENERATORS = ["src/main/generate.ts", "test/contract/write-coverage.ts"];
const GENERATED = ["docs/reference", "db/schema.sql", "src/engine/vocabulary/channel-attributes.ts", "test/contract/coverage.md"];

function run(command: string, args: readonly string[]): { readonly failed: boolean; readonly output: string } {
  const { status, stdout } = spawnSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  return { failed: status !== 0, output: stdout };
}

function main(): number {
  const broken = GENERATORS.find((generator) => run(process.execPath, [generator]).failed);
  if (broken !== undefined) return fail(`${broken} failed.`);
  const changed = run("git", ["diff", "--exit-code", "--stat", "--", ...GENERATED]);
  const untracked = run("git", ["ls-files", "--others", "--exclude-standard", "--", ...GENERATED]);
  if (untracked.failed) return fail("git is needed to compare the generated files.");
  if (!changed.failed && untracked.output === "") return 0;
  return fail(`Generated files differ from the committed ones. Run npm run generate and commit:\n${changed.output}${untracked.output}`);
}

function fail(sentence: string): number {
  process.stderr.write(`${sentence}\n`);
  return 1;
}

process.exitCode = main();
