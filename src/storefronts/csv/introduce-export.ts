import { writeFile } from "node:fs/promises";
import type { ObjectStore } from "../../platform/objects/objects-port.ts";
import type { Introduction, ShopAccess } from "../storefront-port.ts";
import { checkExport, checkTranslations } from "./preflight.ts";
import { forgetExport, storeExport, type StoredExport } from "./store-export.ts";

/** Files that came as text: as their owner sees them, they have no other names. */
const PRODUCTS = "products.csv";
const TRANSLATIONS = "translations.csv";

type GivenTexts = Extract<ShopAccess, { kind: "csv" }>;

/** Reads the exports as an extraction would, and keeps them. They say nothing of the shop itself. */
export async function introduceExport(objects: ObjectStore, { text, translations }: GivenTexts): Promise<Introduction> {
  const stored = await storeText(objects, { name: PRODUCTS, text, check: checkExport });
  if (translations === null) return { shop: null, config: stored, missing: null, undo: () => forgetExport(objects, stored) };
  const beside = await storeText(objects, { name: TRANSLATIONS, text: translations, check: checkTranslations }).catch(
    async (error: unknown) => {
      await forgetExport(objects, stored);
      throw error;
    },
  );
  const undo = async (): Promise<void> => {
    await forgetExport(objects, stored);
    await forgetExport(objects, beside);
  };
  return { shop: null, config: { ...stored, translations: beside }, missing: null, undo };
}

interface GivenText {
  readonly name: string;
  readonly text: string;
  readonly check: (path: string) => Promise<unknown>;
}

function storeText(objects: ObjectStore, { name, text, check }: GivenText): Promise<StoredExport> {
  return storeExport(objects, name, async (path) => {
    await writeFile(path, text, { mode: 0o600 });
    await check(path);
  });
}
