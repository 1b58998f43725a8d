/**
 * Prints `<passed> <failed>` of a report of the test runner, given the exit code it ended with, and then a line for each failure.
 * A file that does not load is a failure, and so is no report, or an exit code that nothing in the report explains (an error
 * outside every test).
 */
import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";

const NO_REPORT = { numPassedTests: 0, testResults: [] };
/** Of what a failure says; the whole is in the log above. */
const REASON_CHARS_MAX = 1000;

function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(process.cwd(), name);
  if (status === "failed" && assertionResults.length === 0) return [line(file, "does not load", message)];
  return assertionResults
    .filter((test) => test.status === "failed")
    .map((test) => line(file, test.fullName, (test.failureMessages ?? []).join(" ")));
}

function line(file, name, reason) {
  return `${file} > ${name}: ${reason ?? ""}`.replaceAll(/\s+/g, " ").slice(0, file.length + name.length + REASON_CHARS_MAX);
}

const [file, status] = process.argv.slice(2);
const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : NO_REPORT;
const named = report.testResults.flatMap(failuresOf);
const failures = named.length === 0 && status !== "0" ? [`npm test ended with ${status} and no failed test to show for it`] : named;
process.stdout.write(`${[`${report.numPassedTests} ${failures.length}`, ...failures].join("\n")}\n`);
