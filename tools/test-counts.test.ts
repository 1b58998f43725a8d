import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const PROGRAM = fileURLToPath(new URL("test-counts.js", import.meta.url));

function counts(report: object | undefined, status: number): string {
  const folder = mkdtempSync(join(tmpdir(), "test-counts-"));
  const file = join(folder, "report.json");
  if (report !== undefined) writeFileSync(file, JSON.stringify(report));
  const answer = execFileSync(process.execPath, [PROGRAM, file, String(status)], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  return answer.trim();
}

const ran = { status: "passed", assertionResults: [{}] };
const unloaded = { status: "failed", assertionResults: [] };

test.each([
  ["what the report says", "7 0", { numPassedTests: 7, numFailedTests: 0, testResults: [ran] }, 0],
  ["failed tests", "5 2", { numPassedTests: 5, numFailedTests: 2, testResults: [ran] }, 1],
  ["a file that does not load, beside failed tests", "5 3", { numPassedTests: 5, numFailedTests: 2, testResults: [ran, unloaded] }, 1],
  ["an exit code that no test explains", "7 1", { numPassedTests: 7, numFailedTests: 0, testResults: [ran] }, 1],
  ["a missing report", "0 1", undefined, 143],
])("the closing line counts %s", (_what, expected, report, status) => {
  expect(counts(report, status)).toBe(expected);
});
