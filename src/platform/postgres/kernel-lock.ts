import { chown, open, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type sqliteModule from "node:sqlite";
import type { DatabaseSync } from "node:sqlite";
import { members } from "../../kernel/unsafe.ts";

/**
 * A lock on a file that the kernel holds for this process: every container on the machine sees it, and it ends with the process,
 * however that ends. Node has no call for it, but its SQLite locks the file of a transaction; the file itself stays empty.
 *
 * Nothing else may open the file: closing any descriptor of it in this process would release the lock.
 */

/** `unsupported`: the file system has no locks, so whoever asks needs other evidence. */
export type KernelLock = { readonly state: "ours"; release(): void } | { readonly state: "held" | "unsupported" };

const SQLITE_BUSY = 5;
const SQLITE_IOERR = 10;
/** The low byte of SQLite's extended codes is the general one. */
const PRIMARY_CODE = 0xff;

export async function takeKernelLock(file: string): Promise<KernelLock> {
  await ensureFile(file);
  return attempt(file, "pragma journal_mode = memory; begin exclusive");
}

/** What `takeKernelLock` would find, without keeping anybody else from taking it. */
export async function probeKernelLock(file: string): Promise<"free" | "held" | "unsupported"> {
  const exists = await stat(file).then(
    () => true,
    () => false,
  );
  if (!exists) return "free";
  const found = attempt(file, "begin; select count(*) from sqlite_schema");
  if (found.state !== "ours") return found.state;
  found.release();
  return "free";
}

function attempt(file: string, statement: string): KernelLock {
  const sqlite = loadSqlite();
  let database: DatabaseSync | undefined;
  try {
    const opened = new sqlite.DatabaseSync(file, { timeout: 0 });
    database = opened;
    opened.exec(statement);
    return { state: "ours", release: () => opened.close() };
  } catch (error) {
    database?.close();
    const code = Number(members(error)["errcode"]) & PRIMARY_CODE;
    if (code === SQLITE_BUSY) return { state: "held" };
    if (code === SQLITE_IOERR) return { state: "unsupported" };
    throw error;
  }
}

/** For this account alone; where root makes it in somebody else's directory, for that account. */
async function ensureFile(file: string): Promise<void> {
  try {
    await using made = await open(file, "wx", 0o600);
    await made.chmod(0o600);
  } catch (error) {
    if (members(error)["code"] === "EEXIST") return;
    throw error;
  }
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dirname(file));
  await chown(file, uid, gid);
}

/** Earlier versions of Node 24 warn that the module is experimental, which nobody who starts Feedwright can act on. Other warnings pass. */
function loadSqlite(): typeof sqliteModule {
  const original = Object.getOwnPropertyDescriptor(process, "emitWarning") ?? {};
  const emit: unknown = original.value;
  const filtered = (warning: unknown, ...rest: readonly unknown[]): unknown =>
    String(warning).includes("SQLite") || typeof emit !== "function" ? undefined : Reflect.apply(emit, process, [warning, ...rest]);
  try {
    Object.defineProperty(process, "emitWarning", { ...original, value: filtered });
    return process.getBuiltinModule("node:sqlite");
  } finally {
    Object.defineProperty(process, "emitWarning", original);
  }
}
