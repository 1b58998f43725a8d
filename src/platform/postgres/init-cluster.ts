import { randomBytes } from "node:crypto";
import { chown, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PlainError } from "../../kernel/errors.ts";
import { dataPath, type ClusterFolder } from "./cluster-folder.ts";
import { runProgram } from "./run-program.ts";
import type { ServerBinaries } from "./server-binaries.ts";

/** The superuser of a built-in server, and the database everything is in: `initdb` makes it anyway. */
export const SUPERUSER = "feedwright";
export const DATABASE = "postgres";

const DRAFT_PREFIX = "data.";
/** Takes about a second; a disk this slow could not serve anybody. */
const INITDB_TIMEOUT_MS = 120_000;

/** Makes the cluster beside its place and moves it there, so that `data` is complete whenever it exists. */
export async function initCluster({ initdb }: ServerBinaries, { path, password, account }: ClusterFolder): Promise<void> {
  // The `initdb` of a killed start may still be writing, so every start has a place of its own.
  await removeDrafts(path);
  const draft = join(path, `${DRAFT_PREFIX}${randomBytes(6).toString("hex")}`);
  const passwordFile = `${draft}.password`;
  try {
    await mkdir(draft, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (account !== undefined) for (const file of [draft, passwordFile]) await chown(file, account.uid, account.gid);
    const made = await runProgram(initdb, initdbArguments(draft, passwordFile), { account, timeoutMs: INITDB_TIMEOUT_MS });
    if (!made.done) throw initFailed(path, made.said, made.cause);
    await rename(draft, dataPath(path));
  } catch (error) {
    throw error instanceof PlainError ? error : initFailed(path, String(error), error);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** As far as they can be removed while somebody writes into them; the next start finds the rest. */
async function removeDrafts(path: string): Promise<void> {
  for (const name of await readdir(path)) {
    if (name.startsWith(DRAFT_PREFIX)) await rm(join(path, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function initFailed(path: string, said: string, cause: unknown): PlainError {
  const advice = "Free some space there, set DATA_DIR to another directory, or set DATABASE_URL.";
  return new PlainError("postgres_init_failed", `The built-in PostgreSQL can't create its database in ${path} (${said}). ${advice}`, cause);
}

function initdbArguments(data: string, passwordFile: string): readonly string[] {
  return [
    `--pgdata=${data}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    // The same order and letter case on every machine, whatever its C library knows.
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
  ];
}
