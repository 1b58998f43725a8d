import { migrateJobs } from "../src/platform/jobs/graphile-schema.ts";
import { migrate } from "../src/platform/postgres/migrate.ts";
import { openPostgres } from "../src/platform/postgres/open-postgres.ts";
import { makeLogger } from "../src/platform/telemetry/make-logger.ts";
import type { TestDatabase } from "../test/harness/postgres-template.ts";

/** A database in a folder, as a service without `DATABASE_URL` has it. */
export async function ownDatabase(folder: string): Promise<TestDatabase> {
  const log = makeLogger({ level: "error" });
  const postgres = await openPostgres({ dataDir: folder, databaseUrl: null, log });
  await migrate(postgres.pool, log);
  await migrateJobs(postgres.pool);
  return postgres;
}
