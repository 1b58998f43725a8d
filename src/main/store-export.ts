import { randomBytes } from "node:crypto";
import { copyFile, open } from "node:fs/promises";
import { basename } from "node:path";
import type { ObjectStore } from "../platform/objects/objects-port.ts";

/** What the csv storefront needs to find the export again. */
export interface StoredExport {
  readonly object: string;
  readonly file_name: string;
}

/** Stores a copy of an export, so that the shop can be extracted again when the file is gone. */
export async function storeExport(objects: ObjectStore, file: string): Promise<StoredExport> {
  await using scratch = await objects.scratch();
  const copy = scratch.file("export.csv");
  await copyFile(file, copy);
  await using handle = await open(copy, "r+");
  await handle.chmod(0o600);
  const object = `uploads/${randomBytes(16).toString("hex")}/export.csv`;
  await objects.put(object, copy);
  return { object, file_name: basename(file) };
}
