import type { BadRows } from "../../../test/harness/bad-rows.ts";

export const BAD_ROWS: readonly BadRows[] = [
  {
    code: "missing_brand",
    field: "brand",
    rows: [{ columns: { brand: "" } }, { columns: { brand: "", condition: "used" } }, { base: "book", columns: { brand: "" } }],
    found: [0],
  },
];
