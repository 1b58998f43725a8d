import type { RuleRow } from "./rule-queries.ts";

/** What a rule becomes by what was sent (RFC 7396): members left out stay, null takes one away; another type is another rule. */
export function mergedRule(
  row: Pick<RuleRow, "definition" | "active">,
  sent: Readonly<Record<string, unknown>>,
): { readonly written: Readonly<Record<string, unknown>>; readonly active: boolean } {
  const active = typeof sent["active"] === "boolean" ? sent["active"] : row.active;
  const another = (sent["text"] ?? null) !== null || (sent["type"] !== undefined && sent["type"] !== row.definition["type"]);
  if (another) return { written: sent, active };
  // A definition is stored without `active`; one that is neither true nor false stays, to be refused.
  const isSaid = (name: string, value: unknown): boolean => name === "active" && value === active;
  const merged = Object.entries({ ...row.definition, ...sent }).filter(([name, value]) => value !== null && !isSaid(name, value));
  return { written: Object.fromEntries(merged), active };
}
