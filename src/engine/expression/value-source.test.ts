import { expect, test } from "vitest";
import { all, any, call, compare, isBlank, not, source, text, when } from "./expression.ts";
import { printExpression } from "./print-expression.ts";
import { decidingSource } from "./value-source.ts";

test("of the columns of an alternative that holds, the first with a value decides", () => {
  const isCustom = compare(call("trim", source("metafield-custom_product")), "=", text("true"));
  const both = all(not(isCustom), not(isBlank(source("vendor"))), not(isBlank(source("sku"))));
  const exists = when(any(not(isBlank(source("barcode"))), both), text("yes"), text("no"));
  const named = ["metafield-custom_product", "vendor", "sku"].map((name) => `when [D]${name} is not blank then "${name}"`);
  const printed = printExpression(decidingSource(exists));
  expect(printed).toContain(`case ${named.join(" ")} else "metafield-custom_product" end`);
  expect(printed).toContain('[D]barcode is not blank then "barcode"');
});
