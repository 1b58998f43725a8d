import { describe, expect, test } from "vitest";
import { formatTsv, parseTsv } from "./tsv.ts";

describe("cells on the clipboard", () => {
  test.each([
    [
      "a\tb\nc\td",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ["a\r\nb\r\n", [["a"], ["b"]]],
    [
      '"two\nlines"\t"say ""hi"""\n\tlast',
      [
        ["two\nlines", 'say "hi"'],
        ["", "last"],
      ],
    ],
    ['"not closed\tb', [['"not closed', "b"]]],
    ["", [[""]]],
  ])("are read from %j", (text, rows) => {
    expect(parseTsv(text)).toEqual(rows);
  });

  test("come back as they went", () => {
    const rows = [
      ["a", "with\ttab", 'with "quotes"'],
      ["two\nlines", "", "=1+1"],
    ];
    expect(parseTsv(formatTsv(rows))).toEqual(rows);
  });
});
