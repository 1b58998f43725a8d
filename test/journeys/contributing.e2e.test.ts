import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";

/**
 * CONTRIBUTING.md works out a function, a rule type and a section. Here its code is put where it says, into a copy of the source, and has to pass
 * the compiler and the tests that every function, every rule type and every section has to pass.
 */

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const COPIED = ["bin", "src", "db", "test/oracle", "test/harness", "vitest.config.ts", "package.json"];
/** The tests that every function and every rule type has to pass, and that of the new one. */
const TESTS = [
  ...["examples", "function-catalogue", "function-references"].map((name) => `src/engine/expression/functions/${name}.test.ts`),
  ...["rule-definitions", "abbreviate"].map((name) => `src/engine/rules/${name}.test.ts`),
];

/** The one that every section has to pass. */
const SECTIONS_TEST = "src/features/config/sections.db.test.ts";

const run = promisify(execFile);

interface Block {
  /** `src/engine/rules/abbreviate.ts`. */
  readonly file: string;
  /** The table of the file that it goes into; without one it is a file, or the end of one. */
  readonly table?: string;
  readonly code: string;
}

let copy: string;
let contributing: string;
let blocks: readonly Block[];

beforeAll(async () => {
  contributing = await readFile(join(ROOT, "CONTRIBUTING.md"), "utf8");
  blocks = [...contributing.matchAll(/^```ts\n\/\/ ([\w./-]+)(?:, in (\w+))?\n([\s\S]*?)^```$/gm)].map(([, file, table, code]) => ({
    file: file ?? "",
    code: code ?? "",
    ...(table === undefined ? {} : { table }),
  }));
  copy = await mkdtemp(join(tmpdir(), "feedwright-contributing-"));
  await Promise.all(COPIED.map((path) => cp(join(ROOT, path), join(copy, path), { recursive: true })));
  await symlink(join(ROOT, "node_modules"), join(copy, "node_modules"));
  const options = {
    extends: join(ROOT, "tsconfig.json"),
    include: [...TESTS, "src/engine/expression/functions/text-part.ts", "src/features/names"],
  };
  await writeFile(join(copy, "tsconfig.json"), JSON.stringify(options));
  for (const block of blocks) await put(block);
  await insert("src/engine/expression/functions/function-catalogue.ts", "export const FUNCTIONS = {", "initials,");
  await insert("src/engine/expression/functions/function-catalogue.ts", '"Parts of text": [', '"initials",');
  await insert("src/engine/expression/functions/function-catalogue.ts", "", 'import { initials } from "./text-part.ts";');
  await insert("src/engine/rules/rule-types.ts", "Object.freeze([", "anyRuleType(abbreviate),");
  await insert("src/engine/rules/rule-types.ts", "", 'import { abbreviate } from "./abbreviate.ts";');
  await insert("src/features/config/sections.ts", "export const SECTIONS = Object.freeze({", "name: nameSection,");
  await insert("src/features/config/sections.ts", "", 'import { nameSection } from "../names/index.ts";');
});
afterAll(() => rm(copy, { recursive: true, force: true }));

async function put({ file, table, code }: Block): Promise<void> {
  if (table !== undefined) return insert(file, `${table}: References = {`, code);
  const before = await readFile(join(copy, file), "utf8").catch(() => "");
  await mkdir(dirname(join(copy, file)), { recursive: true });
  return writeFile(join(copy, file), `${before}\n${code}`);
}

/** A line behind the place in the file; at its beginning where none is named. */
async function insert(file: string, behind: string, line: string): Promise<void> {
  const text = await readFile(join(copy, file), "utf8");
  const at = text.indexOf(behind);
  if (at === -1) throw new Error(`${file} has no ${behind}`);
  await writeFile(join(copy, file), `${text.slice(0, at + behind.length)}\n${line}\n${text.slice(at + behind.length)}`);
}

/** What the tool says; it fails with its output where it finds something. */
async function output(tool: string, ...args: readonly string[]): Promise<string> {
  // A Vitest within a Vitest must not take itself for the outer one.
  const inherited = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|TEST$|NODE_ENV$)/.test(name));
  // It migrates a template of its own, because the copy's migrations are what counts, but needs no server of its own.
  const env = { ...Object.fromEntries(inherited), TEST_DATABASE_URL: inject("postgresServer").superuser };
  try {
    return (await run(join(ROOT, "node_modules/.bin", tool), args, { cwd: copy, env })).stdout;
  } catch (error) {
    throw error instanceof Error && "stdout" in error
      ? new Error(`${tool}: ${String(error.stdout).slice(0, 4_000)}`, { cause: error })
      : error;
  }
}

describe("what CONTRIBUTING.md works out", () => {
  test("are new files, an entry, a reference and two lines of registries, as it says", () => {
    expect(blocks.map(({ file }) => file)).toEqual([
      "src/engine/expression/functions/text-part.ts",
      "test/oracle/references/text-parts.ts",
      "src/engine/rules/abbreviate.ts",
      "src/engine/rules/abbreviate.test.ts",
      ...["name-queries", "section", "rename-feed", "index", "section.suite"].map((name) => `src/features/names/${name}.ts`),
    ]);
    expect(contributing).toContain("`initials,` in `FUNCTIONS` of `src/engine/expression/functions/function-catalogue.ts`");
    expect(contributing).toContain('`"initials",` among "Parts of text"');
    expect(contributing).toContain("`name: nameSection,` in `SECTIONS` of `src/features/config/sections.ts`");
    expect(contributing).toContain("`anyRuleType(abbreviate),` in `RULE_TYPES` of `src/engine/rules/rule-types.ts`");
  });

  test("compile", async () => {
    expect(await output("tsc", "--noEmit")).toBe("");
  });

  test("pass the tests of every function, every rule type and every section", async () => {
    const said = await output(
      "vitest",
      ...["run", "--root", copy, "--project", "unit", "--project", "db", "--maxWorkers", "1", "--reporter", "verbose", "--no-color"],
      ...["-t", "initials|abbreviate|stands in one family|every section has|name: renaming a feed", ...TESTS, SECTIONS_TEST],
    );
    const passed = [...said.matchAll(/✓.* (\S+\.test\.ts) > .*?([^>]+?)(?: \d+ms)?$/gm)].map(([, file = "", name = ""]) => ({
      file,
      name: name.trim(),
    }));
    const names = passed.filter(({ file }) => file !== SECTIONS_TEST).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'initials: initials("Harbour & Hazel") is "H&H"',
        "initials, whatever the rows hold",
        "initials has no join, subquery or window, and is short",
        "each stands in one family of the reference",
        "abbreviate has an example that is read, and reads again as it is stored",
        "abbreviate refuses a target that the feed does not have",
      ]),
    );
    expect(said).toMatch(/abbreviate\.test\.ts/);
    expect(said).toMatch(/function-references\.test\.ts.* > initials/);
    expect(passed.filter(({ file }) => file === SECTIONS_TEST).map(({ name }) => name)).toEqual([
      "every section has its name from the registry, and an edit that holds it to these guarantees",
      "makes one version, or none, and a run where its section says so; none, and no event, where it changes nothing",
      "is refused where somebody changed the feed since, as its preview, a document and its dry run are, and nothing is changed",
    ]);
  });
});
