import { constants } from "node:fs";
import { copyFile } from "node:fs/promises";
import { ObjectTaken } from "./object-keys.ts";
import type { ObjectInfo, ObjectStore } from "./objects-port.ts";

export interface CopiedObjects {
  readonly copied: number;
  readonly bytes: number;
  /** They were there already, with the same number of bytes. */
  readonly present: number;
}

export interface ObjectsToCopy {
  readonly from: ObjectStore;
  readonly to: ObjectStore;
  /** The beginnings of all keys, such as `shops/`. */
  readonly prefixes: readonly string[];
  readonly each: (info: ObjectInfo) => void;
}

/** Copies what isn't there yet, comparing each object with its checksum on the way. Running it again goes on where it stopped. */
export async function copyObjects({ from, to, prefixes, each }: ObjectsToCopy): Promise<CopiedObjects> {
  const counts = { copied: 0, bytes: 0, present: 0 };
  for (const prefix of prefixes)
    for await (const info of from.list(prefix)) {
      each(info);
      if (await isPresent(to, info)) counts.present += 1;
      else {
        await copyOne(from, to, info.key);
        counts.copied += 1;
        counts.bytes += info.bytes;
      }
    }
  return counts;
}

async function isPresent(to: ObjectStore, { key, bytes }: ObjectInfo): Promise<boolean> {
  const present = await to.head(key);
  if (present !== undefined && present.bytes !== bytes) throw new ObjectTaken(key);
  return present !== undefined;
}

async function copyOne(from: ObjectStore, to: ObjectStore, key: string): Promise<void> {
  await using source = await from.local(key, { recheck: true });
  await using scratch = await to.scratch();
  await copyFile(source.path, scratch.file("object"), constants.COPYFILE_FICLONE);
  await to.put(key, scratch.file("object"));
}
