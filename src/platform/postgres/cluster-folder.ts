import { createHash, randomBytes } from "node:crypto";
import { chmod, chown, mkdir, readFile, realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PlainError } from "../../kernel/errors.ts";
import { members, parseJson } from "../../kernel/unsafe.ts";
import { writePrivateFile } from "./private-file.ts";
import { processStart } from "./process-identity.ts";
import { canEnter, isRoot, type ServerAccount } from "./server-account.ts";

/**
 * Where the cluster of a data directory is. Usually inside it. When PostgreSQL has to run as another account that cannot
 * reach the directory, it is under `SHARED_DIR`, and `postgres-location` in the data directory claims it by a random id: a
 * new directory at an old path never meets the old cluster.
 *
 *   <folder>/cluster.json  whose it is, and the password; ours alone
 *   <folder>/data          PostgreSQL's; there only once it is complete
 */
export interface ClusterFolder {
  readonly path: string;
  readonly id: string;
  readonly password: string;
  /** Who PostgreSQL runs as; undefined: as this process. */
  readonly account: ServerAccount | undefined;
}

/** Where root keeps what the server's account must reach. */
export const SHARED_DIR = "/var/lib/feedwright";
const INSIDE = "postgres";
const LOCATION_FILE = "postgres-location";
const CLUSTER_FILE = "cluster.json";
const PASSWORD_BYTES = 24;

export const dataPath = (folder: string): string => join(folder, "data");

/** The cluster that the data directory has, if it has one. */
export async function findCluster(dataDir: string): Promise<ClusterFolder | undefined> {
  const home = await realpath(dataDir);
  const claim = await readLocation(home);
  const path = claim?.path ?? join(home, INSIDE);
  const isComplete = await exists(join(dataPath(path), "PG_VERSION"));
  if (!isComplete) return claim === undefined ? undefined : refuseLostCluster(home, path);
  const owner = await readClusterOwner(path);
  if (owner === undefined || (claim !== undefined && claim.id !== owner.id)) return refuseForeignCluster(path);
  if (owner.dataDir !== home) await takeOver(home, path, owner);
  return { path, id: owner.id, password: owner.password, account: await ownerAccount(path) };
}

/** A data directory that was moved brings its cluster along; a copy of one must not take the original's. */
async function takeOver(home: string, path: string, owner: ClusterOwner): Promise<void> {
  const original = path === join(home, INSIDE) ? undefined : await readLocation(owner.dataDir);
  if (original?.id === owner.id) return refuseSharedCluster(home, path, owner.dataDir);
  await writePrivateFile(join(path, CLUSTER_FILE), { ...owner, dataDir: home });
}

/** Chooses the place of a new cluster and writes down whose it is; `initdb` comes next, then `claimCluster`. */
export async function prepareCluster(dataDir: string, account: ServerAccount | undefined): Promise<ClusterFolder> {
  const id = randomBytes(16).toString("hex");
  const password = randomBytes(PASSWORD_BYTES).toString("hex");
  const home = await realpath(dataDir);
  const inside = account === undefined || (await letIn(home, account));
  const path = inside ? join(home, INSIDE) : join(SHARED_DIR, createHash("sha256").update(`${home}\n${id}`).digest("hex").slice(0, 16));
  const maker = { pid: process.pid, start: await processStart(process.pid) };
  try {
    if (!inside) await mkdir(SHARED_DIR, { recursive: true, mode: 0o755 });
    await mkdir(path, { recursive: true });
    // The account passes through to its own folder and sees nothing on the way.
    await chmod(path, 0o711);
    await writePrivateFile(join(path, CLUSTER_FILE), { id, password, dataDir: home, maker });
  } catch (error) {
    throw unwritable(path, error);
  }
  return { path, id, password, account };
}

/** After `initdb`: from now on the data directory has this cluster. */
export async function claimCluster(dataDir: string, { path, id }: ClusterFolder): Promise<void> {
  if (path !== join(await realpath(dataDir), INSIDE)) await writePrivateFile(join(dataDir, LOCATION_FILE), { id, path });
}

/** What a data directory claims, if anything. */
export async function readLocation(dataDir: string): Promise<{ readonly id: string; readonly path: string } | undefined> {
  const file = join(dataDir, LOCATION_FILE);
  if (!(await exists(file))) return undefined;
  const { id, path } = members(parseJson(await readFile(file, "utf8")));
  return { id: String(id), path: String(path) };
}

export interface ClusterOwner {
  readonly id: string;
  readonly password: string;
  readonly dataDir: string;
  readonly maker: { readonly pid: number; readonly start: string };
}

/** Undefined when it cannot be read. */
export async function readClusterOwner(path: string): Promise<ClusterOwner | undefined> {
  const text = await readFile(join(path, CLUSTER_FILE), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const { id, password, dataDir, maker } = members(parseJson(text));
  const { pid, start } = members(maker);
  return { id: String(id), password: String(password), dataDir: String(dataDir), maker: { pid: Number(pid), start: String(start) } };
}

/**
 * Whether the account reaches the data directory. Root's own closed directory lets the account's group through (0710), so
 * that the data stays where the administrator has put it, on a volume perhaps.
 */
async function letIn(home: string, account: ServerAccount): Promise<boolean> {
  if (await canEnter(account, home)) return true;
  const { uid, mode } = await stat(home);
  const isRootsAlone = uid === 0 && (mode & 0o077) === 0;
  if (!isRootsAlone || !(await canEnter(account, dirname(home)))) return false;
  await chown(home, uid, account.gid);
  await chmod(home, 0o710);
  return canEnter(account, home);
}

/** Whoever made the cluster runs it, also when root takes over from an ordinary user. */
async function ownerAccount(path: string): Promise<ServerAccount | undefined> {
  const { uid, gid } = await stat(dataPath(path));
  if (!isRoot()) return uid === process.getuid?.() ? undefined : refuseForeignCluster(path);
  const account = { uid, gid };
  if (await canEnter(account, dataPath(path))) return account;
  throw new PlainError(
    "postgres_data_closed",
    `The database in ${path} belongs to the account with uid ${uid}, which can't reach it. Give that account access to the folders above it, or set DATA_DIR to another directory.`,
  );
}

/** What cannot be looked at belongs to somebody else. */
async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(String(members(error)["code"]))) return false;
    return refuseForeignCluster(dirname(path));
  }
}

function unwritable(path: string, error: unknown): PlainError {
  const reason = String(members(error)["code"] ?? error);
  const advice = "Make it writable, start as an ordinary user, or set DATABASE_URL.";
  return new PlainError(
    "postgres_data_unwritable",
    `The built-in PostgreSQL can't keep its database in ${path} (${reason}). ${advice}`,
    error,
  );
}

function refuseLostCluster(dataDir: string, path: string): never {
  const file = join(dataDir, LOCATION_FILE);
  throw new PlainError(
    "postgres_data_missing",
    `The database of ${dataDir} was in ${path} and no longer exists. Put it back, or remove ${file} to start with an empty one.`,
  );
}

function refuseForeignCluster(path: string): never {
  throw new PlainError(
    "postgres_data_foreign",
    `The database in ${path} belongs to another account or another data directory. Start as the account that created it, or set DATA_DIR to another directory.`,
  );
}

function refuseSharedCluster(home: string, path: string, original: string): never {
  throw new PlainError(
    "postgres_data_foreign",
    `${home} is a copy of ${original}, and both use the database in ${path}. Use the original, or remove ${join(home, LOCATION_FILE)} to start with an empty one.`,
  );
}
