import { PlainError } from "../../kernel/errors.ts";
import type { SnapshotInput } from "../../engine/source/snapshot-input.ts";
import {
  describeTranslations,
  forgetTranslation,
  type TranslationFile,
  type TranslationInput,
  translationCheck,
  writeTranslation,
} from "../../engine/source/snapshot-translations.ts";
import { readSurvey, surveyTranslations, type TranslatedColumns, translatedMembers } from "../../engine/source/translated-columns.ts";
import type { Scratch } from "../../platform/objects/objects-port.ts";
import type { WarehouseSession } from "../../platform/warehouse/warehouse-port.ts";

interface TranslationWork {
  readonly session: WarehouseSession;
  readonly scratch: Pick<Scratch, "file">;
  readonly input: SnapshotInput;
  readonly translations: TranslationInput;
}

/** Writes a file for each language and answers its source columns. Products and variants stand in feed order. */
export async function writeTranslations({ session, scratch, input, translations }: TranslationWork): Promise<readonly TranslatedColumns[]> {
  if (translations.locales.length === 0) return [];
  await session.run(...describeTranslations(input, translations));
  const survey = { texts: await session.all(surveyTranslations(input)), members: await session.all(translatedMembers(input)) };
  const written: TranslatedColumns[] = [];
  for (const [at, store] of translations.locales.entries()) {
    const found = readSurvey(survey, store, input.metafieldColumns);
    const language: TranslationFile = { store, columns: found.columns, file: scratch.file(scratchTranslation(at)) };
    await session.run(...writeTranslation(input, language));
    const [check] = await session.all(translationCheck());
    if (Number(check?.["misplaced"]) !== 0)
      throw new PlainError(
        "snapshot_disagrees",
        `The translations into ${store.locale} don't match the catalog, so they weren't imported. Run the extract again.`,
      );
    await session.run(...forgetTranslation(input, language));
    written.push(found);
  }
  return written;
}

export function scratchTranslation(at: number): string {
  return `translation-${at + 1}.parquet`;
}
