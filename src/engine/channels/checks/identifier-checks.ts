import { hasCheckDigit } from "../../expression/functions/internal-gtin.ts";
import { integer, join, literal, sql } from "../../sql/fragment.ts";
import { hasMatch } from "../../sql/text-sql.ts";
import type { Sql } from "../../../kernel/sql.ts";
import { type Check, GIVEN } from "../check.ts";
import { type CheckKit, YES } from "./check-kit.ts";

const NO = sql`('no', 'false')`;

const IS_DENIED = '[G]identifier_exists in ("no", "false")';

/** Whether a channel asks for identifiers: of new products, unless the feed says that they have none. */
export function asksIdentifiers(kit: CheckKit): Sql {
  return sql`lower(${kit.text("condition")}) IN ('', 'new') AND lower(${kit.text("identifier_exists")}) NOT IN ${NO}`;
}

/** The same in the language of rules. */
export const ASKS_IDENTIFIERS = `([G]condition is blank or [G]condition = "new") and not ${IS_DENIED}`;

/** Trade numbers, and what a channel concludes from them being there or not. */
export function identifierChecks(kit: CheckKit): readonly Check[] {
  const [gtin, mpn, brand] = [kit.text("gtin"), kit.text("mpn"), kit.text("brand")];
  // What the feed says counts for channels that have no attribute for it, too.
  const said = (column: string): Sql => (kit.has(column) ? kit.text(column) : kit.input.rows.of(column));
  const claims = sql`lower(${said("identifier_exists")})`;
  const isNew = kit.has("condition") ? sql`lower(${kit.text("condition")}) IN ('', 'new')` : sql`true`;
  return [
    ...kit.row("gtin", {
      code: "missing_gtin",
      category: "identifiers",
      severity: "warning",
      message: "A new product has no GTIN.",
      whatToDo: "Enter the variant's barcode in the shop. If the manufacturer didn't assign one, set identifier_exists to no.",
      when: sql`${gtin} = '' AND ${isNew} AND ${claims} NOT IN ${NO}`,
    }),
    ...kit.row("mpn", {
      code: "missing_gtin_and_mpn",
      category: "identifiers",
      severity: "warning",
      message: "The product has neither a GTIN nor an MPN.",
      whatToDo: "Enter the manufacturer's barcode or part number. If neither exists, set identifier_exists to no.",
      when: sql`${gtin} = '' AND ${mpn} = '' AND ${claims} NOT IN ${NO}`,
      ...(kit.has("identifier_exists")
        ? {
            rule: {
              type: "set_value",
              target: "identifier_exists",
              value: "no",
              condition: `[G]gtin is blank and [G]mpn is blank and not ${IS_DENIED}`,
            },
          }
        : {}),
    }),
    ...kit.row("identifier_exists", {
      code: "identifier_exists_conflict",
      category: "identifiers",
      severity: "warning",
      message: "identifier_exists contradicts the product's identifiers.",
      whatToDo: "Leave identifier_exists blank if the product has a GTIN, or a brand and an MPN.",
      when: sql`(${claims} IN ${NO} AND (${gtin} <> '' OR (${brand} <> '' AND ${mpn} <> ''))) OR (${claims} IN ('yes', 'true') AND ${gtin} = '' AND ${mpn} = '' AND ${brand} = '')`,
      rule: { type: "exclude_field", target: "identifier_exists", condition: CONTRADICTS },
    }),
    ...gtinChecks(kit, gtin),
    ...kit.group("gtin", {
      code: "duplicate_gtin",
      category: "identifiers",
      severity: "warning",
      message: "Several products have the same GTIN.",
      whatToDo:
        "Give each product its own GTIN in the shop. Only bundles, and products that differ in condition or multipack size, share one.",
      among: sql`${gtin} <> ''`,
      key: sql`concat_ws(chr(31), ${inFull(bare(gtin))}, coalesce(nullif(lower(${kit.text("condition")}), ''), 'new'), ${said("multipack")}, lower(${said("is_bundle")}) IN ${YES})`,
      having: sql`count(DISTINCT ${kit.text("id")}) > 1`,
    }),
  ];
}

const CONTRADICTS =
  `(${IS_DENIED} and ` +
  "([G]gtin is not blank or ([G]brand is not blank and [G]mpn is not blank))) or " +
  '([G]identifier_exists in ("yes", "true") and [G]gtin is blank and [G]mpn is blank and [G]brand is blank)';

