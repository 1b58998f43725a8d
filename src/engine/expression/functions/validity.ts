import { isAmong, literal, sql } from "../../sql/fragment.ts";
import { asFolded, booleanTerm } from "../term.ts";
import { textAt } from "./arguments.ts";
import { argument, type FunctionEntry, literalText } from "./function-entry.ts";
import { GTIN_LENGTHS, hasCheckDigit } from "./internal-gtin.ts";
import { named } from "./named.ts";

/** Whether a value is what channels ask for. */

export const isValidGtin: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }],
  returns: "boolean",
  summary: "Whether the text is a GTIN (EAN, UPC, ISBN-13): 8, 12, 13 or 14 digits with a correct check digit.",
  blank: "False for blank text.",
  examples: [
    [`is_valid_gtin("4006381333931")`, "true"],
    [`is_valid_gtin("4006381333932")`, "false"],
    [`is_valid_gtin("96385074")`, "true"],
  ],
  compile: (args) => {
    const text = sql`trim(${textAt(args, 0)})`;
    const digits = named(sql`TRY_CAST(${text} AS BIGINT)`, "digits", hasCheckDigit);
    return booleanTerm(sql`CASE WHEN regexp_full_match(${text}, ${literal(GTIN_LENGTHS)}) THEN ${digits} ELSE false END`);
  },
};

/** A name or address of a host, then a port, then whatever is no white space and no quote or bracket. */
const LABEL = "[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}_-]*[\\p{L}\\p{N}\\p{M}])?";
const HTTP_URL = `(?i)https?://(?:[^\\s/?#@"<>]*@)?(?:${LABEL}(?:\\.${LABEL})*\\.?|\\[[0-9a-f:.]+\\])(?::[0-9]{1,5})?(?:[/?#][^\\s\\x{A0}\\x{3000}"<>]*)?`;

export const isValidUrl: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }],
  returns: "boolean",
  summary: "Whether the text is a link: `http` or `https`, a host, and no white space, quotes or angle brackets.",
  blank: "False for blank text.",
  examples: [
    [`is_valid_url("https://example.com/a?b=c#d")`, "true"],
    [`is_valid_url("example.com")`, "false"],
    [`is_valid_url("https:///path")`, "false"],
  ],
  compile: (args) => booleanTerm(sql`regexp_full_match(${textAt(args, 0)}, ${literal(HTTP_URL)})`),
};

/** The words that Google's product data specification lists for an attribute. */
export const ENUMS: Readonly<Record<string, readonly string[]>> = {
  availability: ["in_stock", "out_of_stock", "preorder", "backorder"],
  condition: ["new", "refurbished", "used"],
  gender: ["male", "female", "unisex"],
  age_group: ["newborn", "infant", "toddler", "kids", "adult"],
  identifier_exists: ["yes", "no"],
  size_type: ["regular", "petite", "maternity", "big", "tall", "plus"],
  size_system: ["AU", "BR", "CN", "DE", "EU", "FR", "IT", "JP", "MEX", "UK", "US"],
  adult: ["yes", "no"],
  energy_efficiency_class: ["A+++", "A++", "A+", "A", "B", "C", "D", "E", "F", "G"],
};

export const isValidEnum: FunctionEntry = {
  parameters: [
    { name: "text", type: "text" },
    { name: "attribute", type: "text", literal: { form: "word", of: Object.keys(ENUMS) } },
  ],
  returns: "boolean",
  summary: `Whether the text is a value that Google lists for an attribute (${Object.keys(ENUMS).join(", ")}), ignoring case.`,
  blank: "False for blank text.",
  examples: [
    [`is_valid_enum("in_stock", "availability")`, "true"],
    [`is_valid_enum("in stock", "availability")`, "false"],
    [`is_valid_enum("a++", "energy_efficiency_class")`, "true"],
  ],
  compile: (args) => {
    const values = ENUMS[literalText(args, 1, "")] ?? [];
    return booleanTerm(
      isAmong(
        asFolded(argument(args, 0)),
        values.map((value) => value.toLowerCase()),
      ),
    );
  },
};
