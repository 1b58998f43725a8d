import { parseSearchWith, stringifySearchWith } from "@tanstack/react-router";

/** Values are written as they're typed: the router's own way would put text that looks like a number between quotes. */
export function searchAsTyped() {
  return { parseSearch: parseSearchWith((text) => text), stringifySearch: stringifySearchWith(JSON.stringify) } as const;
}

/** What an address says after its `?`. The router has read numbers and booleans already; whatever isn't understood is left out. */
type Given = Readonly<Record<string, unknown>>;

export function textIn(given: Given, name: string): string | undefined {
  const value = given[name];
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function pageIn({ page }: Given): number | undefined {
  return typeof page === "number" && Number.isInteger(page) && page > 1 ? page : undefined;
}

export function choiceIn<Choice extends string>(given: Given, name: string, choices: readonly Choice[]): Choice | undefined {
  return choices.find((choice) => choice === textIn(given, name));
}
