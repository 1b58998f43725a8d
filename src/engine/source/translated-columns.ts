import type { Sql } from "../../kernel/sql.ts";
import { list, name, sql } from "../sql/fragment.ts";
import { isCleanLine, isUnclean } from "../sql/text-sql.ts";
import type { RawTranslation } from "./raw-tables.ts";
import { readBetween, type SnapshotInput } from "./snapshot-input.ts";

/**
 * Which source columns a language says something in, and which of those are clean: one clean line in every row. A run attaches no others,
 * and doesn't have to clean these.
 */

/** Texts of a product's record that are attached as they are. */
export const TEXTS = [
  "title",
  "handle",
  "product_type",
  "seo_title",
  "seo_description",
  "option1_name",
  "option2_name",
  "option3_name",
] as const satisfies readonly (keyof RawTranslation)[];
export const OPTIONS = [1, 2, 3] as const;
export const OPTION_VALUES = OPTIONS.map((nth) => `option${nth}_values` as const);
/** Long texts, each sorted alone. */
export const LONG = ["body_html", "body_text"] as const;

/** All that are not dynamic. */
export const FIXED_COLUMNS: readonly string[] = [...TEXTS, ...LONG, ...OPTIONS.map((nth) => `option${nth}_value`), "variant_title", "link"];

const SURVEYED = [...TEXTS, ...LONG, ...OPTION_VALUES];

/** `locale, s1…, u1…`: whether a language says something in each column of the records, and whether something unclean. */
export function surveyTranslations(input: SnapshotInput): Sql {
  const flags = SURVEYED.flatMap((column, at) => {
    const value = name(column);
    const isMap = column.endsWith("_values");
    // A text of a map that has a backslash, or white space at an end, may be unclean once it's read.
    const unclean = isMap ? sql`(${isUnclean(value)} OR regexp_matches(${value}, '\\\\|"[\\s\\p{Z}]|[\\s\\p{Z}]"'))` : isUnclean(value);
    return [
      sql`bool_or(${isMap ? sql`length(${value}) > 2` : sql`${value} <> ''`}) AS ${name(`s${at + 1}`)}`,
      sql`bool_or(${unclean}) AS ${name(`u${at + 1}`)}`,
    ];
  });
  return sql`SELECT locale, ${list(flags)} FROM ${readBetween(input, "translations")} GROUP BY locale`;
}

/** `locale, column`: which dynamic columns a language says something in. */
export function translatedMembers(input: SnapshotInput): Sql {
  return sql`SELECT DISTINCT locale, ${name("column")} FROM ${readBetween(input, "translated-facts")}`;
}

type Row = Readonly<Record<string, unknown>>;

interface Survey {
  readonly texts: readonly Row[];
  readonly members: readonly Row[];
}

export interface TranslatedColumns {
  readonly columns: readonly string[];
  /** Those of them that are clean; a variant's title only if the primary one is, because it keeps primary values. */
  readonly clean: readonly string[];
}

export function readSurvey(
  { texts, members }: Survey,
  store: { readonly locale: string; readonly rootUrl: string },
  dynamic: readonly string[],
): TranslatedColumns {
  const row = texts.find(({ locale }) => locale === store.locale);
  const flagged = (letter: "s" | "u"): ReadonlySet<string> =>
    new Set(SURVEYED.filter((_, at) => row?.[`${letter}${at + 1}`] === true).map((column) => column.replace(/_values$/, "_value")));
  const [said, unclean] = [flagged("s"), flagged("u")];
  const values = OPTIONS.map((nth) => `option${nth}_value`);
  const isSaid = (column: string): boolean =>
    column === "link" || (column === "variant_title" ? values.some((value) => said.has(value)) : said.has(column));
  const isClean = (column: string): boolean => {
    if (column === "link") return isCleanLine(store.rootUrl);
    return column === "variant_title" ? !values.some((value) => unclean.has(value)) : !unclean.has(column);
  };
  const found = new Set(members.flatMap((member) => (member["locale"] === store.locale ? [String(member["column"])] : [])));
  const fixed = FIXED_COLUMNS.filter(isSaid);
  return { columns: [...fixed, ...dynamic.filter((column) => found.has(column))], clean: fixed.filter(isClean) };
}
