import type { Sql } from "../../../kernel/sql.ts";
import { integer, join, literal, sql } from "../../sql/fragment.ts";
import { textWithin } from "../term.ts";
import { textAt } from "./arguments.ts";
import type { FunctionEntry } from "./function-entry.ts";
import { named } from "./named.ts";

/** Trade numbers (GTIN, EAN, UPC, ISBN-13) as GS1 defines them. */

/** Digits of the longest GTIN; shorter ones have zeros in front. */
const GTIN_DIGITS = 14;

/** As many digits as a GTIN has. */
export const GTIN_LENGTHS = "[0-9]{8}|[0-9]{12,14}";

/** Whether the last digit of a number checks the others: from the right they count once and three times in turn. */
export function hasCheckDigit(digits: Sql): Sql {
  const terms = Array.from(
    { length: GTIN_DIGITS },
    (_, at) => sql`${digits} // ${integer(10 ** at)} % 10 * ${integer(at % 2 === 0 ? 1 : 3)}`,
  );
  return sql`(${join(terms, sql` + `)}) % 10 = 0`;
}

/** Digits in front of the thirteen that name a country or a use: in a GTIN-14 they say how much is packed together. */
const GTIN_13 = 10 ** 13;
const PREFIX = 10 ** 11;
/** A GTIN-14 that begins with 9 belongs to goods sold by weight. */
const BY_WEIGHT = 9 * GTIN_13;

/**
 * Whether a number may stand for a product everywhere: GS1 leaves 02, 04 and 20 to 29 to each shop's own labels, and 05, 98 and 99
 * to coupons. Google refuses all of them.
 */
function isOfProduct(digits: Sql): Sql {
  const prefix = sql`${digits} % ${integer(GTIN_13)} // ${integer(PREFIX)}`;
  const reserved = sql`(${prefix}) NOT IN (2, 4, 5, 98, 99) AND (${prefix}) NOT BETWEEN 20 AND 29`;
  return sql`${digits} BETWEEN 1 AND ${integer(BY_WEIGHT - 1)} AND ${reserved}`;
}

/** Hyphens of any kind, full stops, white space and what nobody sees. */
const SEPARATOR = "[-.\\s\\x{A0}\\x{AD}\\x{2000}-\\x{2015}\\x{202F}\\x{2060}\\x{2212}\\x{3000}\\x{FEFF}]";
const QUOTE = `["'\u2018\u2019\u201C\u201D]`;
/** What people write in front of a number to say what it is: `EAN: `, `GTIN-13 `. */
const LABEL = `(?i:ean|gtin|upc|jan|isbn)(?:[- ]?(?:8|1[234]))?(?:[:#]|${SEPARATOR})+`;
/** Digits with separators among them, in the quotes and the formula of a spreadsheet, which may have added decimals. */
const WRITTEN = `^${SEPARATOR}*${QUOTE}*=?${SEPARATOR}*${QUOTE}*${SEPARATOR}*(?:${LABEL})?([0-9](?:${SEPARATOR}*[0-9])*?)(?:[.,]0+)?${SEPARATOR}*${QUOTE}*[;,]?${SEPARATOR}*$`;
/** Digits of other scripts, ten after ten. */
const OTHER_DIGITS = "０１２３４５６７８９٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹";
const DIGITS = "0123456789".repeat(OTHER_DIGITS.length / 10);

/**
 * The GTIN that a barcode is, blank where it is none. Repaired is only what leaves no doubt: quotes, separators, a label, decimals that say
 * nothing. Digits that a spreadsheet has lost (`8.72E+12`, leading zeros) stay lost.
 */
export function gtinOf(barcode: Sql): Sql {
  const digits = sql`regexp_replace(regexp_extract(translate(${barcode}, ${literal(OTHER_DIGITS)}, ${literal(DIGITS)}), ${literal(WRITTEN)}, 1), '[^0-9]+', '', 'g')`;
  const written = sql`CASE WHEN regexp_full_match(${barcode}, ${literal(GTIN_LENGTHS)}) THEN ${barcode} WHEN ${barcode} = '' THEN '' ELSE ${digits} END`;
  return named(written, "gtin", (gtin) => {
    const isGtin = named(sql`TRY_CAST(${gtin} AS BIGINT)`, "digits", (number) => sql`${hasCheckDigit(number)} AND ${isOfProduct(number)}`);
    return sql`CASE WHEN ${gtin} <> '' AND regexp_full_match(${gtin}, ${literal(GTIN_LENGTHS)}) AND ${isGtin} THEN ${gtin} ELSE '' END`;
  });
}

export const gtinText: FunctionEntry = {
  parameters: [{ name: "barcode", type: "text" }],
  returns: "text",
  summary: "The barcode, if it's a valid GTIN.",
  blank: "Blank if the barcode isn't a valid GTIN.",
  examples: [],
  compile: (args) => textWithin(gtinOf(textAt(args, 0)), args),
};
