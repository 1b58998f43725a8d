import { readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";
import { members } from "../../src/kernel/unsafe.ts";

/** Titles of the tests of a file as they are written: of `test("…")`, `test.each(…)("…")` and the like. */
export function testTitles(file: string): ReadonlySet<string> {
  const titles = new Set<string>();
  const visit = (node: unknown): void => {
    const { type, callee, arguments: given } = members(node);
    if (type === "CallExpression" && isTest(callee) && Array.isArray(given)) {
      const { value } = members(given[0]);
      if (typeof value === "string") titles.add(value);
    }
    for (const child of Object.values(members(node))) if (typeof child === "object") visit(child);
  };
  visit(parseSync(file, readFileSync(file, "utf8")).program);
  return titles;
}

/** `test`, and what is called on it: `test.each(…)`. */
function isTest(callee: unknown): boolean {
  const { type, name, object, callee: called } = members(callee);
  if (type === "Identifier") return name === "test";
  return type === "MemberExpression" ? isTest(object) : type === "CallExpression" && isTest(called);
}