interface GtinFault {
  readonly code: string;
  readonly message: string;
  readonly whatToDo: string;
  /** Over the digits as text and as a number. Faults that come first hide later ones. */
  readonly holds: (digits: Sql) => Sql;
}

const number = (digits: Sql): Sql => sql`TRY_CAST(${digits} AS BIGINT)`;
/** With zeros in front as a GTIN-14: the 12 digits of a UPC and the 13 of the same EAN are one number. */
const inFull = (gtin: Sql): Sql =>
  sql`CASE WHEN strlen(${gtin}) < 14 THEN concat(substr('00000000000000', 1, 14 - strlen(${gtin})), ${gtin}) ELSE ${gtin} END`;
/** Without the spaces and hyphens that people write between digits. Most GTINs have none, and two plain looks take a fraction of the time of two replacements. */
const bare = (gtin: Sql): Sql =>
  sql`CASE WHEN contains(${gtin}, ' ') OR contains(${gtin}, '-') THEN replace(replace(${gtin}, ' ', ''), '-', '') ELSE ${gtin} END`;
/** Of the number with zeros in front as a GTIN-13. */
const prefix = (digits: Sql): Sql => sql`substr(lpad(${digits}, 14, '0'), 2, 2)`;

/** Digits in sequence, as many as a GTIN has. */
const SEQUENCES = ["01234567890123", "12345678901234", "98765432109876"];

/** Each GTIN has one fault at most, the first that holds. */
const GTIN_FAULTS: readonly GtinFault[] = [
  {
    code: "invalid_gtin_length",
    message: "The GTIN isn't a number of 8, 12, 13 or 14 digits.",
    whatToDo: "Correct the barcode in the shop, or leave it blank if it isn't a GTIN.",
    holds: (digits) => sql`NOT regexp_full_match(${digits}, '[0-9]{8}|[0-9]{12,14}')`,
  },
  {
    code: "repeated_digit_gtin",
    message: "The GTIN looks like a placeholder: the same digit throughout, or digits in sequence.",
    whatToDo: "Enter the real barcode in the shop, or leave it blank.",
    // RE2 has no back-references, so a text of one digit is recognised by taking that digit away. The last digit of a sequence may be its check digit.
    holds: (digits) => {
      const sequences = SEQUENCES.map((sequence) => sql`contains(${literal(sequence)}, left(${digits}, -1))`);
      return sql`replace(${digits}, left(${digits}, 1), '') = '' OR ${join(sequences, sql` OR `)}`;
    },
  },
  {
    code: "invalid_gtin_checksum",
    message: "The GTIN's check digit, the last one, is wrong.",
    whatToDo: "Compare the barcode with the one on the package, and correct it in the shop.",
    holds: (digits) => sql`NOT (${hasCheckDigit(number(digits))})`,
  },
  {
    code: "bulk_gtin",
    message: "GTINs with 14 digits that start with 9 are for goods sold by weight and aren't accepted.",
    whatToDo: "Enter the GTIN of the item that is sold.",
    holds: (digits) => sql`strlen(${digits}) = 14 AND starts_with(${digits}, '9')`,
  },
  {
    code: "coupon_gtin",
    message: "The GTIN starts with 05, 98 or 99, which are reserved for coupons.",
    whatToDo: "Enter the product's own barcode, or leave it blank.",
    holds: (digits) => sql`${prefix(digits)} IN ('05', '98', '99')`,
  },
  {
    code: "reserved_gtin",
    message: "The GTIN starts with 02, 04 or 2, which shops use for their own labels.",
    whatToDo: "Enter the manufacturer's barcode, or leave it blank.",
    holds: (digits) => sql`${prefix(digits)} IN ('02', '04') OR starts_with(${prefix(digits)}, '2')`,
  },
];

export const GTIN_FAULT_CODES: readonly string[] = Object.freeze(GTIN_FAULTS.map(({ code }) => code));

/** Almost every GTIN is a single good one, and taking a list apart costs ten times as much as seeing that. */
function maybeFaulty(gtin: Sql): Sql {
  const [length, ...others] = GTIN_FAULTS.map(({ holds }) => holds(gtin));
  const faulty = others.reduce((all, one) => sql`${all} OR ${one}`);
  return sql`CASE WHEN ${gtin} = '' THEN false WHEN ${length ?? sql`true`} THEN true ELSE ${faulty} END`;
}

