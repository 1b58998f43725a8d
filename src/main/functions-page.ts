import { ruleReference, type RuleReference } from "../engine/rules/rule-reference.ts";
import { code, page, rows } from "./page-text.ts";

type FunctionAnswer = RuleReference["functions"][number];

const RULE = `Functions and operators for rules, mappings and labels. [The guide](../guide/rules.md) explains how to use them. Parameters in brackets are optional,
and … means that the last parameter can be repeated. A parameter marked "literal" must be written out, as a string in quotes or a number. Strings are compared
ignoring case unless stated otherwise. Positions count from 1, negative ones from the end.`;

/** What a family's functions have in common, and where they are shown at work: these have no value in a row alone. */
const NOTES: Readonly<Record<string, string>> = {
  "Google's categories": "See [categories](../guide/rules.md#categories).",
  "Lookup tables": "See [lookup tables](../guide/rules.md#lookup-tables).",
  "The whole feed":
    "These functions read the rows that aren't excluded so far, with the values they have when the rule runs. See [functions over the feed](../guide/rules.md#functions-over-the-feed).",
};

/** Operators and functions, from what reads and compiles them. */
export function functionsPage(): string {
  const { operators, functions } = ruleReference();
  const families = [...new Set(functions.map(({ family }) => family))];
  return page("Operators and functions", [
    RULE,
    "",
    "## Operators",
    "",
    ...rows(
      ["operator", "holds if"],
      operators.map(({ operator, summary }) => [code(operator), summary]),
    ),
    "",
    ...families.flatMap((family) => [
      `## ${family}`,
      "",
      ...(NOTES[family] === undefined ? [] : [NOTES[family], ""]),
      ...functions.filter((each) => each.family === family).flatMap(functionLines),
    ]),
  ]).replace(/\n+$/, "\n");
}

function functionLines({ name, signature, parameters, returns, summary, blank, examples }: FunctionAnswer): readonly string[] {
  const taken = parameters.length === 0 ? "" : `Takes ${parameters.map(parameterText).join(", ")}. `;
  return [
    `### ${code(name)}`,
    "",
    code(signature),
    "",
    summary,
    "",
    `${taken}Returns ${returns}. Blank values: ${blank}`,
    "",
    ...examples.map(({ expression, result }) => `- ${code(expression)} → ${result === "" ? "blank" : code(result)}`),
    ...(examples.length === 0 ? [] : [""]),
  ];
}

function parameterText({ name, type, optional, literal, words }: FunctionAnswer["parameters"][number]): string {
  const choice = words.length === 0 ? "" : `: ${words.map((word) => code(word)).join(", ")}`;
  const details = [type === "any" ? "any type" : type, ...(optional ? ["optional"] : []), ...(literal ? [`literal${choice}`] : [])];
  return `${code(name)} (${details.join(", ")})`;
}
