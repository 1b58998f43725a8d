import { copyFile, open } from "node:fs/promises";
import { basename } from "node:path";
import type { ObjectStore } from "../platform/objects/objects-port.ts";
import { forgetExport, storeExport, type StoredExport } from "../storefronts/csv/store-export.ts";

/** Paths of files that a person gave. */
interface GivenFiles {
  readonly csv?: string | undefined;
  readonly translations?: string | undefined;
}

export interface StoredFiles {
  readonly stored: StoredExport | undefined;
  readonly translations: StoredExport | undefined;
  /** For files that no shop is made of after all. */
  readonly forget: () => Promise<void>;
}

/** Stores copies of what was given, so that the shop can be extracted again when the files are gone. */
export async function storeExportFiles(objects: ObjectStore, { csv, translations }: GivenFiles): Promise<StoredFiles> {
  const kept: StoredExport[] = [];
  const forget = async (): Promise<void> => {
    for (const file of kept) await forgetExport(objects, file);
  };
  const store = async (file: string | undefined): Promise<StoredExport | undefined> => {
    if (file === undefined) return undefined;
    const copy = await storeCopy(objects, file);
    kept.push(copy);
    return copy;
  };
  try {
    return { stored: await store(csv), translations: await store(translations), forget };
  } catch (error) {
    await forget();
    throw error;
  }
}

function storeCopy(objects: ObjectStore, file: string): Promise<StoredExport> {
  return storeExport(objects, { fileName: basename(file) }, async (copy) => {
    await copyFile(file, copy);
    await using handle = await open(copy, "r+");
    await handle.chmod(0o600);
  });
}
