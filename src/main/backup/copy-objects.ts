import { randomBytes } from "node:crypto";
import { rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ancestors, type NamedObjects, namedBy, OBJECT_ROOTS } from "../../features/backups/index.ts";
import { makeDurableFolder, syncFolder } from "../../platform/objects/durable-folders.ts";
import { ObjectDamaged, ObjectMissing, type ObjectInfo, type ObjectStore } from "../../platform/objects/objects-port.ts";
import { unlessMissing } from "../../platform/objects/storage-faults.ts";
import { type BackupFolder, objectPath } from "./backup-folder.ts";
import type { ObjectIndex } from "./object-index.ts";
import { storeStream } from "./packed-file.ts";

export interface CopiedObject {
  readonly key: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface Copied {
  readonly objects: readonly CopiedObject[];
  readonly newObjects: number;
  readonly newBytes: number;
  /** What was named and isn't there, or is damaged. */
  readonly lost: readonly NamedObjects[];
}

interface Copying {
  readonly store: Pick<ObjectStore, "list" | "read">;
  readonly folder: BackupFolder;
  readonly index: ObjectIndex;
  readonly progress: (copied: number, of: number) => void;
}

/** Copies every object that is named. Bytes that the folder has aren't read again. */
export async function copyObjects({ store, folder, index, progress }: Copying, named: readonly NamedObjects[]): Promise<Copied> {
  const infos = await listNamed(store, named);
  const objects: CopiedObject[] = [];
  const lost: NamedObjects[] = [];
  let [newObjects, newBytes] = [0, 0];
  for (const [at, info] of infos.entries()) {
    progress(at, infos.length);
    const known = await index.find(info);
    const sha256 = known ?? (await copyObject({ store, folder, index }, info));
    if (sha256 === undefined) {
      lost.push({ kind: "key", name: info.key, owner: "damaged or removed" });
      continue;
    }
    objects.push({ key: info.key, bytes: info.bytes, sha256 });
    if (known !== undefined) continue;
    newObjects += 1;
    newBytes += info.bytes;
  }
  return { objects, newObjects, newBytes, lost: [...missingOf(named, new Set(infos.map(({ key }) => key))), ...lost] };
}

/** One listing of everything, because a bucket answers a thousand keys as quickly as one. */
export async function listNamed(store: Pick<ObjectStore, "list">, named: readonly NamedObjects[]): Promise<readonly ObjectInfo[]> {
  const isNamed = namedBy(named);
  const infos: ObjectInfo[] = [];
  for (const root of OBJECT_ROOTS) for await (const info of store.list(root)) if (isNamed(info.key)) infos.push(info);
  return infos;
}

export function missingOf(named: readonly NamedObjects[], keys: ReadonlySet<string>): readonly NamedObjects[] {
  const present = new Set([...keys].flatMap((key) => [key, ...ancestors(key)]));
  return named.filter(({ name }) => !present.has(name));
}

/** Undefined: it's damaged, or was removed since it was listed. */
async function copyObject({ store, folder, index }: Omit<Copying, "progress">, info: ObjectInfo): Promise<string | undefined> {
  const draft = join(folder.path, "objects", `.${process.pid}-${randomBytes(6).toString("hex")}`);
  try {
    const { sha256 } = await storeStream(await store.read(info.key), draft, (sum) => placeFor(folder, sum));
    await syncFolder(dirname(objectPath(folder, sha256)));
    await index.add(info, sha256);
    return sha256;
  } catch (error) {
    await rm(draft, { force: true });
    if (error instanceof ObjectMissing || error instanceof ObjectDamaged) return undefined;
    throw error;
  }
}

async function placeFor(folder: BackupFolder, sha256: string): Promise<string> {
  const path = objectPath(folder, sha256);
  if ((await unlessMissing(stat(dirname(path)))) === undefined) await makeDurableFolder(dirname(path));
  return path;
}
