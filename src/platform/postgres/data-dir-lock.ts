import { mkdir, open, access, constants, readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PlainError } from "../../kernel/errors.ts";
import { members } from "../../kernel/unsafe.ts";
import { isRunning, processStart } from "./process-identity.ts";

/**
 * One process at a time works on a data directory.
 *
 * Every contender first adds a claim, a file named by itself (pid, start, purpose), and only then looks for others: of two
 * that come at once at least one sees the other. Whoever sees a living claim besides its own takes its own back, so nobody
 * ever holds the lock beside another. A claim's name belongs to one process for ever, so anybody may remove the claim of a
 * dead one without hitting a living one. `.held` beside a claim says that its owner has won and stays.
 */

export type LockPurpose = "service" | "command";

export interface LockHolder {
  readonly pid: number;
  readonly purpose: LockPurpose;
}

export interface DataDirLock extends LockHolder, AsyncDisposable {
  readonly dataDir: string;
}

interface Claim extends LockHolder {
  readonly name: string;
  readonly held: boolean;
}

const LOCKS_DIR = "locks";
const HELD = ".held";
/** A command ends by itself, so it is worth waiting for; a long one (an import) is named instead. */
const COMMAND_WAIT_MS = 10_000;
/** Contenders that meet before one has won step back and try again at random moments; that settles within a few of them. */
const CONTEST_WAIT_MS = 10_000;
const RETRY_MIN_MS = 10;
const RETRY_MAX_MS = 60;

/** Makes the directory (0700) when it is missing. A service that is running is never waited for. */
export async function lockDataDir(dataDir: string, purpose: LockPurpose): Promise<DataDirLock> {
  await ensureDataDir(dataDir);
  const name = `${process.pid}.${await processStart(process.pid)}.${purpose}`;
  const startedAt = Date.now();
  for (;;) {
    const rival = await tryClaim(dataDir, name);
    if (rival === undefined) return heldLock(dataDir, name, purpose);
    const waitMs = rival.held ? COMMAND_WAIT_MS : CONTEST_WAIT_MS;
    const hopeless = rival.pid === process.pid || (rival.held && rival.purpose === "service");
    if (hopeless || Date.now() - startedAt > waitMs) throw inUse(dataDir, rival);
    await sleep(RETRY_MIN_MS + Math.random() * (RETRY_MAX_MS - RETRY_MIN_MS));
  }
}

/** Who holds the directory, if that process is alive. */
export async function readDataDirLock(dataDir: string): Promise<LockHolder | undefined> {
  const holder = (await livingClaims(dataDir)).find((claim) => claim.held);
  return holder && { pid: holder.pid, purpose: holder.purpose };
}

/** For whoever touches what the lock guards: passes when this process or nobody holds it. */
export async function refuseForeignLock(dataDir: string): Promise<void> {
  const holder = await readDataDirLock(dataDir);
  if (holder !== undefined && holder.pid !== process.pid) throw inUse(dataDir, holder);
}

/** Undefined: the claim stands and is the only one. Otherwise it is gone again, and the answer is who stood in the way. */
async function tryClaim(dataDir: string, name: string): Promise<Claim | undefined> {
  const file = join(dataDir, LOCKS_DIR, name);
  if (!(await createFile(file, dataDir))) return { ...parsed(name), held: true };
  const others = (await livingClaims(dataDir)).filter((claim) => claim.name !== name);
  const rival = others.find((claim) => claim.held) ?? others[0];
  if (rival === undefined) await createFile(`${file}${HELD}`, dataDir);
  else await rm(file, { force: true });
  return rival;
}

/** False when the file is there. */
async function createFile(file: string, dataDir: string): Promise<boolean> {
  try {
    await (await open(file, "wx", 0o600)).close();
    return true;
  } catch (error) {
    if (members(error)["code"] === "EEXIST") return false;
    throw unusable(dataDir, error);
  }
}

function heldLock(dataDir: string, name: string, purpose: LockPurpose): DataDirLock {
  const file = join(dataDir, LOCKS_DIR, name);
  const release = async () => {
    await rm(`${file}${HELD}`, { force: true });
    await rm(file, { force: true });
  };
  return Object.freeze({ dataDir, pid: process.pid, purpose, [Symbol.asyncDispose]: release });
}

async function livingClaims(dataDir: string): Promise<readonly Claim[]> {
  const names = await readdir(join(dataDir, LOCKS_DIR)).catch((): string[] => []);
  const claims = names.filter((name) => /^[0-9]+\.[^.]+\.(service|command)$/.test(name));
  const living: Claim[] = [];
  for (const name of claims) {
    const { pid, start, purpose } = parsed(name);
    if (await isRunning(pid, start)) living.push({ pid, purpose, name, held: names.includes(`${name}${HELD}`) });
    else await removeClaim(dataDir, name);
  }
  return living;
}

/** A reader of the directory may not be allowed to tidy it. */
async function removeClaim(dataDir: string, name: string): Promise<void> {
  const file = join(dataDir, LOCKS_DIR, name);
  for (const path of [`${file}${HELD}`, file]) await rm(path, { force: true }).catch(() => undefined);
}

function parsed(name: string): { readonly name: string; readonly pid: number; readonly start: string; readonly purpose: LockPurpose } {
  const [pid = "", start = "", purpose] = name.split(".");
  return { name, pid: Number(pid), start, purpose: purpose === "service" ? "service" : "command" };
}

async function ensureDataDir(dataDir: string): Promise<void> {
  try {
    await makeFolder(join(dataDir, LOCKS_DIR));
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

/** One folder after the other: below `/proc` Node's own way of making one with its parents never ends. */
async function makeFolder(folder: string): Promise<void> {
  const parent = dirname(folder);
  if (parent === folder || (await isFolder(folder))) return;
  await makeFolder(parent);
  await mkdir(folder, { mode: 0o700 }).catch(async (error: unknown) => {
    if (!(await isFolder(folder))) throw error;
  });
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function inUse(dataDir: string, { pid, purpose }: LockHolder): PlainError {
  const sentence =
    purpose === "service"
      ? `Another Feedwright (pid ${pid}) is running on ${dataDir}. Stop it, or set DATA_DIR to another directory.`
      : `A Feedwright command (pid ${pid}) is working on ${dataDir}. Wait until it is done, or set DATA_DIR to another directory.`;
  return new PlainError("data_dir_in_use", sentence);
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "this account may not write there",
  EPERM: "this account may not write there",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  ENOENT: "the file system makes no folder there",
  ENOTDIR: "a part of the path is a file",
  EEXIST: "it is a file",
};

function unusable(dataDir: string, error: unknown): PlainError {
  const code = String(members(error)["code"] ?? error);
  return new PlainError(
    "data_dir_unusable",
    `The data directory ${dataDir} cannot be used: ${REASONS[code] ?? code}. Set DATA_DIR to a directory this account can write.`,
    error,
  );
}
