import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PROGRAM = join(ROOT, "tools", "test-counts.js");

function linesOf(report: object | undefined, status: number): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "test-counts-"));
  const file = join(folder, "report.json");
  if (report !== undefined) writeFileSync(file, JSON.stringify(report));
  const answer = execFileSync(process.execPath, [PROGRAM, file, String(status)], { encoding: "utf8", cwd: ROOT });
  rmSync(folder, { recursive: true });
  return answer.trim().split("\n");
}

const passed = { status: "passed", fullName: "adds", failureMessages: [] };
const failed = { status: "failed", fullName: "takes away", failureMessages: ["expected 1\n  to be 2"] };
const file = (name: string, status: string, assertionResults: readonly object[], message = "") => ({
  name: join(ROOT, name),
  status,
  message,
  assertionResults,
});
const ran = file("src/a.test.ts", "passed", [passed]);
const broken = file("src/b.test.ts", "failed", [passed, failed]);
const unloaded = file("src/c.test.ts", "failed", [], "no such module");

test.each([
  ["what the report says", ["7 0"], { numPassedTests: 7, testResults: [ran] }, 0],
  ["failed tests", ["5 1", "src/b.test.ts > takes away: expected 1 to be 2"], { numPassedTests: 5, testResults: [ran, broken] }, 1],
  [
    "a file that does not load, beside failed tests",
    ["5 2", "src/b.test.ts > takes away: expected 1 to be 2", "src/c.test.ts > does not load: no such module"],
    { numPassedTests: 5, testResults: [broken, unloaded] },
    1,
  ],
  [
    "an exit code that no test explains",
    ["7 1", "npm test ended with 1 and no failed test to show for it"],
    { numPassedTests: 7, testResults: [ran] },
    1,
  ],
  ["a missing report", ["0 1", "npm test ended with 143 and no failed test to show for it"], undefined, 143],
])("the closing lines count and name %s", (_what, expected, report, status) => {
  expect(linesOf(report, status)).toEqual(expected);
});
