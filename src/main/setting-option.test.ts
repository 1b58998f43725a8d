import { expect, test } from "vitest";
import { settingsOption } from "./setting-option.ts";

test("settings are read as JSON, and as a text where they are none", () => {
  const written = ["format=rss", "omit_rows_with_errors=true", 'extra_attributes=["margin"]', "feed_label = A=B ", "target_country=null"];
  expect(settingsOption(written)).toEqual({
    format: "rss",
    omit_rows_with_errors: true,
    extra_attributes: ["margin"],
    feed_label: "A=B",
    target_country: null,
  });
});

test.each(["format", "=rss"])("%j is refused with an example", (one) => {
  expect(() => settingsOption([one])).toThrow("--set format=rss");
});

test.each(["2026", "007", "1e5", "-1"])("%j stays a text, because labels and names may be digits", (written) => {
  expect(settingsOption([`feed_label=${written}`])).toEqual({ feed_label: written });
});
