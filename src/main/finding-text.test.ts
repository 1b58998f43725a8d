import { expect, test } from "vitest";
import type { FindingRowShape, FindingShape } from "../features/findings/index.ts";
import { findingRowsText, findingsText } from "./finding-text.ts";

const FINDING: FindingShape = {
  ...{ object: "finding", id: 1, code: "missing_gender", category: "apparel", severity: "error", field: "gender" },
  ...{ message: "Apparel needs gender.", what_to_do: "Fill gender with a rule." },
  ...{ affected_count: 3, samples: [], muted: false, source: null },
  suggested_rule: { type: "set_value", target: "gender", value: "unisex", condition: "[G]gender is blank" },
};

const ROW: FindingRowShape = {
  ...{ object: "finding_row", row_id: "41", product_id: "prod_41", sku: "S-1", admin_url: null },
  ...{ title: "Shirt", value: "", field: "gender", muted: false },
};

test("findings are a table, which says how many it leaves out", () => {
  const [heading, row, rest] = findingsText([FINDING], 1).split("\n");
  expect([heading, row, rest]).toEqual([
    "Severity  Rows  Field   Code            Message",
    "Error     3     gender  missing_gender  Apparel needs gender.",
    "",
  ]);
  expect(findingsText([FINDING], 12)).toContain("\nShowing 1 of 12. See more with --limit");
  expect(findingsText([], 0)).toBe("No findings.\n");
});

test("a finding's rows have what to do in front, and say how many are left out", () => {
  expect(findingRowsText("missing_gender", [{ ...FINDING, muted: true }], { rows: [ROW], total: 3 }).split("\n")).toEqual([
    "Error (muted): Apparel needs gender.",
    "Fill gender with a rule.",
    'Suggested rule: Set [G]gender to "unisex" when [G]gender is blank',
    "",
    "Row  SKU  Field   Value  Title",
    "41   S-1  gender         Shirt",
    "Showing 1 of 3. See more with --limit, or write all rows to a file with --export <file>.",
    "",
  ]);
  expect(findingRowsText("missing_gtin", [], { rows: [], total: 0 })).toBe("missing_gtin affects no rows.\n");
});
