import { RuleTester } from "oxlint/plugins-dev";
import { describe, test } from "vitest";
import plugin from "./house-plugin.ts";

RuleTester.describe = describe;
RuleTester.it = test;
const tester = new RuleTester({ languageOptions: { sourceType: "module", parserOptions: { lang: "ts" } } });

const refused = (...snippets: readonly string[]) => snippets.map((code) => ({ code, errors: 1 }));

tester.run("a type assertion stands in unsafe.ts alone", plugin.rules["no-bare-as"], {
  valid: ["const list = ['a', 'b'] as const;", "const table = { a: 1 } satisfies Record<string, number>;", "export { a as b };"],
  invalid: refused("const a = b as string;", "const a = <string>b;", "const a = (b as { c: D }).c;", "const a = b as unknown;"),
});

tester.run("time, randomness and ids are arguments", plugin.rules["no-clock"], {
  valid: [
    "const day = new Date(text);",
    "const now = clock.now();",
    "const id = ids.randomUUID;",
    "type Bytes = typeof randomBytes;",
    "const top = Math.max(1, 2);",
  ],
  invalid: refused(
    "const now = new Date();",
    "const now = Date();",
    "const now = Date.now();",
    "const took = performance.now();",
    "const share = Math.random();",
    "import { randomUUID } from 'node:crypto'; const id = randomUUID();",
    "const id = crypto.randomUUID();",
  ),
});

tester.run("the environment has one reader", plugin.rules["no-process-env"], {
  valid: ["const port = config.env;", "const id = process.pid;", "const { pid } = process;", "import { pid } from 'node:process';"],
  invalid: refused(
    "const port = process.env.PORT;",
    "const port = process.env['PORT'];",
    "const port = process['env'].PORT;",
    "start(globalThis.process.env);",
    "const { env } = process;",
    "const { pid, env: all } = process;",
    "import { env } from 'node:process';",
  ),
});

tester.run("nothing happens at import", plugin.rules["no-top-level-call"], {
  valid: [
    "import { z } from 'zod'; export const Name = z.string().min(1).max(40);",
    "export const LIMITS = Object.freeze({ rows: 5 });",
    "const seen = new Set(['a']); const pattern = new RegExp('a');",
    "import { RESOURCES } from './resources.ts'; export const KINDS = RESOURCES.map((kind) => load(kind));",
    "const column = (name: string) => ({ name }); export const COLUMNS = [column('id')];",
    "import { read } from '../operation.ts'; export const listFeeds = read({ run: async () => query() });",
    "import { sql } from 'kysely'; const one = sql`select 1`;",
    "const words = String.raw`a\\b`.split(' ');",
    { code: "import { keysOf } from '../../kernel/unsafe.ts'; const keys = keysOf(LIST);", filename: "/repo/src/features/feeds/feed.ts" },
    { code: "import { call } from './call.ts'; const node = call('upper');", filename: "/repo/src/engine/rules/upper.ts" },
    "export async function open() { await connect(); setInterval(() => beat(), 5); }",
    "export class Pool { private readonly client = connect(); }",
  ],
  invalid: refused(
    "start();",
    "const timer = setInterval(() => 1, 5);",
    "import { readFileSync } from 'node:fs'; const text = readFileSync('a');",
    "import { Pool } from 'pg'; const pool = new Pool();",
    "import { open } from './store.ts'; export const store = open();",
    "import { open } from './store.ts'; export const names = { store: [open()] };",
    "import { html } from './page.ts'; const page = html`<p>`;",
    "const seen = new Map(); seen.set('a', 1);",
    "for (const name of ['a']) register(name);",
    "export const db = await ready;",
    "(() => 1)();",
  ),
});
