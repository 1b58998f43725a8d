import { link, writeFile } from "node:fs/promises";
import type { ObjectStore } from "../../platform/objects/objects-port.ts";
import type { GivenExport, GivenFile, Introduction } from "../storefront-port.ts";
import { checkExport, checkTranslations } from "./preflight.ts";
import { forgetExport, storeExport, type StoredExport } from "./store-export.ts";

/** For files whose owner didn't say what they're called. */
const PRODUCTS = "products.csv";
const TRANSLATIONS = "translations.csv";

/** Reads the exports as an extraction would, and keeps them. They say nothing of the shop itself. */
export async function introduceExport(objects: ObjectStore, { products, translations, folder }: GivenExport): Promise<Introduction> {
  const kept: StoredExport[] = [];
  const undo = async (): Promise<void> => {
    for (const file of kept) await forgetExport(objects, file);
  };
  const keep = async (
    file: GivenFile,
    defaultName: string,
    check: typeof checkExport | typeof checkTranslations,
  ): Promise<StoredExport> => {
    const { name: fileName = defaultName } = file;
    const stored = await storeExport(objects, { fileName, folder }, async (path) => {
      await bring(file, path);
      await check(path, { fileName });
    });
    kept.push(stored);
    return stored;
  };
  try {
    const config = {
      ...(products === null ? {} : await keep(products, PRODUCTS, checkExport)),
      ...(translations === null ? {} : { translations: await keep(translations, TRANSLATIONS, checkTranslations) }),
    };
    return { shop: null, config, missing: null, undo };
  } catch (error) {
    await undo();
    throw error;
  }
}

/** A file is linked and not moved: a request that is tried again brings it again. */
async function bring(file: GivenFile, path: string): Promise<void> {
  if ("text" in file) await writeFile(path, file.text, { mode: 0o600 });
  else await link(file.path, path);
}
