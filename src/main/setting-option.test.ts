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
