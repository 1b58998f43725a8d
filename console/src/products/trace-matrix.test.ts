import { expect, test } from "vitest";
import { type TracedRow, traceLines } from "./trace-matrix.ts";

const ROW: TracedRow = {
  ...{ row_id: "1", product_id: "prod_1", item: 1, excluded: false, exclude_reason: null },
  input: { title: "Bowl", vendor: "Ångelund", barcode: "" },
  output: { title: "Ångelund Bowl, big", brand: "Ångelund", gtin: "", condition: "used", availability: "in stock" },
  stages: [
    { stage: "cells", rule_id: null, changes: [{ field: "title", before: "Bowl", after: "Big bowl" }] },
    {
      ...{ stage: "mapping", rule_id: null },
      changes: [
        { field: "title", before: "", after: "Big bowl" },
        { field: "brand", before: "", after: "Ångelund" },
        { field: "availability", before: "", after: "in stock" },
      ],
    },
    { stage: "overrides", rule_id: null, changes: [{ field: "condition", before: "", after: "used" }] },
    { stage: "rules", rule_id: "rule_3", changes: [{ field: "title", before: "Big bowl", after: "Ångelund Bowl" }] },
    { stage: "rules", rule_id: "rule_9", changes: [{ field: "title", before: "Ångelund Bowl", after: "Ångelund Bowl, big" }] },
  ],
};
const MAPPINGS = { title: "title", brand: "vendor", gtin: "barcode", availability: '=if([D]stock > 0, "in stock")' };

test("a line follows a column from the shop's value to the feed's, and says where nothing changed", () => {
  const [title, condition, brand, availability] = traceLines(ROW, MAPPINGS);
  expect(title).toMatchObject({
    field: "title",
    shop: "Bowl",
    cell: "Big bowl",
    mapping: null,
    override: null,
    value: "Ångelund Bowl, big",
  });
  expect(title?.rules).toEqual([
    { rule: "rule_3", value: "Ångelund Bowl" },
    { rule: "rule_9", value: "Ångelund Bowl, big" },
  ]);
  expect(condition).toMatchObject({ field: "condition", shop: "", mapping: null, override: "used" });
  expect(brand).toMatchObject({ field: "brand", shop: "Ångelund", mapping: null });
  expect(availability).toMatchObject({ field: "availability", shop: "", mapping: "in stock" });
});

test("a column that is blank from the shop to the channels has no line", () => {
  expect(traceLines(ROW, MAPPINGS).map(({ field }) => field)).not.toContain("gtin");
});

test("a channel's value is given where it differs, and attributes that only a channel has come last", () => {
  const google = { columns: ["title", "brand", "id"], values: { title: "Ångelund Bowl", brand: "Ångelund", id: "sku-1" } };
  const lines = traceLines(ROW, MAPPINGS, new Map([["google", google]]));
  expect(lines[0]?.channels).toEqual(new Map([["google", "Ångelund Bowl"]]));
  expect(lines.find(({ field }) => field === "brand")?.channels).toEqual(new Map([["google", null]]));
  expect(lines.find(({ field }) => field === "condition")?.channels).toEqual(new Map());
  expect(lines.at(-1)).toMatchObject({ field: "id", value: "", channels: new Map([["google", "sku-1"]]) });
});
