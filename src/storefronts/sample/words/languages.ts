import { arabicNames } from "./arabic-names.ts";
import { arabicSentences } from "./arabic-sentences.ts";
import { englishNames } from "./english-names.ts";
import { englishSentences } from "./english-sentences.ts";
import { frenchNames } from "./french-names.ts";
import { frenchSentences } from "./french-sentences.ts";
import { germanNames } from "./german-names.ts";
import { germanSentences } from "./german-sentences.ts";
import type { Words } from "./words.ts";

/** Every language a product may be written in. */
export const LANGUAGES = {
  en: { ...englishNames, ...englishSentences },
  de: { ...germanNames, ...germanSentences },
  fr: { ...frenchNames, ...frenchSentences },
  ar: { ...arabicNames, ...arabicSentences },
} as const satisfies Record<string, Words>;

export type Language = keyof typeof LANGUAGES;
