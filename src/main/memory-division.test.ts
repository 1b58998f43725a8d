import { expect, test } from "vitest";
import { divideMemory } from "../config-memory.ts";
import { memoryDivision } from "./memory-division.ts";

const textOf = (limitBytes: number, embedded: boolean): string | undefined => {
  const division = divideMemory(limitBytes, { embedded });
  return division && memoryDivision(division);
};

test("the division of a budget is one line that adds up to it", () => {
  expect(textOf(8e9, true)).toBe(
    "8GB: service 1.434GB, PostgreSQL 500MB, jobs 2 × 1.618GB, previews 1 × 868MB, reads 2 × 493MB, patterns 1 × 193MB; DuckDB itself 1GB in a job",
  );
});

test("a database elsewhere has no part in it", () => {
  expect(textOf(2e9, false)).toContain("PostgreSQL elsewhere, jobs 1 × ");
});
