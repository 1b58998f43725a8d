import { mkdir, mkdtempDisposable, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { migrateJobs } from "../../src/platform/jobs/graphile-schema.ts";
import { readLocation } from "../../src/platform/postgres/cluster-folder.ts";
import { migrate } from "../../src/platform/postgres/migrate.ts";
import { openPostgres, type Postgres } from "../../src/platform/postgres/open-postgres.ts";
import { makeLogger } from "../../src/platform/telemetry/make-logger.ts";
import { descendantsOf } from "./child-processes.ts";

/** Below a closed folder, as a checkout in a home directory is; root's server then lives elsewhere, and goes with the test. */
export async function temporaryDataDir() {
  const folder = await mkdtempDisposable(join(tmpdir(), "feedwright-open-"));
  const path = join(folder.path, "data");
  const remove = async () => {
    const outside = await readLocation(path);
    if (outside !== undefined) await rm(outside.path, { recursive: true, force: true });
    await folder.remove();
  };
  return { path, [Symbol.asyncDispose]: remove };
}

export async function postmasterPid(dataDir: string): Promise<number> {
  return Number(members(parseJson(await readFile(join(dataDir, "postgres.json"), "utf8")))["pid"]);
}

/** A built-in server for one test file alone, migrated, for tests that make it hang. */
export interface OwnServer extends AsyncDisposable {
  readonly postgres: Postgres;
  /** Sends a signal to every process of the server. */
  signal(signal: "SIGSTOP" | "SIGCONT"): Promise<void>;
}

export async function ownServer(): Promise<OwnServer> {
  await using stack = new AsyncDisposableStack();
  const log = makeLogger({ level: "error", write: () => undefined });
  const dataDir = stack.use(await temporaryDataDir());
  await mkdir(dataDir.path);
  const postgres = stack.use(await openPostgres({ dataDir: dataDir.path, databaseUrl: null, log }));
  await migrate(postgres.pool, log);
  await migrateJobs(postgres.pool);
  const pid = await postmasterPid(dataDir.path);
  const signal = async (name: "SIGSTOP" | "SIGCONT"): Promise<void> => {
    const processes = [pid, ...(await descendantsOf(pid)).map((child) => child.pid)];
    for (const each of processes) signalIfThere(each, name);
  };
  stack.defer(() => signal("SIGCONT"));
  const running = stack.move();
  return { postgres, signal, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** PostgreSQL ends processes of its own at any time, and one that was killed leaves the file that names it. */
export function signalIfThere(pid: number, name: "SIGSTOP" | "SIGCONT" | "SIGKILL"): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (members(error)["code"] !== "ESRCH") throw error;
  }
}
