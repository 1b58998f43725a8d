import { feedColumnType } from "../../plan/feed-columns.ts";
import { integer, literal, sql } from "../../sql/fragment.ts";
import { numberOf } from "../../sql/text-sql.ts";
import type { Sql } from "../../../kernel/sql.ts";
import { CHANNEL_WORDS } from "../../vocabulary/channel-words.ts";
import { alike, type ChannelAttribute } from "../attribute.ts";
import { isAllowed } from "../cells.ts";
import type { Check, FindingCategory, Severity, SuggestedRule } from "../check.ts";
import { APPAREL_VALUES } from "./category-checks.ts";
import { listItems, mayBeQuoted, quotedItems } from "../quoted-items.ts";
import type { CheckKit } from "./check-kit.ts";

/** What follows from the table alone: lengths, numbers of items, listed values, numbers, forms. */
export function limitChecks(kit: CheckKit): readonly Check[] {
  return kit.attributes.flatMap((attribute) => [
    ...tooLong(kit, attribute),
    ...tooManyItems(kit, attribute),
    ...tooFewItems(kit, attribute),
    ...notListed(kit, attribute),
    ...notNumeric(kit, attribute),
    ...notOfForm(kit, attribute),
  ]);
}

const OWN_CODES = new Set(["id", "title", "description", "link", "image_link", "product_type"]);

function tooLongCode(column: string): string {
  if (OWN_CODES.has(column)) return `${column}_too_long`;
  return column.startsWith("custom_label_") ? "custom_label_too_long" : "text_attribute_too_long";
}

const CATEGORY_OF: Readonly<Record<string, FindingCategory>> = {
  id: "identifiers",
  title: "titles",
  description: "descriptions",
  link: "links",
  image_link: "images",
  product_type: "categories",
};

function tooLong(kit: CheckKit, { name, from, maxLength, tooLong: then, type }: ChannelAttribute): readonly Check[] {
  if (maxLength === null) return [];
  const column = from ?? name;
  const usual: Severity = then === "cut" || !OWN_CODES.has(column) || column === "product_type" ? "warning" : "error";
  const isText = type === "text" && column !== "id" && column !== "item_group_id";
  const shorten = isText && maxLength > CODE_CHARACTERS_MAX;
  return kit.row(column, {
    code: tooLongCode(column),
    category: CATEGORY_OF[column] ?? "values",
    severity: usual,
    message:
      then === "cut" ? `${name} has more than ${maxLength} characters and is cut there.` : `${name} has more than ${maxLength} characters.`,
    whatToDo: shorten ? `Shorten ${name} to ${maxLength} characters.` : `Use a shorter value. Cutting ${name} would change its meaning.`,
    when: isLongerThan(kit, column, { most: maxLength, several: type === "urls" || type === "list" }),
    ...(isText ? { rule: shortened(column, maxLength) } : {}),
  });
}

/** In a list, the longest value counts. The length in bytes comes first, because DuckDB knows it without reading the text. */
function isLongerThan(kit: CheckKit, column: string, { most, several }: { readonly most: number; readonly several: boolean }): Sql {
  if (kit.longestBytes(column) <= most) return sql`false`;
  const text = kit.text(column);
  const longest = several ? sql`list_max(list_transform(${listItems(text)}, lambda item: length(trim(item))))` : sql`length(${text})`;
  return sql`strlen(${text}) > ${integer(most)} AND ${longest} > ${integer(most)}`;
}

/** A part of a code, such as one of a country, is another code or none. */
const CODE_CHARACTERS_MAX = 10;

function shortened(column: string, length: number): SuggestedRule {
  if (length > CODE_CHARACTERS_MAX) return { type: "truncate", target: column, length };
  return { type: "exclude_field", target: column, condition: `length([G]${column}) > ${length}` };
}

function tooManyItems(kit: CheckKit, { name, from, maxItems, type }: ChannelAttribute): readonly Check[] {
  if (maxItems === null) return [];
  const column = from ?? name;
  const text = kit.text(column);
  const commas = sql`strlen(${text}) - strlen(replace(${text}, ',', ''))`;
  const quoted = sql`len(${quotedItems(text, type === "group" ? "groups" : "list")}) > ${integer(maxItems)}`;
  return kit.row(column, {
    code: column === "additional_image_link" ? "too_many_additional_images" : "too_many_values",
    category: column === "additional_image_link" ? "images" : "values",
    severity: "warning",
    message: `${name} has more than ${maxItems} values, so the others are ignored.`,
    whatToDo: `Keep the best ${maxItems}.`,
    when: sql`CASE WHEN ${commas} < ${integer(maxItems)} THEN false WHEN ${mayBeQuoted(text)} THEN ${quoted} ELSE true END`,
    rule: { type: "set_value", target: column, value: firstItems(column, maxItems) },
  });
}

function tooFewItems(kit: CheckKit, { name, from, minItems }: ChannelAttribute): readonly Check[] {
  if (minItems === null) return [];
  const column = from ?? name;
  const text = kit.text(column);
  const count = sql`len(list_filter(${listItems(text)}, lambda item: trim(item) <> ''))`;
  return kit.row(column, {
    code: "too_few_values",
    category: "values",
    severity: "warning",
    message: `${name} has fewer than ${minItems} values.`,
    whatToDo: `Write at least ${minItems}, or leave the field blank.`,
    when: sql`${text} <> '' AND ${count} < ${integer(minItems)}`,
  });
}

