import { expect, test } from "vitest";
import { revertCells } from "./cell-differences.ts";

const cells = (values: Readonly<Record<string, string>>) => Object.entries(values).map(([column, value]) => ({ rowId: 1, column, value }));

test("cells that a change touched become what they were, and each that was changed since is named", () => {
  const before = cells({ tags: "a", title: "Old" });
  const after = cells({ title: "New", vendor: "Hazel" });
  expect(revertCells({ before, after, now: [...after, ...cells({ size: "L" })] })).toEqual({
    value: cells({ size: "L", tags: "a", title: "Old" }),
    conflicts: [],
  });
  expect(revertCells({ before, after, now: cells({ tags: "a", title: "New" }) }).conflicts).toEqual([
    "cell tags of row 1",
    "cell vendor of row 1",
  ]);
});
