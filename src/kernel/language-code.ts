export const LANGUAGE_FAULT = "must be a language code, as in de or pt-BR";

type Kind = "language" | "script" | "region";

/** Made when first asked: each reads the names of a whole kind. */
const NAMES = new Map<Kind, Intl.DisplayNames>();

/** The canonical form of a language code of BCP 47 (`PT-br` is pt-BR): a language there is, with a script or region at most. */
export function languageCode(text: string): string | undefined {
  const locale = readLocale(text);
  if (locale === undefined) return undefined;
  const { language, script, region } = locale;
  const plain = [language, script, region].filter((part) => part !== undefined).join("-");
  // What is left are variants and extensions: no platform translates into those.
  if (locale.toString() !== plain || !isNamed("language", language)) return undefined;
  return (script === undefined || isNamed("script", script)) && (region === undefined || isNamed("region", region)) ? plain : undefined;
}

function readLocale(text: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(text);
  } catch {
    return undefined;
  }
}

/** Codes of the right form that stand for nothing, `und` among them, have no name. */
function isNamed(kind: Kind, code: string): boolean {
  try {
    return namesOf(kind).of(code) !== undefined;
  } catch {
    return false;
  }
}

function namesOf(kind: Kind): Intl.DisplayNames {
  const known = NAMES.get(kind) ?? new Intl.DisplayNames(["en"], { type: kind, fallback: "none" });
  NAMES.set(kind, known);
  return known;
}
