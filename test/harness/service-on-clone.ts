import { randomBytes } from "node:crypto";
import { type TestDatabase, testDatabase } from "./postgres-template.ts";
import { serviceHome, type ServiceHome } from "./service-process.ts";

/** A service that works on a database of the test's own, and that database. */
export interface ClonedService extends ServiceHome {
  readonly database: TestDatabase;
}

/**
 * A service on a copy of the migrated database: it starts in a third of the time, because nobody makes a cluster and migrates it. For
 * every test that isn't about the built-in PostgreSQL or the end of it; those take `serviceHome`.
 */
export async function clonedService(settings: Readonly<Record<string, string>> = {}, launcher?: string): Promise<ClonedService> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const given = { DATABASE_URL: database.connectionString, SECRETS_KEY: randomBytes(32).toString("hex") };
  const home = stack.use(await serviceHome({ ...given, ...settings }, launcher));
  const running = stack.move();
  return { ...home, database, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
