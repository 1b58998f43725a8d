import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { integer, join, literal, name, sql } from "../../src/engine/sql/fragment.ts";
import type { Sql } from "../../src/kernel/sql.ts";

/** Most tests have too few rows for a second thread, which would only wait, and cost. */
const ONE_THREAD = { threads: "1" };
/** For tests of the order of rows: with one thread DuckDB keeps every order by itself; with two it has to be made to. */
export const TWO_THREADS = { threads: "2" };

/** A DuckDB of the test's own and a folder for its files, so that what the engine compiles can be executed. */
export interface TestDuckdb extends AsyncDisposable {
  readonly folder: string;
  file(name: string): string;
  run(...statements: readonly Sql[]): Promise<void>;
  all(statement: Sql): Promise<readonly Readonly<Record<string, unknown>>[]>;
  records(name: string, rows: readonly object[]): Promise<string>;
}

export async function testDuckdb(settings: Readonly<Record<string, string>> = {}): Promise<TestDuckdb> {
  const folder = await mkdtemp(joinPath(tmpdir(), "feedwright-duckdb-"));
  const instance = await DuckDBInstance.create(":memory:", { ...ONE_THREAD, memory_limit: "1GB", ...settings });
  const connection = await instance.connect();
  return {
    folder,
    file: (called) => joinPath(folder, called),
    async run(...statements) {
      for (const { text } of statements) await connection.run(text);
    },
    async all({ text }) {
      const reader = await connection.runAndReadAll(text);
      return reader.getRowObjectsJson();
    },
    async records(called, rows) {
      const file = joinPath(folder, called);
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

/** What `of` makes of each text. The texts are rows of a table, so that nothing is folded while planning. */
export async function overTexts(duckdb: TestDuckdb, texts: readonly string[], of: (text: Sql) => Sql): Promise<readonly unknown[]> {
  if (texts.length === 0) return [];
  const rows = join(
    texts.map((text, at) => sql`(${integer(at)}, ${literal(text)})`),
    sql`, `,
  );
  const answers = await duckdb.all(sql`SELECT ${of(name("t"))} AS value FROM (VALUES ${rows}) v(n, t) ORDER BY n`);
  return answers.map((row) => row["value"]);
}

/** A text of a row; NULL stays null. */
export function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** A text without what no SQL can hold (U+0000) and what the client drops where a value begins with it (U+FEFF). */
export function readable(text: string): string {
  return text.replaceAll("\u0000", "").replaceAll("\uFEFF", "");
}