function gtinChecks(kit: CheckKit, gtin: Sql): readonly Check[] {
  const given = faultsOf(gtin);
  return GTIN_FAULTS.flatMap(({ code, message, whatToDo }, at) =>
    kit.row("gtin", {
      ...{ code, category: "identifiers", severity: "error", message, whatToDo },
      given,
      when: sql`list_contains(${GIVEN}, ${integer(at)})`,
      rule: {
        type: "exclude_field",
        target: "gtin",
        condition: code === "invalid_gtin_length" || code === "invalid_gtin_checksum" ? `not is_valid_gtin([G]gtin)` : GTIN_RULES[code],
      },
    }),
  );
}

/** The fault of each GTIN in a list, by its place in `GTIN_FAULTS`, NULL for a good one; NULL where there is nothing to find. */
function faultsOf(gtin: Sql): Sql {
  const items = sql`list_transform(string_split(${gtin}, ','), lambda item: regexp_replace(trim(item), '[ -]', '', 'g'))`;
  const faults = GTIN_FAULTS.map(({ holds }, at) => sql`WHEN ${holds(sql`gtin`)} THEN ${integer(at)}`);
  return sql`CASE WHEN ${maybeFaulty(gtin)} THEN list_transform(${items}, lambda gtin: CASE ${join(faults, sql` `)} END) END`;
}

/** Whether a channel refuses one of the GTINs in a list. */
export function hasFaultyGtin(gtin: Sql): Sql {
  return sql`coalesce(len(list_filter(${faultsOf(gtin)}, lambda fault: fault IS NOT NULL)) > 0, false)`;
}

/** The texts of digits in sequence that are as long as a GTIN without its last digit. */
const IN_SEQUENCE = SEQUENCES.flatMap((digits) =>
  [7, 11, 12, 13].flatMap((length) => Array.from({ length: digits.length - length + 1 }, (_, at) => digits.slice(at, at + length))),
);

/** Whether one of the GTINs, without its separators, is of a form. */
const oneIs = (form: string): string => `regex_replace([G]gtin, "[ -]", "") matches "(^|,)(${form})(,|$)"`;

const GTIN_RULES: Readonly<Record<string, string>> = {
  repeated_digit_gtin: oneIs(`0+|1+|2+|3+|4+|5+|6+|7+|8+|9+|(?:${[...new Set(IN_SEQUENCE)].join("|")})[0-9]`),
  bulk_gtin: oneIs("9[0-9]{13}"),
  coupon_gtin: oneIs("[0-9]?(05|98|99)[0-9]{11}|5[0-9]{11}"),
  reserved_gtin: oneIs("[0-9]?(02|04|2[0-9])[0-9]{11}|[24][0-9]{11}"),
};

/** An id as Google compares it: without white space at its ends, and with one space for any within. Most ids have none, and seeing that is quicker than replacing. */
function collapsed(text: Sql): Sql {
  return sql`CASE WHEN regexp_full_match(${text}, '[!-~]*') THEN ${text} ELSE regexp_replace(trim(${text}), '\\s+', ' ', 'g') END`;
}

export function idChecks(kit: CheckKit): readonly Check[] {
  const id = kit.text("id");
  const key = kit.options.idsIgnoreCase === true ? sql`lower(${collapsed(id)})` : collapsed(id);
  return [
    ...kit.group("id", {
      code: "duplicate_id",
      category: "identifiers",
      severity: "error",
      message: "Several rows have the same id.",
      whatToDo: "Map id to a value that is unique for each variant, or remove the other rows with a deduplicate rule.",
      among: sql`${id} <> ''`,
      key,
      having: sql`count(*) > 1`,
      rule: { type: "deduplicate", by: '=trim(regex_replace([G]id, "\\s+", " "))' },
    }),
    ...kit.row("id", {
      code: "id_invalid_characters",
      category: "identifiers",
      severity: "error",
      message: "The id contains characters that channels reject.",
      whatToDo: "Use only letters, digits, - and _.",
      when: hasMatch(id, "[\\x{E000}-\\x{F8FF}\\x{F0000}-\\x{10FFFF}\\x{FFFD}-\\x{FFFF}\\x00-\\x1F\\x7F-\\x{9F}]"),
    }),
  ];
}
