import { createReadStream } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { parseJson } from "../../kernel/unsafe.ts";
import { hashFile } from "../../platform/objects/checksums.ts";
import { unlessMissing } from "../../platform/objects/storage-faults.ts";
import { objectPath } from "./backup-folder.ts";
import type { CopiedObject } from "./copy-objects.ts";
import { damaged, type FoundBackup, type StoredFile } from "./manifest.ts";
import { hashStream, readLines } from "./packed-file.ts";

export type Progress = (label: string, percent: number | null) => void;

const StoredObject = z.strictObject({ key: z.string(), bytes: z.int(), sha256: z.string().regex(/^[0-9a-f]{64}$/) });

/** Compares the database's files and the list of objects with the manifest. */
export async function checkFiles({ path, manifest }: FoundBackup): Promise<void> {
  const { database, objects, secrets } = manifest;
  for (const table of [...database.tables, database.jobs]) await checkFile(path, join(path, "database", table.file), table);
  for (const file of [objects, secrets.keys]) if (file !== null) await checkFile(path, join(path, file.file), file);
}

async function checkFile(path: string, file: string, { sha256, file: name }: StoredFile): Promise<void> {
  const found = await unlessMissing(hashFile(file));
  if (found === undefined) throw damaged(path, `${name} is missing`);
  if (found !== sha256) throw damaged(path, `${name} differs from what was written`);
}

/** The objects of a backup, in the order of their keys. */
export async function* listObjects({ path, manifest: { objects } }: FoundBackup): AsyncGenerator<CopiedObject> {
  for await (const line of readLines(join(path, objects.file))) yield StoredObject.parse(parseJson(line));
}

/** Compares every object's bytes with their SHA-256; bytes that several keys have are read once. */
export async function checkObjects(backup: FoundBackup, progress: Progress): Promise<void> {
  const { folder, path, manifest } = backup;
  const checked = new Set<string>();
  let done = 0;
  for await (const { key, bytes, sha256 } of listObjects(backup)) {
    progress("checking objects", (100 * done++) / manifest.objects.count);
    if (checked.has(sha256)) continue;
    const found = await unlessMissing(hashStream(createReadStream(objectPath(folder, sha256))));
    if (found === undefined) throw damaged(path, `the bytes of ${key} are missing`);
    if (found.sha256 !== sha256 || found.bytes !== bytes) throw damaged(path, `the bytes of ${key} differ from what was written`);
    checked.add(sha256);
  }
}
