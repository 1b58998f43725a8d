import { expect, test } from "vitest";
import { readable, WrittenJson } from "./written-json.ts";

test("JSON that is written already is read where its value is needed, and any other answer is left as it is", () => {
  const value = { data: [{ title: "grün 🛍" }] };
  const written = new WrittenJson(Buffer.from(JSON.stringify(value)));
  expect([readable(written), readable(value)]).toEqual([value, value]);
});
