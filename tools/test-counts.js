/**
 * Prints `<passed> <failed>` of a report of the test runner, given the exit code it ended with. A file that does not load is a
 * failure, and so is no report, or an exit code that nothing in the report explains (an error outside every test).
 */
import { existsSync, readFileSync } from "node:fs";

const NO_REPORT = { numPassedTests: 0, numFailedTests: 0, testResults: [] };

function counts(report, status) {
  const unloaded = report.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0).length;
  const failed = report.numFailedTests + unloaded;
  return { passed: report.numPassedTests, failed: failed === 0 && status !== "0" ? 1 : failed };
}

const [file, status] = process.argv.slice(2);
const { passed, failed } = counts(existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : NO_REPORT, status);
process.stdout.write(`${passed} ${failed}\n`);
