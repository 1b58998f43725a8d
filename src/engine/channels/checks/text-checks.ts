import { ADDRESS_START, UNSHOWN } from "../../expression/functions/text-clean.ts";
import { integer, literal, sql } from "../../sql/fragment.ts";
import { hasMatch } from "../../sql/text-sql.ts";
import type { Sql } from "../../../kernel/sql.ts";
import type { Check } from "../check.ts";
import type { CheckKit } from "./check-kit.ts";

const TITLE_CHARACTERS_MIN = 20;
const NOT_WIDE = "[^\\p{Han}\\p{Hiragana}\\p{Katakana}\\p{Hangul}]+";

/** Titles, descriptions, and characters nobody can read. */
export function textChecks(kit: CheckKit): readonly Check[] {
  return [...titleChecks(kit), ...descriptionChecks(kit), ...unshownChecks(kit)];
}

function titleChecks(kit: CheckKit): readonly Check[] {
  const title = kit.text("title");
  const promotional = promotionalWords(kit);
  // A character of Chinese, Japanese or Korean says as much as two letters or more.
  const wide = sql`length(regexp_replace(${title}, ${literal(NOT_WIDE)}, '', 'g'))`;
  return [
    ...kit.row("title", {
      code: "title_too_short",
      category: "titles",
      severity: "info",
      message: `The title has fewer than ${TITLE_CHARACTERS_MIN} characters.`,
      whatToDo: "Add what buyers search for, such as brand, kind of product, color or size.",
      when: sql`${title} <> '' AND CASE WHEN length(${title}) < ${integer(TITLE_CHARACTERS_MIN)} THEN length(${title}) + ${wide} < ${integer(TITLE_CHARACTERS_MIN)} ELSE false END`,
    }),
    ...kit.row("title", { ...ALL_CAPS("title"), when: isShouted(title) }),
    ...kit.row("title", {
      code: "title_promotional_text",
      category: "titles",
      severity: "warning",
      message: "The title is promotional. Channels accept only the product's name.",
      whatToDo: "Remove words such as free shipping, sale or % off from the title.",
      when: hasMatch(title, promotional),
      rule: { type: "replace", target: "title", find: promotional, replace_with: "", match: "regex" },
    }),
    ...kit.group("title", {
      code: "title_duplicate_in_group",
      category: "titles",
      severity: "warning",
      message: "Variants of the same product have the same title.",
      whatToDo: "Append what distinguishes them, such as color and size. The setting variant_titles does this.",
      among: sql`${title} <> '' AND ${kit.text("item_group_id")} <> ''`,
      key: sql`concat_ws(chr(31), ${kit.text("item_group_id")}, ${title})`,
      having: sql`count(*) > 1`,
      rule: {
        type: "append",
        target: "title",
        value: "=[D]variant_title",
        separator: " - ",
        // Not `unless_present`: nearly every title has the letter of a size such as S in it.
        condition:
          '[G]item_group_id is not blank and [G]title is not blank and is_duplicate([G]item_group_id & "|" & [G]title) and [G]title not ends with " - " & [D]variant_title',
      },
    }),
  ];
}

function descriptionChecks(kit: CheckKit): readonly Check[] {
  const [title, description] = [kit.text("title"), kit.text("description")];
  return [
    ...kit.row("description", { ...ALL_CAPS("description"), when: isShouted(description) }),
    ...kit.row("title", {
      code: "title_equals_description",
      category: "descriptions",
      severity: "info",
      message: "The title and the description are the same.",
      whatToDo: "Describe the product: its material, use and size, and what is in the box.",
      when: sql`${title} <> '' AND ${title} = ${description}`,
    }),
    ...kit.row("description", {
      code: "description_contains_html",
      category: "descriptions",
      severity: "warning",
      message: "The description contains HTML.",
      whatToDo: "Remove the tags with a clean rule.",
      when: sql`(contains(${description}, '<') OR contains(${description}, '&')) AND ${hasMatch(description, HTML)}`,
      // What is left of tags that don't end, of HTML written as text and of unknown entities has to go as well.
      rule: {
        type: "set_value",
        target: "description",
        value: `=trim(regex_replace(replace(strip_html(strip_html([G]description)), "<", " "), "&([A-Za-z0-9#]+;)", "\\1"))`,
        // A pattern sees only the beginning of a long text.
        condition: `[G]description matches "${HTML}" or strip_html([G]description) != collapse_spaces([G]description)`,
      },
    }),
    ...kit.row("description", {
      code: "description_contains_url",
      category: "descriptions",
      severity: "warning",
      message: "The description contains a link.",
      whatToDo: "Remove web addresses from the description.",
      when: sql`(contains(${description}, '://') OR contains(${description}, 'www.') OR contains(${description}, 'WWW.')) AND ${hasMatch(description, URL)}`,
      rule: { type: "set_value", target: "description", value: "=strip_urls([G]description)" },
    }),
  ];
}

function unshownChecks(kit: CheckKit): readonly Check[] {
  return ["title", "description", "brand"].flatMap((column) =>
    kit.row(column, {
      code: "invalid_characters",
      category: "values",
      severity: "error",
      message: `${column} contains characters that can't be displayed: control characters or private-use characters.`,
      whatToDo: "Type the text again in the shop. It was probably pasted from another program.",
      when: hasUnshown(kit.text(column)),
      rule: { type: "set_value", target: column, value: `=strip_unprintable([G]${column})` },
    }),
  );
}

const LETTERS_MIN = 10;
const SHARE = 0.7;

