import { copyFile, open } from "node:fs/promises";
import { basename } from "node:path";
import type { ObjectStore } from "../platform/objects/objects-port.ts";
import { storeExport, type StoredExport } from "../storefronts/csv/store-export.ts";

/** Stores a copy of an export, so that the shop can be extracted again when the file is gone. */
export async function storeExportFile(objects: ObjectStore, file: string): Promise<StoredExport> {
  return storeExport(objects, basename(file), async (copy) => {
    await copyFile(file, copy);
    await using handle = await open(copy, "r+");
    await handle.chmod(0o600);
  });
}
