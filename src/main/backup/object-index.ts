import { open, readFile, stat } from "node:fs/promises";
import { z } from "zod";
import { parseJson } from "../../kernel/unsafe.ts";
import { OWNER_ONLY_FILE } from "../../platform/objects/durable-folders.ts";
import type { ObjectInfo } from "../../platform/objects/objects-port.ts";
import { unlessMissing } from "../../platform/objects/storage-faults.ts";
import { type BackupFolder, indexFile, objectPath } from "./backup-folder.ts";

/**
 * Which key was stored as which bytes, over all backups of a folder and also those that were killed: a line is added for each object once
 * its bytes are durable. A key is only believed with the size and the moment it was stored at, because another installation, or this one
 * after a restore, may have used the key for something else.
 */

const Line = z.strictObject({ key: z.string(), bytes: z.int(), at: z.int(), sha256: z.string() });
type Line = z.infer<typeof Line>;

export interface ObjectIndex extends AsyncDisposable {
  /** The SHA-256 of an object whose bytes the folder has. */
  find(info: ObjectInfo): Promise<string | undefined>;
  add(info: ObjectInfo, sha256: string): Promise<void>;
}

export async function openObjectIndex(folder: BackupFolder): Promise<ObjectIndex> {
  const known = new Map<string, Line>();
  const text = (await unlessMissing(readFile(indexFile(folder), "utf8"))) ?? "";
  for (const line of text.split("\n").flatMap(readLine)) known.set(line.key, line);
  const handle = await open(indexFile(folder), "a", OWNER_ONLY_FILE);
  // A process that was killed may have left half a line.
  if (text !== "" && !text.endsWith("\n")) await handle.writeFile("\n");
  return {
    async find({ key, bytes, storedAt }) {
      const line = known.get(key);
      if (line === undefined || line.bytes !== bytes || line.at !== storedAt.getTime()) return undefined;
      const facts = await unlessMissing(stat(objectPath(folder, line.sha256)));
      return facts?.size === bytes ? line.sha256 : undefined;
    },
    async add({ key, bytes, storedAt }, sha256) {
      const line: Line = { key, bytes, at: storedAt.getTime(), sha256 };
      known.set(key, line);
      await handle.appendFile(`${JSON.stringify(line)}\n`);
    },
    [Symbol.asyncDispose]: () => handle.close(),
  };
}

function readLine(text: string): readonly Line[] {
  try {
    return [Line.parse(parseJson(text))];
  } catch {
    return [];
  }
}
