import type { Sql } from "../../../kernel/sql.ts";
import { integer, join, list, literal, sql } from "../../sql/fragment.ts";
import { comparison } from "../comparison-sql.ts";
import { asBlank, asFolded, booleanTerm, numberTerm, type Term } from "../term.ts";
import { booleanAt, countAt, textAt } from "./arguments.ts";
import { oneOf } from "./common-type.ts";
import { argument, type FunctionEntry } from "./function-entry.ts";
import { named } from "./named.ts";

/** Choices between values. The value chosen keeps its type where all have the same one, else it is text. */

/** Values to choose from in one call. */
const VALUES_MAX = 50;

export const ifThen: FunctionEntry = {
  parameters: [
    { name: "condition", type: "boolean" },
    { name: "then", type: "any" },
    { name: "otherwise", type: "any", optional: true },
  ],
  returns: "same",
  summary: "One value if a condition holds, otherwise another value or blank.",
  blank: "A blank condition doesn't hold.",
  examples: [
    [`if(2 > 1, "many", "few")`, "many"],
    [`if("a" = "b", "same")`, ""],
  ],
  compile: (args) =>
    oneOf(
      args.slice(1),
      ([then, otherwise], blank) => sql`CASE WHEN ${booleanAt(args, 0)} THEN ${then ?? blank} ELSE ${otherwise ?? blank} END`,
    ),
};

const firstOf = (terms: readonly Term[]): Term =>
  oneOf(terms, (values, blank) => {
    const whens = terms.map((term, at) => sql`WHEN NOT ${asBlank(term)} THEN ${values[at] ?? blank}`);
    return sql`CASE ${join(whens, sql` `)} ELSE ${blank} END`;
  });

export const coalesce: FunctionEntry = {
  parameters: [{ name: "value", type: "any" }],
  repeats: VALUES_MAX,
  returns: "same",
  summary: "The first value that isn't blank.",
  blank: "Blank if all values are blank.",
  examples: [
    [`coalesce("", "  ", "Acme", "Other")`, "Acme"],
    [`coalesce(blank, "")`, ""],
  ],
  compile: firstOf,
};

export const defaultTo: FunctionEntry = {
  parameters: [
    { name: "value", type: "any" },
    { name: "default", type: "any" },
  ],
  returns: "same",
  summary: "The value, or the default if the value is blank.",
  blank: "Blank if both are blank.",
  examples: [
    [`default_to("", "unisex")`, "unisex"],
    [`default_to("female", "unisex")`, "female"],
  ],
  compile: firstOf,
};

export const nullif: FunctionEntry = {
  parameters: [
    { name: "value", type: "any" },
    { name: "other", type: "any" },
  ],
  returns: "same",
  summary: "The value, or blank if it equals (`=`) the other value.",
  blank: "A blank value stays blank.",
  examples: [
    [`nullif("N/A", "n/a")`, ""],
    [`nullif("Blue", "n/a")`, "Blue"],
    [`nullif(0, "0.00")`, ""],
  ],
  compile: (args) => {
    const equal = comparison("=", argument(args, 0), argument(args, 1), false);
    return oneOf(args, ([kept], blank) => sql`CASE WHEN ${equal} THEN ${blank} ELSE ${kept ?? blank} END`);
  },
};

/** Items a text is looked for among. */
const ITEMS_MAX = 200;

export const inList: FunctionEntry = {
  parameters: [
    { name: "text", type: "text" },
    { name: "item", type: "text" },
  ],
  repeats: ITEMS_MAX + 1,
  returns: "boolean",
  summary: "Whether the text is one of the items, ignoring case.",
  blank: "False for blank text.",
  examples: [
    [`in_list("Blue", "red", "BLUE")`, "true"],
    [`in_list("", "", "red")`, "false"],
  ],
  compile: (args) => {
    const items = args.slice(1).map((_, at) => asFolded(argument(args, at + 1)));
    return booleanTerm(sql`(NOT ${asBlank(argument(args, 0))} AND list_contains([${list(items)}], ${asFolded(argument(args, 0))}))`);
  },
};

/** Digits of the hash that count: what a BIGINT holds without a sign. */
const HASH_DIGITS = integer(15);

export const hashBucket: FunctionEntry = {
  parameters: [
    { name: "text", type: "text" },
    { name: "buckets", type: "number" },
  ],
  returns: "number",
  summary: "A number from 1 to `buckets` (at most 20,000) that is always the same for the same text. Use it for tests and samples.",
  blank: "Blank if the text is blank, or if `buckets` is less than 1.",
  examples: [
    [`hash_bucket("SKU-1", 1)`, "1"],
    [`hash_bucket("", 10)`, ""],
  ],
  compile: (args) => {
    // Of MD5, since DuckDB's own hash may change with its version.
    const hash = sql`TRY_CAST(${literal("0x")} || left(md5(${textAt(args, 0)}), ${HASH_DIGITS}) AS BIGINT)`;
    const bucket = (buckets: Sql): Sql =>
      sql`CASE WHEN ${buckets} >= 1 AND NOT ${asBlank(argument(args, 0))} THEN CAST(${hash} % ${buckets} + 1 AS DECIMAL(28,9)) END`;
    return numberTerm(named(countAt(args, 1), "buckets", bucket));
  },
};