/** The first items of a list, as an expression. */
function firstItems(column: string, most: number): string {
  const range = `1, ${most + 1}`;
  if (feedColumnType(column) === "list") return `=list_slice([G]${column}, ${range})`;
  return `=list_join(list_slice(list([G]${column}), ${range}), ",")`;
}

const ENUM_CODES: Readonly<Record<string, string>> = { energy_efficiency_class: "energy_class_invalid" };
const ENUM_ERRORS = new Set(["availability", "condition"]);

function notListed(kit: CheckKit, attribute: ChannelAttribute): readonly Check[] {
  const { name, from, allowedValues, type } = attribute;
  if (allowedValues === null) return [];
  const column = from ?? name;
  const text = kit.text(column);
  const fine =
    type === "list"
      ? sql`list_bool_and(list_transform(${listItems(text)}, lambda item: ${isAllowed(sql`trim(item)`, attribute)}))`
      : isAllowed(text, attribute);
  return kit.row(column, {
    code: ENUM_CODES[column] ?? `${column}_invalid`,
    category: column === "availability" ? "availability" : "values",
    severity: ENUM_ERRORS.has(column) ? "error" : "warning",
    message: `${name} isn't one of the values that the channel accepts.`,
    whatToDo: `Use one of: ${allowedValues.slice(0, 20).join(", ")}.`,
    when: sql`${text} <> '' AND NOT ${fine}`,
    rule: { ...replacementOf(column), target: column, condition: notAmong(column, attribute) },
  });
}

/** What is refused without a value gets one; another value is removed. */
function replacementOf(column: string): SuggestedRule {
  const value = REPLACEMENTS.get(column);
  return value === undefined ? { type: "exclude_field" } : { type: "set_value", value };
}

const REPLACEMENTS: ReadonlyMap<string, string> = new Map([
  ["availability", "out_of_stock"],
  ["condition", `=if(${says("refurbished")}, "refurbished", if(${says("used")}, "used", "new"))`],
  ...[...APPAREL_VALUES].map(([column, value]) => [column, `=${translated(column, value)}`] as const),
]);

/** Google's word for a value that many languages have a word for, in the language of rules. */
function translated(column: string, otherwise: string): string {
  const words: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = CHANNEL_WORDS;
  const others = Object.entries(words[column] ?? {}).filter(([word]) => word !== otherwise);
  const value = `regex_replace([G]${column}, "['’]", "")`;
  return others.reduceRight(
    (rest, [word, spellings]) => `if(${value} in (${spellings.map((one) => `"${one}"`).join(", ")}), "${word}", ${rest})`,
    `"${otherwise}"`,
  );
}

/** Whether the condition has one of the words for something that isn't new, in the language of rules. `unused` has none. */
function says(condition: "refurbished" | "used"): string {
  return `[G]condition matches "(?i)(?:^|[^\\p{L}])(?:${CHANNEL_WORDS.condition[condition]?.join("|") ?? ""})(?:[^\\p{L}]|$)"`;
}

/** A rule's condition: filled, and none of the listed values in our own spelling. */
function notAmong(column: string, { allowedValues, spellings }: ChannelAttribute): object {
  const ours = [...new Set([...(allowedValues ?? []), ...Object.keys(spellings)].flatMap(alike))];
  return {
    all: [
      { side: "G", column, operator: "is not blank" },
      { side: "G", column, operator: "not in", value: ours },
    ],
  };
}

function notNumeric(kit: CheckKit, { name, from, type, range }: ChannelAttribute): readonly Check[] {
  if (type !== "integer" && type !== "number") return [];
  const column = from ?? name;
  const text = kit.text(column);
  const form = type === "integer" ? "[0-9]{1,18}" : "[0-9]{1,15}(\\.[0-9]{1,9})?";
  const [least, most] = range ?? [];
  const what = `${type === "integer" ? "a whole number" : "a number"}${range === null ? "" : ` from ${least} to ${most}`}`;
  const outside = range === null ? sql`` : sql` OR ${numberOf(text)} NOT BETWEEN ${integer(range[0])} AND ${integer(range[1])}`;
  const ruleOutside = range === null ? "" : ` or not (number([G]${column}) between ${least} and ${most})`;
  return kit.row(column, {
    code: `${column}_invalid`,
    category: "values",
    severity: "warning",
    message: `${name} isn't ${what}.`,
    whatToDo: "Write digits only, with a decimal point if needed.",
    when: sql`${text} <> '' AND (NOT regexp_full_match(${text}, ${literal(form)})${outside})`,
    rule: {
      type: "exclude_field",
      target: column,
      condition: `[G]${column} is not blank and ([G]${column} not matches "^${form}$"${ruleOutside})`,
    },
  });
}

function notOfForm(kit: CheckKit, { name, from, type, form }: ChannelAttribute): readonly Check[] {
  if (form === null) return [];
  const column = from ?? name;
  const text = kit.text(column);
  const one = `(?:${form.pattern})`;
  const all = type === "list" ? `${one}(?: *, *${one})*` : one;
  return kit.row(column, {
    code: `${column}_invalid`,
    category: "values",
    severity: "warning",
    message: `${name} isn't ${form.words}.`,
    whatToDo: "Correct the value, or leave the field blank.",
    when: sql`${text} <> '' AND NOT regexp_full_match(${text}, ${literal(all)})`,
    rule: { type: "exclude_field", target: column, condition: `[G]${column} is not blank and [G]${column} not matches cs "^${all}$"` },
  });
}
