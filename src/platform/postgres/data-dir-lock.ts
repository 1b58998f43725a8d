import { access, constants, mkdir, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PlainError } from "../../kernel/errors.ts";
import { members } from "../../kernel/unsafe.ts";
import { type KernelLock, probeKernelLock, takeKernelLock } from "./kernel-lock.ts";
import {
  BEAT_INTERVAL_MS,
  beatClaim,
  type Claim,
  claimName,
  type KernelState,
  livingClaims,
  type LockHolder,
  type LockPurpose,
  makeClaim,
  markHeld,
  removeClaim,
} from "./lock-claims.ts";

/**
 * One process at a time works on a data directory.
 *
 * On one machine the kernel decides (`kernel-lock.ts`), also between containers that can't see each other's processes. Claims
 * (`lock-claims.ts`) say who the holder is, and exclude machines that share a file system without sharing locks: every contender
 * adds its claim before it looks for others, so of two that come at once at least one sees the other and steps back.
 */

export interface DataDirLock extends LockHolder, AsyncDisposable {
  readonly dataDir: string;
}

const LOCKS_DIR = "locks";
const KERNEL_LOCK_FILE = "kernel.lock";
/** A command ends by itself, so it is worth waiting for; a long one (an import) is named instead. */
const COMMAND_WAIT_MS = 10_000;
/** Contenders that meet before one has won step back and try again at random moments; that settles within a few of them. */
const CONTEST_WAIT_MS = 10_000;
const RETRY_MIN_MS = 10;
const RETRY_MAX_MS = 60;
/** A claim of another machine is watched until its next heartbeat, or until it's too old to count. */
const WATCH_MS = 500;

/** Makes the directory (0700) when it is missing. A service that is running is never waited for. */
export async function lockDataDir(dataDir: string, purpose: LockPurpose): Promise<DataDirLock> {
  await ensureDataDir(dataDir);
  const name = await claimName(purpose);
  const startedAt = Date.now();
  const beats = new Map<string, number>();
  for (;;) {
    const found = await tryLock(dataDir, name);
    if ("release" in found) return heldLock(dataDir, { name, purpose, kernel: found });
    const { rival } = found;
    const isUncertain = rival !== undefined && !rival.certain && rival.beatAtMs === (beats.get(rival.name) ?? rival.beatAtMs);
    if (isUncertain) beats.set(rival.name, rival.beatAtMs);
    else if (isHopeless(rival, name, Date.now() - startedAt)) throw inUse(dataDir, rival);
    await sleep(isUncertain ? WATCH_MS : RETRY_MIN_MS + Math.random() * (RETRY_MAX_MS - RETRY_MIN_MS));
  }
}

/** Who holds the directory, if that process is alive. */
export async function readDataDirLock(dataDir: string): Promise<LockHolder | undefined> {
  const holder = await findHolder(dataDir);
  return holder && { pid: holder.pid, host: holder.host, purpose: holder.purpose };
}

/** For whoever touches what the lock guards: passes when this process or nobody holds it. */
export async function refuseForeignLock(dataDir: string): Promise<void> {
  const holder = await findHolder(dataDir);
  if (holder !== undefined && !(await isOwn(holder))) throw inUse(dataDir, holder);
}

async function isOwn({ name, purpose }: Claim): Promise<boolean> {
  return name === (await claimName(purpose));
}

async function findHolder(dataDir: string): Promise<Claim | undefined> {
  const folder = join(dataDir, LOCKS_DIR);
  // Whoever may not even open the lock's file sees the claims alone.
  const kernel = await probeKernelLock(join(folder, KERNEL_LOCK_FILE)).catch((): KernelState => "unsupported");
  return (await livingClaims(folder, kernel)).find((claim) => claim.held);
}

interface Taken {
  release(): void;
}

