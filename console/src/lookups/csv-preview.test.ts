import { expect, test } from "vitest";
import { csvPreview } from "./csv-preview.ts";
import { pastedRows } from "./pasted-rows.ts";

test("the first rows of a file are read with its delimiter, quotes and line ends, and a byte order mark is left out", () => {
  expect(csvPreview('\uFEFFcolour;group\r\nAqua;"Blue; light"\r\n\r\n"say ""hi""";"two\nlines"\r\nlast;x', 2)).toEqual({
    columns: ["colour", "group"],
    rows: [
      ["Aqua", "Blue; light"],
      ['say "hi"', "two\nlines"],
    ],
  });
  expect(csvPreview("", 5)).toEqual({ columns: [], rows: [] });
});

test("cells of a spreadsheet are rows of values, without the blank ones below", () => {
  expect(pastedRows('Aqua\tBlue\r\n"a\tb"\t\r\n\t\r\n')).toEqual([
    ["Aqua", "Blue"],
    ["a\tb", ""],
  ]);
});
