import { expect, test } from "vitest";
import { isolated } from "./isolated.ts";

test("a name that turns the direction is isolated, and any other stays as it is", () => {
  expect(isolated("Primary feed")).toBe("Primary feed");
  expect(isolated("Grün & 日本")).toBe("Grün & 日本");
  expect(isolated("abc\u202Edef")).toBe("\u2068abc\u202Edef\u2069");
  expect(isolated("צעיפים")).toBe("\u2068צעיפים\u2069");
  // Its own end of an isolate would let the rest out.
  expect(isolated("a\u2069\u202Eb")).toBe("\u2068a\u202Eb\u2069");
});
