import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { members, parseJson } from "../../src/kernel/unsafe.ts";

/** The linter with our configuration over planted files: each rule fires where it applies and is silent where it does not. */

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "lint-config-"));

const ENVIRONMENT = `export const port = (): string | undefined => process.env["PORT"];\n`;
const CLOCK = `export const now = (): Date => new Date();\n`;
const CAST = `export const name = (value: unknown): string => value as string;\n`;

const FILES: Readonly<Record<string, string>> = {
  "src/app.ts": ENVIRONMENT,
  "src/config.ts": ENVIRONMENT,
  "src/engine/now.ts": CLOCK,
  "src/engine/now.test.ts": `import { expect, test } from "vitest";\n${CLOCK}test("now", () => expect(now()).toBeDefined());\n`,
  "src/kernel/clock.ts": CLOCK,
  "src/platform/now.ts": CLOCK,
  "src/kernel/cast.ts": CAST,
  "src/kernel/unsafe.ts": CAST,
  "src/features/open.ts": `import { Pool } from "pg";\nexport const pool = new Pool();\n`,
  "src/main/start.ts": `console.log("ready");\n`,
  "src/surfaces/start.ts": `export const say = (): void => console.log("ready");\n`,
  "src/engine/any.ts": "export const any = (value: any): unknown => value;\n",
  "src/engine/default.ts": "export default 1;\n",
  "src/engine/cycleA.ts": `import { b } from "./cycle-b.ts";\nexport const a = (): unknown => b;\n`,
  "src/engine/cycle-b.ts": `import { a } from "./cycleA.ts";\nexport const b = (): unknown => a;\n`,
  "src/engine/long.ts": `export const long = [\n${"  1,\n".repeat(300)}];\n`,
  "src/engine/many.ts": "export const many = (a: 1, b: 2, c: 3, d: 4, e: 5): number => a + b + c + d + e;\n",
  "src/platform/floating.ts": "const work = async (): Promise<void> => {};\nexport const start = (): void => {\n  work();\n};\n",
};

let fired: ReadonlySet<string>;

/** Links are absolute, so that a copy of the configuration rules a folder of its own. */
function plant(): void {
  const config = readFileSync(join(ROOT, ".oxlintrc.json"), "utf8").replaceAll('"./', `"${ROOT}`);
  const tsconfig = JSON.stringify({ extends: join(ROOT, "tsconfig.json"), include: ["src"] });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  for (const [path, text] of Object.entries({ ...FILES, ".oxlintrc.json": config, "tsconfig.json": tsconfig })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

beforeAll(() => {
  plant();
  const { stdout } = spawnSync(join(ROOT, "node_modules/.bin/oxlint"), ["-f", "json", "src"], { cwd: folder, encoding: "utf8" });
  const { diagnostics } = members(parseJson(stdout));
  const found = Array.isArray(diagnostics) ? diagnostics.map((entry) => members(entry)) : [];
  fired = new Set(found.map(({ filename, code }) => `${String(filename)} ${String(code)}`));
});

afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  "src/app.ts house(no-process-env)",
  "src/engine/now.ts house(no-clock)",
  "src/kernel/cast.ts house(no-bare-as)",
  "src/features/open.ts house(no-top-level-call)",
  "src/surfaces/start.ts eslint(no-console)",
  "src/engine/any.ts typescript(no-explicit-any)",
  "src/engine/default.ts import(no-default-export)",
  "src/engine/cycleA.ts import(no-cycle)",
  "src/engine/cycleA.ts unicorn(filename-case)",
  "src/engine/long.ts eslint(max-lines)",
  "src/engine/many.ts eslint(max-params)",
  "src/platform/floating.ts typescript(no-floating-promises)",
])("fires: %s", (finding) => {
  expect([...fired]).toContain(finding);
});

test.each([
  "src/config.ts",
  "src/engine/now.test.ts",
  "src/kernel/clock.ts",
  "src/platform/now.ts",
  "src/kernel/unsafe.ts",
  "src/main/start.ts",
])("silent: %s", (path) => {
  expect([...fired].filter((finding) => finding.startsWith(`${path} `))).toEqual([]);
});
