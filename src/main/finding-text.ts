import { printRule } from "../engine/rules/print-rule.ts";
import type { FindingRowShape, FindingShape } from "../features/findings/index.ts";
import { table } from "./text-table.ts";

const SEVERITIES = { error: "Error", warning: "Warning", info: "Hint" } as const;

/** A channel's findings. `total` counts those that aren't shown, too. */
export function findingsText(findings: readonly FindingShape[], total: number): string {
  if (findings.length === 0) return "No findings.\n";
  const lines = findings.map((finding) => [
    severityText(finding),
    finding.affected_count === 0 ? "" : String(finding.affected_count),
    finding.field ?? "",
    finding.code,
    finding.message,
  ]);
  const shown = table(["Severity", "Rows", "Field", "Code", "Message"], lines);
  return `${shown}${moreText(findings.length, total)}\nShow what to do, and the rows of a finding, with --code <code>.\n`;
}

interface FoundRows {
  readonly rows: readonly FindingRowShape[];
  /** Counts those that aren't shown, too. */
  readonly total: number;
}

/** What to do about the findings of a code, and their rows. */
export function findingRowsText(code: string, findings: readonly FindingShape[], { rows, total }: FoundRows): string {
  const advice = findings.map((finding) => `${adviceText(finding)}\n`).join("");
  if (rows.length === 0) return `${advice}${code} affects no rows.\n`;
  const lines = rows.map(({ row_id: row, sku, field, value, title }) => [row, sku ?? "", field ?? "", shortened(value), shortened(title)]);
  return `${advice}${table(["Row", "SKU", "Field", "Value", "Title"], lines)}${moreText(rows.length, total)}`;
}

function severityText({ severity, muted }: FindingShape): string {
  return `${SEVERITIES[severity]}${muted ? " (muted)" : ""}`;
}

function adviceText(finding: FindingShape): string {
  const { message, what_to_do: advice, suggested_rule: rule } = finding;
  const lines = [`${severityText(finding)}: ${message}`, advice, ...(rule === null ? [] : [`Suggested rule: ${printRule(rule)}`])];
  return `${lines.join("\n")}\n`;
}

function moreText(shown: number, total: number): string {
  return total > shown ? `Showing ${shown} of ${total}. See more with --limit, or write all rows to a file with --export <file>.\n` : "";
}

const SHOWN_MAX = 60;

function shortened(text: string): string {
  const points = [...text];
  return points.length > SHOWN_MAX ? `${points.slice(0, SHOWN_MAX - 1).join("")}…` : text;
}
