import { randomBytes } from "node:crypto";
import type { ObjectStore } from "../../platform/objects/objects-port.ts";

/** What the csv storefront needs to find an export again. */
export interface StoredExport {
  readonly object: string;
  readonly file_name: string;
}

interface NamedExport {
  readonly fileName: string;
  /** A prefix of keys. */
  readonly folder?: string | undefined;
}

/** Of shops that may not be installed yet. */
const SHOPLESS = "uploads/";

/** Stores a file of a shop, so that the shop can be extracted again whatever became of the file. `fill` writes it where it is told to. */
export async function storeExport(
  objects: ObjectStore,
  { fileName, folder = SHOPLESS }: NamedExport,
  fill: (path: string) => Promise<void>,
): Promise<StoredExport> {
  await using scratch = await objects.scratch();
  const copy = scratch.file("export.csv");
  await fill(copy);
  const object = `${folder}${randomBytes(16).toString("hex")}/export.csv`;
  await objects.put(object, copy);
  return { object, file_name: fileName };
}

/** For an export that no shop was made of. */
export async function forgetExport(objects: ObjectStore, { object }: StoredExport): Promise<void> {
  await objects.remove(object.replace("export.csv", ""));
}
