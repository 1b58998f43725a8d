import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { OPERATIONS } from "../../src/features/operations.ts";
import { CONTRACT_ROWS } from "./contract-rows.ts";
import { coveragePage } from "./coverage-page.ts";
import { SPEC_ENDPOINTS, SPEC_ROWS } from "./spec-rows.ts";
import { testTitles } from "./test-titles.ts";

const ROWS = [...SPEC_ROWS, ...CONTRACT_ROWS];

test("every endpoint of the specification is an operation with its scope and status", () => {
  const told = OPERATIONS.map(({ name, http, scope }) => ({
    method: http.method,
    path: http.path,
    scope,
    status: http.status,
    operation: name,
  }));
  expect(SPEC_ENDPOINTS.length).toBe(48);
  for (const row of SPEC_ENDPOINTS) expect(told).toContainEqual(row);
});

test("every row is held by a test, or names the part that brings it", () => {
  const open = ROWS.filter(({ held, comes }) => (held.length === 0) === (comes === undefined));
  expect(open.map(({ row }) => row)).toEqual([]);
  expect(new Set(ROWS.map(({ row }) => row)).size).toBeGreaterThan(150);
});

test("every test that a row names is there, under that title", () => {
  const files = new Map<string, ReadonlySet<string>>();
  const titlesOf = (file: string): ReadonlySet<string> => {
    const titles = files.get(file) ?? testTitles(file);
    files.set(file, titles);
    return titles;
  };
  const missing = ROWS.flatMap(({ row, held }) =>
    held.filter(([file, title]) => !titlesOf(file).has(title)).map((which) => [row, ...which]),
  );
  expect(missing).toEqual([]);
});

test("the page of coverage is the one these rows make", () => {
  expect(readFileSync(new URL("coverage.md", import.meta.url), "utf8")).toBe(coveragePage());
});
