import { sql } from "kysely";
import type { Services } from "./features/operation.ts";
import { PlainError } from "./kernel/errors.ts";
import { pendingMigrations } from "./platform/postgres/migrate.ts";
import type { Postgres } from "./platform/postgres/open-postgres.ts";
import { storageDetail } from "./surfaces/http/storage-check.ts";

/** Whether the database has the schema of this code. Never rejects. */
export function checkMigrations(reserve: Postgres["reserve"]) {
  return answered(migrationsCheck(reserve));
}

/** What has to be in order before requests are sent here. Never rejects. */
export function checkReadiness(postgres: Postgres, services: Services) {
  return Promise.all(readinessChecks(postgres, services).map(answered));
}

interface Check {
  readonly name: string;
  /** What is in order; rejects when it is not. */
  readonly run: () => Promise<string>;
}

function readinessChecks({ reserve }: Postgres, { objects }: Services): readonly Check[] {
  return [
    { name: "database", run: () => sql`select 1`.execute(reserve).then(() => "answers") },
    migrationsCheck(reserve),
    { name: "storage", run: () => storageDetail(objects) },
  ];
}

function migrationsCheck(reserve: Postgres["reserve"]): Check {
  return { name: "migrations", run: () => pendingMigrations(reserve).then(requireNone) };
}

function requireNone(pending: readonly string[]): string {
  if (pending.length > 0)
    throw new PlainError("migrations_pending", `Migrations that haven't been applied yet: ${pending.length}. Run feedwright migrate.`);
  return "applied";
}

async function answered({ name, run }: Check): Promise<{ name: string; ok: boolean; detail: string }> {
  return run().then(
    (detail) => ({ name, ok: true, detail }),
    (error: unknown) => ({ name, ok: false, detail: error instanceof PlainError ? error.message : "doesn't answer" }),
  );
}
