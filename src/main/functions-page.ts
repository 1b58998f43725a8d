import { ruleReference, type RuleReference } from "../engine/rules/rule-reference.ts";
import { code, page, rows } from "./page-text.ts";

type FunctionAnswer = RuleReference["functions"][number];

const RULE = `What rules, mappings and labels are written in; how, is in [the guide](../guide/rules.md). A parameter in brackets may be left out, and where … stands
the last may be given again. What is marked "literal" must be written out, as text in quotes or a number. Texts compare without regard to case unless
said otherwise; positions count from 1, negative ones from the end.`;

/** What a family's functions have in common, and where they are shown at work: these have no value in a row alone. */
const NOTES: Readonly<Record<string, string>> = {
  "Google's categories": "See [categories](../guide/rules.md#categories).",
  "Lookup tables": "See [lookup tables](../guide/rules.md#lookup-tables).",
  "The whole feed":
    "They see the rows that are not excluded so far, as they stand at that rule; see [functions over the feed](../guide/rules.md#functions-over-the-feed).",
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
      ["operator", "holds where"],
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
    `${taken}Yields ${returns}. Blank: ${blank}`,
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
