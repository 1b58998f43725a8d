import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type App, openApp } from "../../app.ts";
import { storageAddress } from "../../config-storage.ts";
import { literal, sql } from "../../engine/sql/fragment.ts";
import { pendingMigrations } from "../../platform/postgres/migrate.ts";
import { requireRecordedKey } from "../../platform/secrets/recorded-key.ts";
import { makeLogger } from "../../platform/telemetry/make-logger.ts";
import { commandConfig } from "../command-app.ts";
import { memoryDivision } from "../memory-division.ts";
import { openFolders } from "../open-folders.ts";

interface Check {
  readonly name: string;
  readonly run: (app: App) => Promise<string>;
}

const CHECKS: readonly Check[] = [
  { name: "Node", run: async () => process.version },
  {
    name: "PostgreSQL",
    run: async ({ postgres }) => {
      const { rows } = await postgres.pool.query<{ readonly server_version: string }>("show server_version");
      return `${rows[0]?.server_version ?? "unknown"}, ${postgres.embedded ? "built in" : "by DATABASE_URL"}`;
    },
  },
  {
    name: "Migrations",
    run: async ({ postgres }) => ((await pendingMigrations(postgres.db)).length === 0 ? "all applied" : "pending: run feedwright migrate"),
  },
  {
    name: "Storage",
    run: async ({ services, config }) => services.objects.ready().then(() => `${storageAddress(config.storage)} is writable`),
  },
  {
    name: "Secrets",
    run: async ({ postgres, services: { secrets } }) =>
      requireRecordedKey(postgres.db, secrets.keyIds).then(() => `encrypted with the key ${secrets.keyIds[0] ?? ""}`),
  },
  { name: "DuckDB", run: duckdb },
  { name: "Memory", run: async ({ config }) => memoryDivision(config.memory) },
];

/** Checks what a service needs, one line each; exit code 1 when something is missing. */
export async function doctor(): Promise<void> {
  const config = commandConfig();
  await using app = await openApp(config, { purpose: "command", log: makeLogger({ level: "error", pretty: true }), anyKey: true });
  for (const check of CHECKS) {
    try {
      process.stdout.write(`ok    ${check.name}: ${await check.run(app)}\n`);
    } catch (error) {
      process.stdout.write(`FAIL  ${check.name}: ${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    }
  }
  const folders = [config.dataDir, ...(config.storage.kind === "folder" ? [config.storage.root] : [])];
  for (const sentence of await openFolders(folders)) process.stdout.write(`WARN  Folders: ${sentence}\n`);
}

/** A child that starts, runs a statement and is kept out of files it has no business with. */
async function duckdb({ services }: App): Promise<string> {
  const [row] = await services.warehouse.of(null).query(sql`SELECT version() AS version`);
  const outside = await mkdtemp(path.join(tmpdir(), "feedwright-doctor-"));
  const refused = await services.warehouse
    .of(null)
    .query(sql`SELECT * FROM read_text(${literal(path.join(outside, "x"))})`)
    .then(
      () => false,
      () => true,
    );
  await rm(outside, { recursive: true, force: true });
  if (!refused) throw new Error("a child process could read outside its folders; do not run this build");
  return `${String(row?.["version"])}, in child processes, locked down`;
}
