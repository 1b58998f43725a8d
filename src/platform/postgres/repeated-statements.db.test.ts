import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../../test/harness/postgres-template.ts";
import { makeLogger } from "../telemetry/make-logger.ts";
import { type Connections, openConnections } from "./connection-pool.ts";
import { statementNames } from "./repeated-statements.ts";

let database: TestDatabase;
let connections: Connections;
beforeAll(async () => {
  database = await testDatabase();
  // One, so that every statement of a test meets the same server process.
  connections = openConnections(database.connectionString, makeLogger({ level: "error", write: () => undefined }), 1);
});
afterAll(async () => {
  await connections[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

/** What the connection has prepared; asked without values, so that the question is none of it. */
async function prepared(): Promise<readonly string[]> {
  const { rows } = await connections.pool.query<{ statement: string }>("select statement from pg_prepared_statements");
  return rows.map(({ statement }) => statement);
}

async function named(times: number, ask: (name: string) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < times; at += 1) await ask(`table_${at}`);
}

describe("a connection", () => {
  test("prepares a statement that it runs again and again, and answers alike before and after", async () => {
    const lengthOf = async (text: string) => (await sql`select length(${text}::text) as n`.execute(connections.db)).rows;
    const answers = [];
    for (const text of ["a", "bb", "", "a", "bb", "", "a", "bb"]) answers.push(await lengthOf(text));
    expect(answers.flat()).toEqual([1, 2, 0, 1, 2, 0, 1, 2].map((n) => ({ n })));
    expect(await prepared()).toEqual(["select length($1::text) as n"]);
  });

  test("goes on when a migration adds a column to a table that it has asked for by name", async () => {
    await connections.pool.query("create table widening (id integer, label text)");
    await connections.pool.query("insert into widening values (1, 'a')");
    const whole = async () => (await sql`select * from widening where id = ${1}`.execute(connections.db)).rows;
    const part = () => connections.db.selectFrom("feeds").select("id").where("id", "=", 1).execute();
    await named(8, async () => [await whole(), await part()]);
    await connections.pool.query("alter table widening add column further text; alter table feeds add column further text");
    expect(await whole()).toEqual([{ id: 1, label: "a", further: null }]);
    expect(await part()).toEqual([]);
    const statements = await prepared();
    expect(statements.filter((statement) => statement.includes("widening"))).toEqual([]);
    expect(statements.filter((statement) => statement.includes(`from "feeds"`))).toHaveLength(1);
  });

  test("tells a statement's error each time, prepared or not", async () => {
    await named(8, async () => {
      await expect(sql`select 1 / ${0}::int as n`.execute(connections.db)).rejects.toThrow("division by zero");
    });
  });
});

test("no more statements are prepared than a connection should hold, however many there are", () => {
  const nameOf = statementNames();
  const names = Array.from({ length: 5_000 }, (_, at) => Array.from({ length: 8 }, () => nameOf(`select ${at}`))).flat();
  expect(new Set(names.filter((name) => name !== undefined)).size).toBe(100);
});
