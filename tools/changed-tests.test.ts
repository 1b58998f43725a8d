import { describe, expect, test } from "vitest";
import { touchedTests } from "./changed-tests.ts";

/** A small repository: what imports, starts and reads what. */
const FILES = Object.entries({
  "console/src/source/edits.test.ts": `import "./edits.ts";`,
  "bin/feedwright.js": `await import("../src/main/feedwright.ts");`,
  "src/main/feedwright.ts": `import "../engine/plan.ts";`,
  "src/engine/plan.ts": `import type { Rule } from "./rule.ts";`,
  "src/engine/rule.ts": `export type Rule = string;`,
  "src/engine/rule.test.ts": `import "./rule.ts";`,
  "src/engine/plan.test.ts": `import { plan } from "./plan.ts";`,
  "src/engine/other.test.ts": `import "../../test/harness/duckdb.ts";`,
  "src/platform/child.ts": "",
  "src/platform/pool.ts": `fork(fileURLToPath(new URL("child.ts", import.meta.url)));`,
  "src/platform/pool.db.test.ts": `import "./pool.ts";`,
  "src/platform/tables.db.test.ts": "",
  "test/architecture/tidy.test.ts": "",
  "test/browser/overview.browser.test.ts": `import "../harness/service.ts"; import "../../src/engine/rule.ts";`,
  "test/harness/duckdb.ts": "",
  "test/harness/service.ts": `const LAUNCHER = new URL("../../bin/feedwright.js", import.meta.url);`,
  "test/journeys/guide.e2e.test.ts": `import "../harness/service.ts"; import "../../src/engine/rule.ts"; readFileSync(new URL("../../docs/guide.md", import.meta.url));`,
  "test/journeys/runs-command.e2e.test.ts": `import "../harness/service.ts";`,
  "test/journeys/sample-shop.e2e.test.ts": `import "../harness/service.ts";`,
  "test/schema.test.ts": `new URL("../docs/schemas/", import.meta.url); const page = join(ROOT, "README.md");`,
}).map(([path, text]) => ({ path, text }));

const touched = (...changed: readonly string[]) => touchedTests(changed, FILES);
/** They are in every answer. */
const ARCHITECTURE = "test/architecture/tidy.test.ts";

describe("the tests that a change touches", () => {
  test.each([
    ["a test file itself", "src/engine/rule.test.ts", ["src/engine/rule.test.ts"]],
    ["whoever imports it, also by way of others", "src/engine/rule.ts", ["src/engine/plan.test.ts", "src/engine/rule.test.ts"]],
    ["whoever starts it as a child", "src/platform/child.ts", ["src/platform/pool.db.test.ts"]],
    ["whoever needs a file that was deleted", "src/engine/plan.ts", ["src/engine/plan.test.ts"]],
    ["a page that a test reads", "docs/guide.md", ["test/journeys/guide.e2e.test.ts"]],
    ["a page that a test names", "README.md", ["test/schema.test.ts"]],
    ["a folder that a test reads", "docs/schemas/feed.json", ["test/schema.test.ts"]],
    ["a page that nobody reads", "docs/other.md", []],
    ["the console", "console/src/overview/overview-page.tsx", ["test/browser/overview.browser.test.ts"]],
    ["a test of the console", "console/src/source/edits.test.ts", ["console/src/source/edits.test.ts"]],
    [
      "the harness of end-to-end tests",
      "test/harness/service.ts",
      FILES.map(({ path }) => path).filter((path) => /e2e|browser/.test(path)),
    ],
    ["a migration", "db/migrations/0001-first.sql", ["src/platform/pool.db.test.ts", "src/platform/tables.db.test.ts"]],
  ])("are, for %s", (_, changed, tests) => {
    expect(touched(changed)).toEqual([...tests, ARCHITECTURE].toSorted());
  });

  test("are two end-to-end tests where the command line or the start of the service changed, and no more of them", () => {
    const both = ["test/journeys/runs-command.e2e.test.ts", "test/journeys/sample-shop.e2e.test.ts"];
    for (const changed of ["src/main/feedwright.ts", "bin/feedwright.js", "src/app.ts"])
      expect(touched(changed)).toEqual([ARCHITECTURE, ...both]);
  });

  test("are all of them where every test depends on what changed", () => {
    for (const changed of ["package-lock.json", "vitest.config.ts", "test/harness/test-seed.ts"])
      expect(touched("README.md", changed)).toBe("all");
  });
});
