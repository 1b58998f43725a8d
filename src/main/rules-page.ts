import { ruleReference, type RuleReference } from "../engine/rules/rule-reference.ts";
import { members } from "../kernel/unsafe.ts";
import { code, page, rows } from "./page-text.ts";

type RuleTypeAnswer = RuleReference["rule_types"][number];
type Schema = Readonly<Record<string, unknown>>;

const COMMON: readonly (readonly string[])[] = [
  ["`type`", "one of the types below", "required", "What kind of rule it is."],
  [
    "`condition`",
    "text or tree",
    "always",
    'Rows the rule applies to: `[D]price < 100`, or a tree of `{"all": […]}`, `{"any": […]}` and `{"none": […]}` with tests `{"side", "column", "operator", "value", "case_sensitive"}` and further trees.',
  ],
  ["`active`", "true or false", "`true`", "Whether runs apply it."],
  ["`stop`", "true or false", "`false`", "Whether later rules for the same column skip the matching rows. For types that write a column."],
  ["`note`", "text (up to 1,000 characters)", "", "Note for people."],
];

/** Every rule type with its members, from what reads it. */
export function rulesPage(): string {
  const { rule_types: types, limits } = ruleReference();
  return page("Rules", [
    "[The guide](../guide/rules.md) explains how rules work. [Operators and functions](functions.md) lists the parts of expressions.",
    "",
    ...rows(
      ["type", "what it does"],
      types.map(({ type, summary }) => [`[${code(type)}](#${type})`, summary]),
    ),
    "",
    "## Fields of every rule",
    "",
    ...rows(["field", "takes", "if left out", "meaning"], COMMON),
    "",
    `A rule has at most ${shownNumber(limits.conditions_per_rule)} conditions and ${shownNumber(limits.definition_bytes)} bytes. Instead of its fields, you can send \`text\`: the rule in one line.`,
    "",
    ...types.flatMap(typeLines),
  ]).replace(/\n+$/, "\n");
}

function typeLines({ type, summary, members: schema, example, text }: RuleTypeAnswer): readonly string[] {
  const cells = memberCells(schema, "");
  return [
    `## ${type}`,
    "",
    summary,
    "",
    ...(cells.length === 0 ? ["It has no fields of its own."] : rows(["field", "takes", "if left out", "meaning"], cells)),
    "",
    "```json",
    JSON.stringify(example, null, 2),
    "```",
    "",
    "```text",
    text,
    "```",
    "",
  ];
}

/** A row for each member, and for each member of the objects it holds. */
function memberCells(schema: Schema, within: string): readonly (readonly string[])[] {
  const required = Array.isArray(schema["required"]) ? schema["required"].map(String) : [];
  return Object.entries(members(schema["properties"])).flatMap(([name, value]) => {
    const member = members(value);
    const called = `${within}${name}`;
    const inner = member["type"] === "array" ? memberCells(members(member["items"]), `${called}[].`) : [];
    const { description } = member;
    const meaning = typeof description === "string" ? description : "";
    return [[code(called), takes(member), absent(member, required.includes(name)), meaning], ...inner];
  });
}

function absent(member: Schema, required: boolean): string {
  if (member["default"] !== undefined) return code(JSON.stringify(member["default"]));
  return required ? "required" : "";
}

/** What a member may hold, in words. */
function takes(schema: Schema): string {
  const { type, enum: words, anyOf, items, pattern } = schema;
  if (Array.isArray(words)) return words.map((word) => code(String(word))).join(", ");
  if (Array.isArray(anyOf)) return anyOf.map((one) => takes(members(one))).join(" or ");
  if (typeof schema["$ref"] === "string") return "tree";
  if (type === "array") return `list of ${takes(members(items))}${bounds(schema, "maxItems", "items")}`;
  if (type === "object") return schema["properties"] === undefined ? "object of names and values" : "objects";
  if (type === "boolean") return "true or false";
  if (type === "integer" || type === "number") return `${type === "integer" ? "whole number" : "number"}${range(schema)}`;
  return `text${pattern === undefined ? bounds(schema, "maxLength", "characters") : ""}`;
}

function bounds(schema: Schema, member: string, unit: string): string {
  const most = schema[member];
  return typeof most === "number" ? ` (up to ${shownNumber(most)} ${unit})` : "";
}

/** Bounds that JSON's own numbers have are none. */
function range({ minimum, maximum }: Schema): string {
  if (typeof minimum !== "number" || typeof maximum !== "number" || maximum >= Number.MAX_SAFE_INTEGER) return "";
  return ` (${shownNumber(minimum)} to ${shownNumber(maximum)})`;
}

function shownNumber(value: number): string {
  return value.toLocaleString("en-US");
}
