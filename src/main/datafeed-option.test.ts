import { expect, test } from "vitest";
import { datafeedWork } from "./datafeed-option.ts";

test("without an option the datafeeds are listed", () => {
  expect(datafeedWork({})).toMatchObject({ kind: "list" });
});

test("a datafeed is created from what is given, and the rest is left to the service", () => {
  expect(datafeedWork({ create: "feed_1" })).toEqual({ kind: "create", id: "", body: { feed_id: "feed_1" } });
  const options = { create: "feed_1", hour: "05", timeZone: "Europe/Berlin", name: "Shoes", target: ["DE/de", "CH/de"] };
  expect(datafeedWork(options).body).toEqual({
    feed_id: "feed_1",
    hour: 5,
    time_zone: "Europe/Berlin",
    datafeed_name: "Shoes",
    targets: [
      { country: "DE", language: "de" },
      { country: "CH", language: "de" },
    ],
  });
});

test.each(["delete", "fetch"] as const)("--%s takes a datafeed's id", (kind) => {
  expect(datafeedWork({ [kind]: "7" })).toMatchObject({ kind, id: "7" });
  expect(() => datafeedWork({ [kind]: "feed_7" })).toThrow(`--${kind} takes the datafeed's id, a number as the list shows it, not feed_7.`);
});

test.each([
  [{ create: "feed_1", delete: "7" }, "Give --create or --delete, not both."],
  [{ hour: "5" }, "--hour goes with --create."],
  [{ fetch: "7", target: ["DE/de"] }, "--target goes with --create."],
  [{ create: "feed_1", hour: "24" }, "--hour takes an hour from 0 to 23, not 24."],
  [{ create: "feed_1", target: ["DE"] }, "--target takes a country and a language, as in --target DE/de, not DE."],
])("%j is refused: %s", (options, sentence) => {
  expect(() => datafeedWork(options)).toThrow(sentence);
});
