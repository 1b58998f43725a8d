import { pageIn } from "../shell/search.ts";

export interface VersionsSearch {
  readonly page?: number | undefined;
  readonly version?: number | undefined;
  readonly against?: number | undefined;
}

export function versionsSearch(given: Readonly<Record<string, unknown>>): VersionsSearch {
  return { page: pageIn(given), version: numberIn(given, "version"), against: numberIn(given, "against") };
}

function numberIn(given: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = given[name];
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : undefined;
}
