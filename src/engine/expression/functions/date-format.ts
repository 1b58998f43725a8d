/** Codes of strptime and strftime that DuckDB takes for whatever a row holds, in the same sense as everybody else. */

export const PARSE_CODES = ["%Y", "%m", "%d", "%H", "%M", "%S", "%y", "%b", "%B", "%j"] as const;
export const FORMAT_CODES = [...PARSE_CODES, "%a", "%A", "%p", "%I", "%-d", "%-m"] as const;

/** Characters of a format. */
const FORMAT_MAX = 100;

/** What is wrong with a format; `%%` is a percent sign in each. */
export function formatFault(format: string, codes: readonly string[]): string | undefined {
  if (format.trim() === "") return "a format can't be blank";
  if (format.length > FORMAT_MAX) return `a format can have at most ${FORMAT_MAX} characters`;
  const used = [...format.matchAll(/%-?[\s\S]?/g)].map(([code]) => code);
  const unknown = used.find((code) => code !== "%%" && !codes.includes(code));
  return unknown === undefined ? undefined : `${unknown} isn't one of ${codes.join(" ")}`;
}
