import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import { openConnections, type Connections } from "../../src/platform/postgres/connection-pool.ts";
import { makeLogger } from "../../src/platform/telemetry/make-logger.ts";

declare module "vitest" {
  interface ProvidedContext {
    readonly postgresServer: SharedServer;
  }
}

export interface TestServer {
  /** As the service works: who may do nothing but own its database. */
  readonly connectionString: string;
  /** As who makes databases. */
  readonly superuser: string;
}

/** Of all tests of a run. */
export interface SharedServer extends TestServer {
  /** A migrated database. */
  readonly template: string;
  /** One with the published sample shop, once a test has made it (`sample-template.ts`). */
  readonly sample: string;
  /** Where they keep what they share; removed at the end. */
  readonly folder: string;
}

/** A migrated database of the test's own; dropped when disposed, with whoever is still connected. */
export interface TestDatabase extends Connections {
  readonly connectionString: string;
}

/** Rows of the shops that so many tests want that there are templates of them. */
export const TEMPLATE_ROWS: readonly number[] = [2, 3, 4];

/** Enough for any test, and few enough for many of them on one server. */
const TEST_CONNECTIONS = 6;

/** `empty`: without the migrations, for tests of those. */
export function testDatabase(kind: "migrated" | "empty" = "migrated"): Promise<TestDatabase> {
  return databaseLike(kind === "migrated" ? inject("postgresServer").template : "template0");
}

/** A copy of a database that nobody is connected to. */
export async function databaseLike(template: string): Promise<TestDatabase> {
  const server = inject("postgresServer");
  const name = `feedwright_test_${randomBytes(8).toString("hex")}`;
  const database = await openDatabase(server, name, template);
  return {
    ...database,
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await asAdministrator(server.superuser, `drop database if exists ${name} with (force)`);
    },
  };
}

/** The same, which stays when it's disposed. */
export async function openDatabase(server: SharedServer, name: string, template: string): Promise<TestDatabase> {
  await makeDatabase(server, name, template);
  const connectionString = databaseUrl(server.connectionString, name);
  return { ...openConnections(connectionString, makeLogger({ level: "error" }), TEST_CONNECTIONS), connectionString };
}

/** The same server and account, another database. */
export function databaseUrl(connectionString: string, database: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${database}`;
  return url.href;
}

/** Owned by who will work in it. Copying the files takes half of what writing every block through the log does. */
export async function makeDatabase({ connectionString, superuser }: TestServer, name: string, template: string): Promise<void> {
  // A database belongs to who makes it, unless it says otherwise.
  const owner = connectionString === superuser ? "" : ` owner "${decodeURIComponent(new URL(connectionString).username)}"`;
  await asAdministrator(superuser, `create database ${name} template ${template} strategy file_copy${owner}`);
}

export async function asAdministrator(connectionString: string, statement: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
