import { expect, test } from "vitest";
import { type CatalogOutcome, type FeedOutcome, outcomeFacts, outcomeText } from "./outcome-text.ts";

const LIVE: FeedOutcome = {
  feed_id: "feed_1",
  name: "Primary feed",
  run_id: "run_1",
  publication: "live",
  included_count: 1_203,
  excluded_count: 2,
  excluded_reasons: [
    { reason: "Draft in the shop", count: 1 },
    { reason: "Gift card", count: 1 },
  ],
  held_reasons: [],
};
const HELD: FeedOutcome = {
  ...LIVE,
  feed_id: "feed_2",
  name: "Canada",
  run_id: "run_2",
  publication: "held",
  included_count: 0,
  excluded_count: 231,
  excluded_reasons: Array.from({ length: 21 }, (_, at) => ({ reason: `Reason ${at}`, count: 21 - at })),
  held_reasons: [{ code: "empty", message: "The file would have no products.", details: {} }],
};
const WARNING = { code: "price_unreadable", count: 3, message: "Prices that aren't numbers, left blank: 3. The first is on line 5." };
const OUTCOME: CatalogOutcome = {
  extract_id: "ext_1",
  status: "completed",
  extracted_products: 1,
  extracted_variants: 1_205,
  warnings: [],
  feeds: [LIVE],
};

test("the terminal shows what was extracted, included and excluded, and that the file is live", () => {
  expect(outcomeText(OUTCOME)).toBe(
    [
      "Extracted 1 product, 1,205 variants.",
      "",
      "Primary feed (feed_1, run_1): live",
      "  1,203 included, 2 excluded:",
      "    1 Draft in the shop",
      "    1 Gift card",
      "",
    ].join("\n"),
  );
});

test("the terminal shows every warning, and of a held feed why it is held and what to do", () => {
  const text = outcomeText({ ...OUTCOME, warnings: [WARNING], feeds: [LIVE, HELD] });
  expect(text).toContain(`\n\nWarnings:\n  - ${WARNING.message}\n\nPrimary feed`);
  expect(text.slice(text.indexOf("Canada"))).toBe(
    [
      "Canada (feed_2, run_2): held: The file would have no products.",
      "  0 included, 231 excluded:",
      ...Array.from({ length: 20 }, (_, at) => `    ${21 - at} Reason ${at}`),
      "    1 for other reasons",
      "  This file isn't published. The feed URL still serves the last good file, if there is one.",
      "  See what changed:  feedwright runs diff --feed feed_2 --run run_2",
      "  Publish it anyway: feedwright runs publish --feed feed_2 --run run_2",
      "  Or discard it:     feedwright runs discard --feed feed_2 --run run_2",
      "",
    ].join("\n"),
  );
});

test("the JSON form has the primary feed's counts at the top, and says held where any feed is held", () => {
  expect(outcomeFacts({ ...OUTCOME, warnings: [WARNING], feeds: [LIVE, HELD] })).toEqual({
    extract_id: "ext_1",
    status: "completed",
    extracted_products: 1,
    extracted_variants: 1_205,
    warnings: [WARNING],
    publication: "held",
    included_count: 1_203,
    excluded_count: 2,
    excluded_reasons: LIVE.excluded_reasons,
    held_reasons: [],
    feeds: [LIVE, HELD],
  });
  expect(outcomeFacts(OUTCOME).publication).toBe("live");
});
