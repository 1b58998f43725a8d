import { defineConfig } from "vitest/config";
import { isLostCompletion } from "./src/platform/jobs/lost-completion.ts";
import { IN_TIME } from "./test/harness/slow-machine.ts";
import { testRuns } from "./test/harness/test-seed.ts";

/**
 * The ending of a test's name is its cost, and its cost is its project: pure and quick, PostgreSQL, the running service, a browser at its console.
 * Vitest takes the projects in the order of their names, and several files at a time. So no test may depend on a quiet machine.
 */

const TESTS = "{src,test,bench,tools,console}/**/*";
/** Tools with packages of their own bring the tests of these. */
const NOT_OURS = "**/node_modules/**";
const NOT_UNIT = [NOT_OURS, "**/*.db.test.ts", "**/*.e2e.test.ts", "**/*.browser.test.ts", "test/architecture/**"];

/** A test that takes longer hangs: no test is held to a time by these, and a machine that is busy with other things takes twenty times as long. */
const TEST_MS = 300_000 * testRuns;
/** An end-to-end test starts the service, runs a feed and may kill either of them. */
const E2E_MS = 600_000;
/** How long `expect.poll` waits; its own second is too short for a browser on a busy machine. */
const BROWSER_POLL_MS = 60_000;

/** All that a property draws follows from one seed. */
const SETUP = ["test/harness/seeded-checks.ts"];

/** What is made once, before the first test. */
const DATABASES = ["test/harness/postgres-global-setup.ts"];
const SERVICES = [...DATABASES, "test/harness/console-global-setup.ts"];

export default defineConfig({
  test: {
    pool: "forks",
    // Also where a test polls without saying for how long.
    expect: { poll: IN_TIME },
    // One more than the two cores we promise to run on: mostly one of them waits for a service, a database or a timer. A fourth makes it no quicker.
    maxWorkers: 3,
    // Files share a process, which has loaded the code once. Nothing of ours happens at import and no module is mocked, so they can't tell.
    isolate: false,
    // A long-lived process that makes much and keeps little: given room, V8 collects far less often.
    execArgv: ["--max-semi-space-size=64", `--import=${new URL("bin/quicker-imports.js", import.meta.url).href}`],
    // Node imports our TypeScript as it does in production: nothing is transformed in the main process, and what was compiled once is read from the
    // cache. No module is mocked, so no loader has to look for that.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // The service survives these, and a test proves it; tests that cut connections meet them by chance.
    onUnhandledError: (error) => (isLostCompletion(Object.assign(new Error(error.message), { stack: error.stack })) ? false : undefined),
    projects: [
      {
        test: {
          name: "unit",
          setupFiles: SETUP,
          include: [`${TESTS}.test.ts`],
          exclude: NOT_UNIT,
          testTimeout: TEST_MS,
          hookTimeout: TEST_MS,
        },
      },
      {
        test: {
          name: "architecture",
          include: ["test/architecture/**/*.test.ts"],
          testTimeout: TEST_MS,
          hookTimeout: TEST_MS,
        },
      },
      {
        test: {
          name: "db",
          setupFiles: SETUP,
          include: [`${TESTS}.db.test.ts`],
          globalSetup: DATABASES,
          testTimeout: TEST_MS,
          hookTimeout: TEST_MS,
        },
      },
      {
        test: {
          name: "e2e",
          include: [`${TESTS}.e2e.test.ts`],
          globalSetup: SERVICES,
          testTimeout: E2E_MS,
          hookTimeout: E2E_MS,
        },
      },
      {
        test: {
          name: "browser",
          include: [`${TESTS}.browser.test.ts`],
          globalSetup: SERVICES,
          // A page draws when the machine gets to it.
          expect: { poll: { timeout: BROWSER_POLL_MS } },
          testTimeout: E2E_MS,
          hookTimeout: E2E_MS,
        },
      },
    ],
  },
});
