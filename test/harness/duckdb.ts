import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import type { Sql } from "../../src/kernel/sql.ts";

/** A DuckDB of the test's own and a folder for its files, so that what the engine compiles can be executed. */
export interface TestDuckdb extends AsyncDisposable {
  readonly folder: string;
  file(name: string): string;
  run(...statements: readonly Sql[]): Promise<void>;
  all(statement: Sql): Promise<readonly Readonly<Record<string, unknown>>[]>;
  records(name: string, rows: readonly object[]): Promise<string>;
}

export async function testDuckdb(settings: Readonly<Record<string, string>> = {}): Promise<TestDuckdb> {
  const folder = await mkdtemp(path.join(tmpdir(), "feedwright-duckdb-"));
  const instance = await DuckDBInstance.create(":memory:", { threads: "2", memory_limit: "1GB", ...settings });
  const connection = await instance.connect();
  return {
    folder,
    file: (name) => path.join(folder, name),
    async run(...statements) {
      for (const { text } of statements) await connection.run(text);
    },
    async all({ text }) {
      const reader = await connection.runAndReadAll(text);
      return reader.getRowObjectsJson();
    },
    async records(name, rows) {
      const file = path.join(folder, name);
      await writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
      return file;
    },
    async [Symbol.asyncDispose]() {
      connection.closeSync();
      instance.closeSync();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
