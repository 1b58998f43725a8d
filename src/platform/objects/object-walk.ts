import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isOwnName } from "./checksums.ts";
import type { ObjectInfo } from "./objects-port.ts";
import { unlessMissing } from "./storage-faults.ts";

/** Where to look: the folder of all objects, and what the keys begin with ("" or ending in "/"). */
export interface ObjectWalk {
  readonly objects: string;
  readonly prefix: string;
  /** Only keys behind this one. */
  readonly after?: string;
}

/** A folder sorts as its name with the "/" its keys go on with: `a-b`, `a.b`, `a/…` is the order of the bytes. */
export async function* walkObjects({ objects, prefix, after = "" }: ObjectWalk): AsyncGenerator<ObjectInfo> {
  const entries = (await unlessMissing(readdir(join(objects, prefix), { withFileTypes: true }))) ?? [];
  const names = entries.filter((entry) => !isOwnName(entry.name)).map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  for (const name of names.toSorted(byBytes)) {
    const key = prefix + name;
    if (name.endsWith("/")) {
      if (key > after || after.startsWith(key)) yield* walkObjects({ objects, prefix: key, after });
      continue;
    }
    const info = key > after ? await infoOf(objects, key) : undefined;
    if (info !== undefined) yield info;
  }
}

/** Keys are ASCII, so the order of UTF-16 units is the order of bytes. */
const byBytes = (a: string, b: string): number => (a < b ? -1 : 1);

/** A folder is no object. */
export async function infoOf(objects: string, key: string): Promise<ObjectInfo | undefined> {
  const facts = await unlessMissing(stat(join(objects, key)));
  return facts?.isFile() === true ? { key, bytes: facts.size, storedAt: facts.mtime } : undefined;
}
