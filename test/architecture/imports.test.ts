import { describe, expect, test } from "vitest";
import { keysOf } from "../../src/kernel/unsafe.ts";
import { IMPORT_RULES, importGraph } from "./import-rules.ts";
import { repositoryFiles } from "./repository-files.ts";

/** One file, or two, that break exactly what the rule forbids. Every kind of import appears among them. */
const PLANTED: Readonly<Record<keyof typeof IMPORT_RULES, readonly (readonly [path: string, text: string])[]>> = {
  "every file has a layer": [["src/utils/text.ts", ""]],
  "layers import only what the matrix allows": [
    ["src/kernel/a.ts", `import { b } from "../engine/b.ts";`],
    ["src/engine/a.ts", `import type { B } from "../platform/objects/objects-port.ts";`],
    ["src/engine/plan/a.ts", `export { b } from "../../features/feeds/index.ts";`],
    ["src/platform/jobs/a.ts", `import { b } from "../postgres/pool.ts";`],
    ["src/platform/jobs/b.ts", `import { b } from "../../engine/sql/fragment.ts";`],
    ["src/storefronts/csv/a.ts", `import { b } from "../shopify/b.ts";`],
    ["src/storefronts/csv/b.ts", `const b = await import("../../features/feeds/index.ts");`],
    ["src/channels/google/a.ts", `import "../../storefronts/csv/b.ts";`],
    ["src/features/operation.ts", `import { b } from "./feeds/index.ts";`],
    ["src/features/feeds/a.ts", `type B = import("../../platform/objects/directory-store.ts").B;`],
    ["src/features/feeds/b.ts", `import { b } from "../../surfaces/http/b.ts";`],
    ["src/surfaces/http/a.ts", `import { b } from "../../engine/b.ts";`],
    ["src/app.ts", `import { b } from "../test/harness/b.ts";`],
  ],
  "a feature is entered by its index": [["src/features/runs/a.ts", `import { b } from "../feeds/feed-queries.ts";`]],
  "features form no cycle": [
    ["src/features/runs/a.ts", `import { b } from "../feeds/index.ts";`],
    ["src/features/feeds/a.ts", `export type { B } from "../runs/index.ts";`],
  ],
  "functions that vouch are called by those who may": [
    ["src/engine/plan/a.ts", `import { trustedSql } from "../../kernel/sql.ts";`],
    ["src/features/feeds/a.ts", `import * as port from "../../platform/postgres/postgres-port.ts";`],
    ["src/features/feeds/b.ts", `export { openShop } from "../../platform/postgres/postgres-port.ts";`],
    ["src/features/rules/a.ts", `import { recordVersion } from "../feeds/index.ts";`],
  ],
  "a package that talks to the world is used in its home": [
    ["src/features/feeds/a.ts", `import { Pool } from "pg";`],
    ["src/engine/a.ts", `import type { DuckDBValue } from "@duckdb/node-api/lib/values";`],
    ["src/storefronts/shopify/a.ts", `import { request } from "undici";`],
  ],
  "kernel and engine use the language and the schema library": [
    ["src/engine/a.ts", `import { createHash } from "node:crypto";`],
    ["src/kernel/a.ts", `import { sql } from "kysely";`],
  ],
  "features reach sockets and processes through ports": [["src/features/feeds/a.ts", `import { lookup } from "node:dns/promises";`]],
  "what leaves the service leaves by the egress": [
    ["src/storefronts/shopify/a.ts", `const answer = await fetch("https://example.com/");`],
    ["src/storefronts/shopify/b.ts", `const ask = fetch;`],
    ["src/storefronts/shopify/c.ts", `const answer = await globalThis.fetch("https://example.com/");`],
    ["src/surfaces/http/a.ts", `import { request } from "node:https";`],
    ["src/surfaces/http/b.ts", `import * as http from "node:http";`],
    ["src/surfaces/http/c.ts", `import net from "node:net";`],
    ["src/platform/postgres/a.ts", `import { createConnection, type Socket } from "node:net";`],
    ["src/platform/postgres/b.ts", `import { lookup } from "node:dns/promises";`],
    ["src/main/a.ts", `const { connect } = await import("node:tls");`],
    ["src/main/b.ts", `const feed = new EventSource("https://example.com/");`],
    ["src/main/c.ts", `import { Socket } from "node:net";\nnew Socket().connect(80);`],
  ],
  "the environment has one reader": [
    ["src/app.ts", `const { PORT } = process.env;`],
    ["src/main/start.ts", `const port = process["env"];`],
  ],
};

const source = importGraph(repositoryFiles(/^src\/.*\.ts$/));
const rules = keysOf<keyof typeof IMPORT_RULES>(IMPORT_RULES);

describe("imports", () => {
  test("the graph is not empty, so no rule passes by seeing nothing", () => {
    expect(source.files.length).toBeGreaterThan(15);
    expect(source.edges.filter(({ to }) => to.startsWith("src/")).length).toBeGreaterThan(source.files.length / 2);
  });

  test("every relative import names a file of the source, so none leads to a path that no rule knows", () => {
    // Data may be imported too; it imports nothing.
    const paths = new Set([...source.files, ...repositoryFiles(/^src\/.*\.json$/)].map(({ path }) => path));
    expect(source.edges.filter(({ to }) => to.startsWith("src/") && !paths.has(to))).toEqual([]);
  });

  test.each(rules)("%s", (rule) => {
    expect(IMPORT_RULES[rule](source)).toEqual([]);
  });

  test.each(rules)("violations are seen: %s", (rule) => {
    const planted = importGraph(PLANTED[rule].map(([path, text]) => ({ path, text })));
    expect(IMPORT_RULES[rule](planted)).toHaveLength(planted.files.length);
  });
});
