import { describe, expect, test } from "vitest";
import { keysOf } from "../../src/kernel/unsafe.ts";
import { repositoryFiles } from "./repository-files.ts";
import { TIDY_RULES } from "./tidy-rules.ts";

type RuleName = keyof typeof TIDY_RULES;
type Planted = readonly (readonly [path: string, text: string])[];

const lines = (count: number): string => "//\n".repeat(count);

/** Files that break the rule, and how many violations they hold; among them stand files that are right. */
const PLANTED: Readonly<Record<RuleName, { readonly violations: number; readonly files: Planted }>> = {
  "a name says what is inside": {
    violations: 4,
    files: [
      ["src/utils/text.ts", ""],
      ["src/features/feeds/feed-helpers.ts", ""],
      ["src/features/shared/feed.ts", ""],
      ["test/harness/common.ts", ""],
      ["src/engine/newest-first.ts", ""],
    ],
  },
  "file names are kebab-case": {
    violations: 2,
    files: [
      ["src/app/feedName.ts", ""],
      ["src/app/feed_name.test.ts", ""],
      ["src/app/feed-name.db.test.ts", ""],
    ],
  },
  "files keep their budget": {
    violations: 2,
    files: [
      ["src/a.ts", lines(301)],
      ["src/a.test.ts", lines(501)],
      ["src/b.ts", lines(300)],
      ["src/b.db.test.ts", lines(500)],
    ],
  },
  "every feature has a door": {
    violations: 1,
    files: [
      ["src/features/operation.ts", ""],
      ["src/features/feeds/feed.ts", ""],
      ["src/features/runs/index.ts", ""],
    ],
  },
  "only features have a door": {
    violations: 2,
    files: [
      ["src/engine/index.ts", ""],
      ["src/features/feeds/shapes/index.ts", ""],
      ["src/features/feeds/index.ts", ""],
    ],
  },
  "exports are named": {
    violations: 2,
    files: [
      ["src/features/feeds/index.ts", `export * from "./feed.ts";`],
      ["src/features/runs/index.ts", `export type * from "./run.ts";`],
      ["src/features/keys/index.ts", `export { createKey } from "./create-key.ts";`],
    ],
  },
  "migrations are numbered without gaps": {
    violations: 2,
    files: [
      ["db/migrations/0001-shops.sql", ""],
      ["db/migrations/0003-runs.sql", ""],
      ["db/migrations/readme.txt", ""],
    ],
  },
  "cited paths exist": {
    violations: 3,
    files: [
      [
        "docs/guide/start.md",
        "`src/app.ts:12` `src/gone.ts` `docs/guide/` [gone](gone.md) [app](../../src/app.ts#top) [out](https://example.com/x)",
      ],
      ["README.md", "`bench/gone/` and `src/features/<noun>/index.ts`"],
      ["src/app.ts", ""],
    ],
  },
  "cited commands exist": {
    violations: 1,
    files: [
      ["package.json", `{ "scripts": { "verify": "x" } }`],
      ["README.md", "`npm run verify`, then `npm run -s gone`"],
    ],
  },
  "nothing points at a machine": {
    violations: 2,
    files: [
      ["src/a.ts", `open("${["", "work", "main"].join("/")}")`],
      ["docs/a.md", `see ${["..", "shared", "x"].join("/")}`],
      ["src/b.ts", "// network, workers"],
    ],
  },
  "packages come from the public registry": {
    violations: 2,
    files: [
      [
        "package-lock.json",
        `"resolved": "http://10.0.0.1/a.tgz", "resolved": "https://registry.npmjs.org.evil.example/a.tgz", "resolved": "https://registry.npmjs.org/a/-/a-1.0.0.tgz"`,
      ],
    ],
  },
  "the lockfile is whole": {
    violations: 1,
    files: [
      [
        "package-lock.json",
        `{ "packages": { "node_modules/a": { "optionalDependencies": { "@a/linux": "1.0.0", "@a/darwin": "1.0.0" } }, "node_modules/@a/linux": {} } }`,
      ],
    ],
  },
};

const repository = repositoryFiles(/./);
const rules = keysOf<RuleName>(TIDY_RULES);

describe("tidiness", () => {
  test("the files are seen, so no rule passes by seeing nothing", () => {
    const paths = repository.map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(30);
    expect(paths).toEqual(
      expect.arrayContaining(["package.json", "package-lock.json", "CONTRIBUTING.md", "db/migrations/0001-shops-and-keys.sql"]),
    );
  });

  test.each(rules)("%s", (rule) => {
    expect(TIDY_RULES[rule](repository)).toEqual([]);
  });

  test.each(rules)("violations are seen: %s", (rule) => {
    const { files, violations } = PLANTED[rule];
    expect(TIDY_RULES[rule](files.map(([path, text]) => ({ path, text })))).toHaveLength(violations);
  });
});
