import { PlainError } from "../../kernel/errors.ts";
import type { SnapshotInput } from "../../engine/source/snapshot-input.ts";
import {
  columnsOfTranslation,
  describeTranslations,
  forgetTranslation,
  translatedColumns,
  type TranslationFile,
  type TranslationInput,
  translationCheck,
  writeTranslation,
} from "../../engine/source/snapshot-translations.ts";
import type { Scratch } from "../../platform/objects/objects-port.ts";
import type { WarehouseSession } from "../../platform/warehouse/warehouse-port.ts";

interface TranslationWork {
  readonly session: WarehouseSession;
  readonly scratch: Scratch;
  readonly input: SnapshotInput;
  readonly translations: TranslationInput;
}

/** Writes a file for each language and answers its source columns. Products and variants stand in feed order. */
export async function writeTranslations({ session, scratch, input, translations }: TranslationWork): Promise<readonly string[][]> {
  if (translations.locales.length === 0) return [];
  await session.run(...describeTranslations(input, translations));
  const said = await session.all(translatedColumns(input));
  const columns: string[][] = [];
  for (const [at, store] of translations.locales.entries()) {
    const found = new Set(said.flatMap((row) => (row["locale"] === store.locale ? [String(row["column"])] : [])));
    const dynamic = input.metafieldColumns.filter((column) => found.has(column));
    const language: TranslationFile = { store, dynamic, file: scratch.file(scratchTranslation(at)) };
    await session.run(...writeTranslation(input, language));
    const [check] = await session.all(translationCheck());
    if (Number(check?.["misplaced"]) !== 0)
      throw new PlainError("snapshot_disagrees", `The translations into ${store.locale} do not fit the catalog, so it was not taken over.`);
    await session.run(...forgetTranslation(input, language));
    columns.push([...columnsOfTranslation(dynamic)]);
  }
  return columns;
}

export function scratchTranslation(at: number): string {
  return `translation-${at + 1}.parquet`;
}
