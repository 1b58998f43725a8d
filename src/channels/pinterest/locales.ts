import type { Target } from "../platform-port.ts";

/** Languages of a feed that Pinterest knows (API 5.23.0, `CatalogsLocale`). */
const LOCALES: readonly string[] = (
  "af-ZA ar-SA bg-BG bn-IN cs-CZ da-DK de el-GR en-AU en-CA en-GB en-IN en-US es-419 es-AR es-ES es-MX fi-FI fr fr-CA he-IL hi-IN hr-HR hu-HU " +
  "id-ID it ja ko-KR ms-MY nb-NO nl pl-PL pt-BR pt-PT ro-RO ru-RU sk-SK sv-SE te-IN th-TH tl-PH tr uk-UA vi-VN zh-CN zh-TW"
).split(" ");

/** For languages with several locales, or another code at Pinterest. */
const DEFAULTS: Readonly<Record<string, string>> = {
  en: "en-US",
  es: "es-419",
  pt: "pt-PT",
  zh: "zh-CN",
  no: "nb-NO",
  nn: "nb-NO",
  fil: "tl-PH",
};

/** The locale of a feed for a country in a language; undefined: Pinterest has none. The language's own region comes first. */
export function localeOf({ country, language }: Target): string | undefined {
  const [base = ""] = language.split("-");
  const wanted = [language === base ? "" : language, `${base}-${country}`, base];
  return wanted.find((locale) => LOCALES.includes(locale)) ?? DEFAULTS[base] ?? LOCALES.find((locale) => locale.startsWith(`${base}-`));
}
