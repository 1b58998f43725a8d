import { expect, test } from "vitest";
import { storedContext } from "../plan/stored-context.ts";
import { EXCLUDING_TYPES, givesReason } from "./exclusion-reason.ts";
import { readRule } from "./rule-reader.ts";
import { RULE_TYPES } from "./rule-types.ts";

test.each([
  [{ type: "exclude", reason: "Sample" }, "Sample"],
  [{ type: "exclude" }, "Excluded by a rule"],
  [{ type: "limit_rows", keep: 3, by: "[D]price" }, "Not among the 3 rows kept in the feed"],
  [{ type: "limit_rows", keep: 3, by: "[D]price", per: "[D]vendor" }, "Not among the 3 rows kept in its group"],
  [{ type: "limit_rows", keep: 1, by: "[D]price", per: "[D]vendor" }, "Not the one row kept in its group"],
  [{ type: "deduplicate", by: "[G]gtin" }, "Duplicate of prod_7"],
])("%o gives the reason %s, and no other", (rule, reason) => {
  expect(givesReason(rule, reason)).toBe(true);
  expect(givesReason(rule, `${reason} `)).toBe(rule.type === "deduplicate");
  expect(givesReason(rule, "Gift card")).toBe(false);
});

test("the types that leave rows out are those whose rules do", () => {
  const excluding = RULE_TYPES.filter(({ example }) => readRule(1, example, storedContext([])).steps.some(({ op }) => op === "exclude"));
  expect(excluding.map(({ type }) => type).toSorted()).toEqual(EXCLUDING_TYPES.toSorted());
});
