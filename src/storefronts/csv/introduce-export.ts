import { writeFile } from "node:fs/promises";
import type { ObjectStore } from "../../platform/objects/objects-port.ts";
import type { Introduction, ShopAccess } from "../storefront-port.ts";
import { checkExport } from "./preflight.ts";
import { forgetExport, storeExport } from "./store-export.ts";

/** An export that came as text: as its owner sees it, it has no other name. */
const FILE_NAME = "products.csv";

/** Reads the export as an extraction would, and keeps it. It says nothing of the shop itself. */
export async function introduceExport(objects: ObjectStore, { text }: Extract<ShopAccess, { kind: "csv" }>): Promise<Introduction> {
  const stored = await storeExport(objects, FILE_NAME, async (path) => {
    await writeFile(path, text, { mode: 0o600 });
    await checkExport(path);
  });
  return { shop: null, config: stored, missing: null, undo: () => forgetExport(objects, stored) };
}