/** The lock, or who stood in the way; nobody is named when its holder has just come or gone. */
async function tryLock(dataDir: string, name: string): Promise<Taken | { readonly rival: Claim | undefined }> {
  const folder = join(dataDir, LOCKS_DIR);
  try {
    const kernel = await takeKernelLock(join(folder, KERNEL_LOCK_FILE));
    const rival = await rivalOf(folder, name, kernel);
    const isFree = kernel.state !== "held" && rival === undefined;
    if (isFree) return { release: () => release(kernel) };
    release(kernel);
    return { rival };
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

function release(kernel: KernelLock): void {
  if (kernel.state === "ours") kernel.release();
}

/** Undefined while the kernel's lock isn't another's: the claim stands, marked as held. Otherwise it is gone again. */
async function rivalOf(folder: string, name: string, kernel: KernelLock): Promise<Claim | undefined> {
  if (kernel.state === "held") return foremost(await livingClaims(folder, kernel.state));
  if (!(await makeClaim(folder, name))) return (await livingClaims(folder, kernel.state)).find((claim) => claim.name === name);
  const rival = foremost((await livingClaims(folder, kernel.state)).filter((claim) => claim.name !== name));
  if (rival === undefined) await markHeld(folder, name);
  else await removeClaim(folder, name);
  return rival;
}

function foremost(claims: readonly Claim[]): Claim | undefined {
  return claims.find((claim) => claim.held) ?? claims[0];
}

function isHopeless(rival: Claim | undefined, ownName: string, waitedMs: number): boolean {
  const waitMs = rival?.held === true ? COMMAND_WAIT_MS : CONTEST_WAIT_MS;
  const isService = rival?.held === true && rival.purpose === "service";
  return (rival !== undefined && ownerOf(rival.name) === ownerOf(ownName)) || isService || waitedMs > waitMs;
}

/** A claim's name without its purpose: the process. */
function ownerOf(name: string): string {
  return name.slice(0, name.lastIndexOf("."));
}

interface Held {
  readonly name: string;
  readonly purpose: LockPurpose;
  readonly kernel: Taken;
}

/** What is held stays reachable: collecting it as garbage would release it. */
const holding = new Set<Taken>();

function heldLock(dataDir: string, { name, purpose, kernel }: Held): DataDirLock {
  const folder = join(dataDir, LOCKS_DIR);
  const timer = setInterval(() => void beatClaim(folder, name), BEAT_INTERVAL_MS).unref();
  holding.add(kernel);
  const end = async () => {
    clearInterval(timer);
    await removeClaim(folder, name);
    kernel.release();
    holding.delete(kernel);
  };
  return Object.freeze({ dataDir, pid: process.pid, host: hostname(), purpose, [Symbol.asyncDispose]: end });
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

function inUse(dataDir: string, holder: LockHolder | undefined): PlainError {
  return new PlainError("data_dir_in_use", inUseSentence(dataDir, holder));
}

function inUseSentence(dataDir: string, holder: LockHolder | undefined): string {
  if (holder === undefined)
    return `The data directory ${dataDir} is locked by an unknown process, or its file system doesn't support locks. Try again, or set DATA_DIR to a local directory.`;
  const who = `(pid ${holder.pid}, host ${holder.host})`;
  return holder.purpose === "service"
    ? `Another Feedwright ${who} is already using ${dataDir}. Stop it, or set DATA_DIR to another directory.`
    : `A Feedwright command ${who} is using ${dataDir}. Wait until it finishes, or set DATA_DIR to another directory.`;
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "this account has no permission to write there",
  EPERM: "this account has no permission to write there",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  ENOENT: "the file system can't create a folder there",
  ENOTDIR: "part of the path is a file",
  EEXIST: "it is a file",
};

function unusable(dataDir: string, error: unknown): PlainError {
  const code = String(members(error)["code"] ?? error);
  return new PlainError(
    "data_dir_unusable",
    `The data directory ${dataDir} can't be used: ${REASONS[code] ?? code}. Set DATA_DIR to a directory this account can write to.`,
    error,
  );
}
