import { mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { migrateJobs } from "../../src/platform/jobs/graphile-schema.ts";
import { migrate } from "../../src/platform/postgres/migrate.ts";
import { openConnections } from "../../src/platform/postgres/connection-pool.ts";
import { startEmbeddedServer } from "../../src/platform/postgres/embedded-server.ts";
import { makeLogger } from "../../src/platform/telemetry/make-logger.ts";
import { asAdministrator, databaseUrl, makeDatabase, type SharedServer, TEMPLATE_ROWS, type TestServer } from "./postgres-template.ts";

/** The databases end with the run, so nothing has to reach the disk; several services, with twenty connections each, use the server at once. */
const TEST_SETTINGS = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_wal_size: "256MB", max_connections: 300 };

const MEMORY_FOLDER = "/dev/shm";
/** Several times what a server with the databases of three files takes; a container has 64 MiB of it by default. */
const MEMORY_BYTES_MIN = 3 * 1024 ** 3;

/** Of all projects of a run: whoever comes first starts it, and the last one ends it. */
interface UsedServer {
  readonly server: Promise<TestDatabaseServer>;
  users: number;
}

interface TestDatabaseServer extends AsyncDisposable {
  readonly provided: SharedServer;
}

let shared: UsedServer | undefined;

/**
 * One server and one migrated template for all tests of a run. `TEST_DATABASE_URL` names a server to use instead of the
 * built-in one, so that the same tests run on another version; its user must be allowed to create databases.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const used = (shared ??= { server: openServer(), users: 0 });
  used.users += 1;
  const server = await used.server;
  project.provide("postgresServer", server.provided);
  return async () => {
    used.users -= 1;
    if (used.users > 0) return;
    shared = undefined;
    await server[Symbol.asyncDispose]();
  };
}

async function openServer(): Promise<TestDatabaseServer> {
  await using resources = new AsyncDisposableStack();
  const log = resources.use(makeLogger({ level: "warn" }));
  const given = process.env["TEST_DATABASE_URL"] ?? null;
  const dataDir = await mkdtemp(join(await quickFolder(), "feedwright-test-"));
  resources.defer(() => rm(dataDir, { recursive: true, force: true }));
  const server =
    given === null ? resources.use(await startEmbeddedServer(dataDir, log, TEST_SETTINGS)) : { connectionString: given, superuser: given };
  const template = `feedwright_template_${process.pid}`;
  const dropped = (name: string) => asAdministrator(server.superuser, `drop database if exists ${name} with (force)`);
  await dropped(template);
  await makeDatabase(server, template, "template0");
  resources.defer(() => dropped(template));
  const sample = `${template}_sample`;
  await dropped(sample);
  resources.defer(() => dropped(sample));
  // Those of shops that tests make (`listed-template.ts`).
  resources.defer(() => dropListed(server, template));
  await migrateTemplate(server, template);
  const { connectionString, superuser } = server;
  const running = resources.move();
  return {
    provided: { connectionString, superuser, template, sample, folder: dataDir },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function dropListed({ superuser }: TestServer, template: string): Promise<void> {
  for (const rows of TEMPLATE_ROWS) await asAdministrator(superuser, `drop database if exists ${template}_listed_${rows} with (force)`);
}

/**
 * Memory, where the system offers enough of it as a folder. Each test's database is some 600 files that are gone again in seconds, and ext4 takes a
 * third of a second to find places for those of the next one.
 */
async function quickFolder(): Promise<string> {
  const free = await statfs(MEMORY_FOLDER).catch(() => ({ bavail: 0, bsize: 0 }));
  return free.bavail * free.bsize >= MEMORY_BYTES_MIN ? MEMORY_FOLDER : tmpdir();
}

/** No connection may stay open: a template that is in use cannot be cloned. */
async function migrateTemplate({ connectionString }: TestServer, template: string): Promise<void> {
  const log = makeLogger({ level: "warn" });
  await using connections = openConnections(databaseUrl(connectionString, template), log);
  await migrate(connections.pool, log);
  await migrateJobs(connections.pool);
}
