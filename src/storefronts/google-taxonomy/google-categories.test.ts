import { expect, test } from "vitest";
import { googleCategory } from "./google-categories.ts";

test.each([
  ["Apparel & Accessories > Clothing > Shirts & Tops", "Apparel & Accessories > Clothing > Shirts & Tops"],
  [" apparel & accessories>Clothing  > shirts & tops ", "Apparel & Accessories > Clothing > Shirts & Tops"],
  ["Animals & Pet Supplies", "Animals & Pet Supplies"],
  ["Apparel & Accessories > Clothing > Clothing Tops > Shirts", null],
  ["Uncategorized", null],
  ["166", null],
  ["", null],
  [null, null],
])("the category %j is Google's %j: only an exact path counts", (category, expected) => {
  expect(googleCategory(category)).toBe(expected);
});
