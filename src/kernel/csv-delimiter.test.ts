import { Buffer } from "node:buffer";
import { describe, expect, test } from "vitest";
import { delimiterOf } from "./csv-delimiter.ts";

describe("the delimiter", () => {
  test.each([
    ["Handle,Title,Body\n1;2;3;4;5", ","],
    ["Handle;Title;Price\n1,2,3,4", ";"],
    ["Handle\tTitle\r\n", "\t"],
    ['Handle,"a;b;c;d",Title', ","],
    ['"x\n;;;",a\n', ","],
    ["Handle", ","],
  ])("of %j is %j", (head, delimiter) => {
    expect(delimiterOf(Buffer.from(head))).toBe(delimiter);
  });
});