const lettersOf = (column: string): string => `length(regex_replace([G]${column}, "[^\\p{L}]+", ""))`;

const ALL_CAPS = (column: "title" | "description") =>
  ({
    code: `${column}_all_caps`,
    category: column === "title" ? "titles" : "descriptions",
    severity: "warning",
    message: `The ${column} is mostly in capital letters.`,
    whatToDo: `Write the ${column} in sentence case.`,
    rule: {
      type: "change_case",
      target: column,
      to: column === "title" ? "title" : "sentence",
      condition: `[G]${column} matches cs "${LOUD}" and ${lettersOf(column)} >= ${LETTERS_MIN} and length(regex_replace([G]${column}, "[^\\p{Lu}]+", "")) > ${SHARE} * ${lettersOf(column)}`,
    },
  }) as const;

/** Values are lines without control characters but DEL, so a text of ASCII alone needs no look at each character. */
function hasUnshown(text: Sql): Sql {
  return sql`CASE WHEN strlen(${text}) = length(${text}) THEN contains(${text}, chr(127)) ELSE ${hasMatch(text, UNSHOWN)} END`;
}

/** Whatever may be a capital: beyond ASCII everything counts as one. */
const CAPITAL = "[^\\x00-@[-\\x7F]";
const GAP = "[\\x00-@[-`{-\\x7F]*";
/**
 * Texts in ordinary case: behind one or two capitals comes at least one small letter, behind three to six come three. Two of three letters are less than
 * the share that counts.
 */
const CALM = `[\\x00-@[-\\x7F]*(?:(?:(?:${CAPITAL}${GAP}){1,2}|(?:${CAPITAL}${GAP}){3,6}[a-z]${GAP}[a-z]${GAP})[a-z][\\x00-@[-\\x7F]*)*`;
const LOUD = "\\p{Lu}{3}|\\p{Lu} \\p{Lu}";

/**
 * Mostly upper-case letters. The looks in front leave few texts to be taken apart. The first settles almost every text, and is made once for each value
 * of a column's dictionary. What takes long is written in two ways where it's needed twice: DuckDB computes an expression that is mentioned twice for every
 * row.
 */
export function isShouted(text: Sql): Sql {
  const without = (others: string): Sql => sql`length(regexp_replace(${text}, ${literal(others)}, '', 'g'))`;
  const mostly = sql`${without("[^\\p{Lu}]+")} > ${literal(String(SHARE))}::DOUBLE * ${without("[^\\p{L}]+")}`;
  return sql`CASE WHEN regexp_full_match(${text}, ${literal(CALM)}) THEN false WHEN NOT ${hasMatch(text, LOUD)} THEN false
    ELSE ${without("\\P{L}+")} >= ${integer(LETTERS_MIN)} AND ${mostly} END`;
}

const HTML = "(?i)<[a-z/!]|&(?:[a-z][a-z0-9]{1,30}|#[0-9]{1,6}|#x[0-9a-f]{1,6});";
const URL = `(?i)${ADDRESS_START}`;

/** Words and signs of advertising in the languages of most feeds. `\b` knows ASCII letters only, so words of other letters have none. Cotton can be 100 % off-white. */
const PROMOTIONAL = [
  "\\bfree (?:shipping|delivery)\\b|\\b\\d+ ?% off(?:[^-\\w]|$)|\\bon sale\\b|\\bdiscount(?:s|ed)?\\b|\\bbest prices?\\b|\\bbuy now\\b|\\bonly \\$ ?\\d",
  "\\blimited time\\b|\\bclearance\\b|\\bnew arrivals?\\b|\\bcheap(?:est)?\\b|\\bmoney[- ]back\\b|\\bguarantee[ds]?\\b|!!",
  "\\bversandkostenfrei\\b|\\bkostenlose[rn]? (?:versand|lieferung)\\b|\\bgratis[- ]?versand\\b|\\brabatt\\b|\\bjetzt kaufen\\b|\\bsonderangebot\\b|\\bausverkauf\\b",
  "\\blivraison (?:gratuite|offerte)\\b|\\bsoldes\\b|\\bpromo(?:tion)?\\b|\\benv[ií]o gratis\\b|\\boferta\\b|\\brebajas\\b|\\bdescuento\\b",
  "\\bspedizione gratuita\\b|\\bofferta\\b|\\bsaldi\\b|\\bsconto\\b|\\b(?:frete|envio) gr[aá]tis\\b|\\bpromoção\\b|\\bdesconto\\b",
  "\\bgratis (?:verzending|bezorging|frakt|fragt)\\b|% korting\\b|\\buitverkoop\\b|\\baanbieding\\b|\\bfri (?:frakt|fragt)\\b|\\btilbud\\b|\\budsalg\\b",
  "\\bdarmowa (?:dostawa|wysyłka)\\b|\\bpromocja\\b|wyprzedaż|% rabat\\b|\\bdoprava zdarma\\b|\\bilmainen toimitus\\b|бесплатная доставка|распродажа",
  "送料無料|激安|割引|包邮|免运费|免運費|特价|特價|무료 ?배송|특가",
];

/** In Italian, sale is salt, and in French it's what laundry is. */
const WITH_ANOTHER_SALE = ["it", "fr"];

function promotionalWords({ input: { feed }, options }: CheckKit): string {
  const sale = WITH_ANOTHER_SALE.some((language) => feed.language.startsWith(language)) ? [] : ["\\bsale\\b"];
  return `(?i)${[...PROMOTIONAL, ...sale, ...(options.promotional ?? [])].join("|")}`;
}
