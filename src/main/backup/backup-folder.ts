import { randomBytes } from "node:crypto";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { closeFolder, makeDurableFolder, OWNER_ONLY, syncFolder } from "../../platform/objects/durable-folders.ts";
import { unlessMissing } from "../../platform/objects/storage-faults.ts";

/**
 * A folder of backups:
 *
 *     backups/<id>/manifest.json       what the backup is, written last
 *     backups/<id>/database/           a file for each table
 *     backups/<id>/objects.jsonl.gz    its objects: key, bytes, SHA-256
 *     backups/<id>.unfinished/         the same of a backup that is being made, or that was killed
 *     objects/<2 digits>/<SHA-256>     bytes, once for all backups that have them
 *     objects.index                    which key was stored as which bytes, so that the next backup needn't read it again
 */
export interface BackupFolder {
  readonly path: string;
}

const UNFINISHED = ".unfinished";
/** By then nobody works on it any more. */
const ABANDONED_MS = 24 * 3_600_000;
const ID = /^[0-9]{8}T[0-9]{6}Z-[0-9a-f]{6}$/;

export async function openBackupFolder(path: string): Promise<BackupFolder> {
  const folder = { path: resolve(path) };
  const isOwn = await hasOwnNamesOnly(folder.path);
  for (const each of [folder.path, backupsOf(folder), objectsOf(folder)]) await makeDurableFolder(each);
  // Others may need what else is in it; all that a backup writes is closed by itself.
  if (isOwn) await closeFolder(folder.path);
  return folder;
}

const OWN_NAMES: ReadonlySet<string> = new Set(["backups", "objects", "objects.index", "README", "lost+found"]);

async function hasOwnNamesOnly(path: string): Promise<boolean> {
  const names = (await unlessMissing(readdir(path))) ?? [];
  return names.every((name) => OWN_NAMES.has(name));
}

const backupsOf = ({ path }: BackupFolder): string => join(path, "backups");
const objectsOf = ({ path }: BackupFolder): string => join(path, "objects");

export const indexFile = ({ path }: BackupFolder): string => join(path, "objects.index");
export const backupPath = (folder: BackupFolder, id: string): string => join(backupsOf(folder), id);
export const objectPath = (folder: BackupFolder, sha256: string): string => join(objectsOf(folder), sha256.slice(0, 2), sha256);

export function newBackupId(now: Date): string {
  return `${now.toISOString().replaceAll(/[-:]|\.[0-9]+/g, "")}-${randomBytes(3).toString("hex")}`;
}

/** Finished ones, the newest last. */
export async function listBackupIds(folder: BackupFolder): Promise<readonly string[]> {
  const names = await readdir(backupsOf(folder)).catch(() => []);
  return names.filter((name) => ID.test(name)).toSorted();
}

interface BegunBackup extends AsyncDisposable {
  readonly path: string;
  readonly databasePath: string;
  finish(): Promise<void>;
}

/** A folder for a backup on its way. `finish` gives it its name, once everything in it is durable. */
export async function beginBackup(folder: BackupFolder, id: string): Promise<BegunBackup> {
  await removeAbandoned(folder);
  const path = `${backupPath(folder, id)}${UNFINISHED}`;
  const databasePath = join(path, "database");
  await mkdir(databasePath, { recursive: true, mode: OWNER_ONLY });
  return {
    path,
    databasePath,
    async finish() {
      await syncFolder(databasePath);
      await syncFolder(path);
      await rename(path, backupPath(folder, id));
      await syncFolder(dirname(path));
    },
    // What was copied into the folder of objects stays: the next backup goes on from there.
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

async function removeAbandoned(folder: BackupFolder): Promise<void> {
  for (const name of await readdir(backupsOf(folder))) {
    if (!name.endsWith(UNFINISHED)) continue;
    const path = join(backupsOf(folder), name);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > ABANDONED_MS) await rm(path, { recursive: true, force: true });
  }
}
