import { describe, expect, test } from "vitest";
import { FeedSettings } from "../../engine/plan/feed-definition.ts";
import { type GateFacts, heldReasons } from "./gate.ts";

/** The documented defaults: 30 % fewer products, 20 % other ids. */
const GUARD = FeedSettings.parse({}).publish_guard;
const LIVE = { included: 100, currencies: ["USD"], identity: "global US", kept: 100, reidentified: 0 };
const SAME: GateFacts = { included: 100, beyondAllowance: 0, currencies: ["USD"], identity: "global US", live: LIVE };

const codes = (facts: GateFacts, guard = GUARD): readonly string[] => heldReasons(facts, guard).map(({ code }) => code);
const live = (changes: Partial<NonNullable<GateFacts["live"]>>) => ({ ...LIVE, ...changes });

describe("the publish guard", () => {
  test.each<[string, GateFacts, readonly string[]]>([
    ["the same file", SAME, []],
    ["a first file", { ...SAME, live: null }, []],
    ["a first file without products", { ...SAME, included: 0, currencies: [], live: null }, ["empty"]],
    ["a file that lost every product: not also a drop", { ...SAME, included: 0, currencies: [] }, ["empty"]],
    ["a file that stays empty", { ...SAME, included: 0, currencies: [], live: live({ included: 0, currencies: [], kept: 0 }) }, ["empty"]],
    ["a drop of exactly the allowed share", { ...SAME, included: 70 }, []],
    ["one product fewer than allowed", { ...SAME, included: 69 }, ["row_count_drop"]],
    ["a drop because the plan allows no more", { ...SAME, included: 25, beyondAllowance: 75 }, []],
    ["a drop beside what the plan takes out", { ...SAME, included: 25, beyondAllowance: 44 }, ["row_count_drop"]],
    ["growth", { ...SAME, included: 10_000 }, []],
    ["products after an empty file", { ...SAME, live: live({ included: 0, currencies: [], kept: 0 }) }, []],
    ["another id for exactly the allowed share", { ...SAME, live: live({ reidentified: 20 }) }, []],
    ["another id for one product more", { ...SAME, live: live({ reidentified: 21 }) }, ["id_change"]],
    ["no product kept: there is no share of ids to tell", { ...SAME, live: live({ kept: 0, reidentified: 0 }) }, []],
    ["another source of ids, even if none changed", { ...SAME, identity: "sku" }, ["identity_change"]],
    [
      "another source of ids that changed them all",
      { ...SAME, identity: "sku", live: live({ reidentified: 100 }) },
      ["identity_change", "id_change"],
    ],
    ["another currency", { ...SAME, currencies: ["EUR"] }, ["currency_change"]],
    ["one more currency", { ...SAME, currencies: ["USD", "EUR"] }, ["currency_change"]],
    ["one currency fewer", { ...SAME, live: live({ currencies: ["USD", "EUR"] }) }, []],
    ["prices that went blank", { ...SAME, currencies: [] }, []],
    ["the first prices", { ...SAME, live: live({ currencies: [] }) }, []],
    [
      "everything at once",
      { ...SAME, included: 1, currencies: ["EUR"], identity: "sku", live: live({ kept: 1, reidentified: 1 }) },
      ["row_count_drop", "identity_change", "id_change", "currency_change"],
    ],
  ])("%s", (_, facts, expected) => {
    expect(codes(facts)).toEqual(expected);
  });

  test("switched off, it holds nothing", () => {
    expect(codes({ ...SAME, included: 0, identity: "sku", currencies: ["EUR"] }, { ...GUARD, enabled: false })).toEqual([]);
  });

  test("goes by the feed's own bounds", () => {
    expect(codes({ ...SAME, included: 99 }, { ...GUARD, max_drop_percent: 0 })).toEqual(["row_count_drop"]);
    expect(codes({ ...SAME, included: 1 }, { ...GUARD, max_drop_percent: 100 })).toEqual([]);
    expect(codes({ ...SAME, live: live({ reidentified: 1 }) }, { ...GUARD, max_id_change_percent: 0 })).toEqual(["id_change"]);
  });

  test("says what happened and what was allowed", () => {
    const [drop] = heldReasons({ ...SAME, included: 42 }, GUARD);
    expect(drop?.message).toBe("The file would hold 42 products instead of 100: 58.0 % fewer, more than the 30 % allowed.");
    expect(drop?.details).toEqual({ before: 100, after: 42, drop_percent: 58, max_drop_percent: 30 });
  });

  test("says what the file would hold, whatever the plan leaves out beside it", () => {
    const [drop] = heldReasons({ ...SAME, included: 25, beyondAllowance: 44 }, GUARD);
    expect(drop?.message).toBe(
      "The file would hold 25 products, and 44 that the plan leaves out, instead of 100: 31.0 % fewer, more than the 30 % allowed.",
    );
    expect(drop?.details).toMatchObject({ before: 100, after: 25, beyond_allowance: 44, drop_percent: 31 });
  });
});
