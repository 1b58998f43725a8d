import { expect, test } from "vitest";
import { pageIn, searchAsTyped, textIn } from "./search.ts";

const { parseSearch, stringifySearch } = searchAsTyped();

test.each(["4", "true", "007", "1e5", '"quoted"', "[1]", "a b & c", "null"])("%s in an address is the text that was typed", (find) => {
  const written = stringifySearch({ find, page: 2 });
  expect(written).toBe(`?${new URLSearchParams({ find, page: "2" }).toString()}`);
  expect(textIn(parseSearch(written), "find")).toBe(find);
  expect(pageIn(parseSearch(written))).toBe(2);
});
