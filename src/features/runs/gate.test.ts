import { describe, expect, test } from "vitest";
import { FeedSettings } from "../../engine/plan/feed-definition.ts";
import { type GateFacts, heldReasons } from "./gate.ts";

type Live = NonNullable<GateFacts["live"]>;

/** The documented defaults: 30 % fewer products, 20 % other ids, 5 times the price. */
const GUARD = FeedSettings.parse({}).publish_guard;
const LIVE: Live = {
  included: 100,
  currencies: ["USD"],
  identity: "global US",
  repeatedIds: 0,
  barePrices: 0,
  blankPrices: 0,
  ids: { before: 100, after: 100, gone: 0, added: 0, unknown: 0 },
  prices: { matchedBefore: 20, matchedAfter: 20, before: 20, after: 20, soldBefore: 15, soldAfter: 15 },
};
const SAME: GateFacts = {
  included: 100,
  beyondAllowance: 0,
  currencies: ["USD"],
  identity: "global US",
  repeatedIds: 0,
  barePrices: 0,
  blankPrices: 0,
  live: LIVE,
};
const EMPTY: Live = { ...LIVE, included: 0, currencies: [], ids: { before: 0, after: 100, gone: 0, added: 100, unknown: 100 } };

const codes = (facts: GateFacts, guard = GUARD): readonly string[] => heldReasons(facts, guard).map(({ code }) => code);
const live = (changes: Partial<Live>): Live => ({ ...LIVE, ...changes });
/** A file after `gone` ids went and `added` came; of these, `unknown` were never in the live run, not even excluded. */
const changed = (gone: number, added: number, { before = 100, unknown = added } = {}): GateFacts => {
  const after = before - gone + added;
  return { ...SAME, included: after, live: live({ included: before, ids: { before, after, gone, added, unknown } }) };
};
const priced = (matchedBefore: number, matchedAfter: number): GateFacts => ({
  ...SAME,
  live: live({ prices: { ...LIVE.prices, matchedBefore, matchedAfter } }),
});

const sold = (soldBefore: number, soldAfter: number): GateFacts => ({
  ...SAME,
  live: live({ prices: { ...LIVE.prices, soldBefore, soldAfter } }),
});

describe("the publish guard", () => {
  test.each<[string, GateFacts, readonly string[]]>([
    ["the same file", SAME, []],
    ["a first file", { ...SAME, live: null }, []],
    ["a first file whose ids repeat and whose prices lack a currency", { ...SAME, repeatedIds: 9, barePrices: 9, live: null }, []],
    [
      "a file that can't be compared, because the live run's rows are damaged",
      { ...SAME, live: null, unreadable: true },
      ["live_run_damaged"],
    ],
    ["a first file without products", { ...SAME, included: 0, currencies: [], live: null }, ["empty"]],
    ["a file that lost every product: not also a drop", { ...changed(100, 0), currencies: [] }, ["empty"]],
    ["a file that stays empty", { ...SAME, included: 0, currencies: [], live: EMPTY }, ["empty"]],
    ["a drop of exactly the allowed share", changed(30, 0), []],
    ["one product fewer than allowed", changed(31, 0), ["row_count_drop"]],
    ["a drop because the plan allows no more", { ...SAME, included: 25, beyondAllowance: 75 }, []],
    ["a drop beside what the plan takes out", { ...SAME, included: 25, beyondAllowance: 44 }, ["row_count_drop"]],
    ["products after an empty file", { ...SAME, live: EMPTY }, []],
    ["another source of ids, even if none changed", { ...SAME, identity: "sku" }, ["identity_change"]],
    ["another source of ids that changed them all", { ...changed(100, 100), identity: "sku" }, ["identity_change", "id_change"]],
    ["another currency", { ...SAME, currencies: ["EUR"] }, ["currency_change"]],
    ["one more currency", { ...SAME, currencies: ["USD", "EUR"] }, ["currency_change"]],
    ["one currency fewer", { ...SAME, live: live({ currencies: ["USD", "EUR"] }) }, []],
    ["prices that went blank", { ...SAME, currencies: [] }, ["currency_missing"]],
    ["as many blank prices as the allowed share", { ...SAME, blankPrices: 30 }, []],
    ["more blank prices than that, while others stay", { ...SAME, blankPrices: 31 }, ["currency_missing"]],
    ["as many blank prices as before", { ...SAME, blankPrices: 90, live: live({ blankPrices: 90 }) }, []],
    ["the first prices", { ...SAME, live: live({ currencies: [] }) }, []],
    [
      "everything at once",
      { ...changed(100, 10), currencies: ["EUR"], identity: "sku", repeatedIds: 3, barePrices: 2 },
      ["row_count_drop", "identity_change", "id_change", "currency_change", "currency_missing", "duplicate_ids"],
    ],
  ])("%s", (_, facts, expected) => {
    expect(codes(facts)).toEqual(expected);
  });

  test("switched off, it holds nothing", () => {
    expect(codes({ ...SAME, included: 0, identity: "sku", currencies: ["EUR"] }, { ...GUARD, enabled: false })).toEqual([]);
    expect(codes({ ...changed(100, 100), repeatedIds: 3, barePrices: 2 }, { ...GUARD, enabled: false })).toEqual([]);
  });

  test("goes by the feed's own bounds", () => {
    expect(codes(changed(1, 0), { ...GUARD, max_drop_percent: 0 })).toEqual(["row_count_drop"]);
    expect(codes(changed(99, 0), { ...GUARD, max_drop_percent: 100 })).toEqual([]);
    expect(codes(changed(1, 1), { ...GUARD, max_id_change_percent: 0 })).toEqual(["id_change"]);
    expect(codes(changed(100, 100), { ...GUARD, max_id_change_percent: 100, max_drop_percent: 100 })).toEqual([]);
    expect(codes(priced(20, 41), { ...GUARD, max_price_factor: 2 })).toEqual(["price_change"]);
    expect(codes(priced(20, 4_000), { ...GUARD, max_price_factor: 200 })).toEqual([]);
  });

  test("says what happened and what was allowed", () => {
    const [drop] = heldReasons(changed(58, 0), GUARD);
    expect(drop?.message).toBe("The file would have 42 products instead of 100, which is 58.0 % fewer. At most 30 % is allowed.");
    expect(drop?.details).toEqual({ before: 100, after: 42, drop_percent: 58, max_drop_percent: 30 });
  });

  test("says of an empty file that its collection is gone", () => {
    const lost = { ...SAME, included: 0, currencies: [], lostCollection: { id: null, title: "Summer" } };
    const [reason] = heldReasons(lost, GUARD);
    expect(reason).toEqual({
      code: "empty",
      message:
        "The file would have no products, because the shop no longer has the collection Summer. Restore the collection, or create a feed from another one.",
      details: { before: 100, after: 0, collection_title: "Summer" },
    });
  });

  test("says what the file would hold, whatever the plan leaves out beside it", () => {
    const [drop] = heldReasons({ ...SAME, included: 25, beyondAllowance: 44 }, GUARD);
    expect(drop?.message).toBe(
      "The file would have 25 products, plus 44 excluded by the plan's limit, instead of 100, which is 31.0 % fewer. At most 30 % is allowed.",
    );
    expect(drop?.details).toMatchObject({ before: 100, after: 25, beyond_allowance: 44, drop_percent: 31 });
  });
});

describe("ids that come and go are held by their share, whatever the net count", () => {
  test.each<[string, GateFacts, readonly string[]]>([
    ["the export of another shop, larger than this one", changed(21, 27, { before: 21 }), ["id_change"]],
    ["the export of another shop, smaller than this one", changed(100, 40), ["row_count_drop", "id_change"]],
    ["an export whose options are spelled otherwise", changed(552, 552, { before: 663 }), ["id_change"]],
    ["exactly the allowed share replaced", changed(20, 20), []],
    ["one product more replaced", changed(21, 21), ["id_change"]],
    ["a few products, all replaced", changed(3, 3, { before: 3 }), ["id_change"]],
    ["as many rows as before, and other ones, because a rule was turned round", changed(40, 40, { unknown: 0 }), ["id_change"]],
    ["more ids gone than a drop may take, where new ones fill up the count", changed(35, 10), ["id_change"]],
    ["a quarter gone, which a drop may take, and a few new", changed(25, 5), []],
    ["a quarter of the file new beside all that was there", changed(0, 34), ["id_change"]],
    ["growth of a fifth of the file", changed(0, 25), []],
    ["growth by rows that the merchant's own rules had left out", changed(0, 900, { unknown: 0 }), []],
    ["growth of a shop that is still being filled", changed(0, 300, { before: 9 }), []],
    ["growth of a shop that has ten products", changed(0, 300, { before: 10 }), ["id_change"]],
  ])("%s", (_, facts, expected) => {
    expect(codes(facts)).toEqual(expected);
  });

  test("the reason gives both counts, both shares and the bound", () => {
    const [reason] = heldReasons(changed(552, 552, { before: 663 }), GUARD);
    expect(reason?.message).toBe(
      "552 of 663 ids (83.3 %) would be new and 552 of the 663 ids served now (83.3 %) would disappear. At most 20 % is allowed.",
    );
    expect(reason?.details).toEqual({
      ...{ before: 663, after: 663, new: 552, gone: 552 },
      ...{ new_percent: 83.3, gone_percent: 83.3, max_id_change_percent: 20 },
    });
    expect(heldReasons(changed(35, 10), GUARD)[0]).toMatchObject({ details: { max_drop_percent: 30 } });
  });
});

describe("prices", () => {
  test.each<[string, GateFacts, readonly string[]]>([
    ["five times as high", priced(20, 100), []],
    ["more than five times as high", priced(20, 100.01), ["price_change"]],
    ["a fifth", priced(20, 4), []],
    ["less than a fifth: cents taken for units", priced(20, 0.2), ["price_change"]],
    ["of 0", priced(20, 0), ["price_change"]],
    ["below 0", priced(20, -20), ["price_change"]],
    ["sale prices a fifth as high", sold(15, 3), []],
    ["sale prices less than a fifth, beside the same prices", sold(15, 0.15), ["price_change"]],
    ["sale prices of 0", sold(15, 0), ["price_change"]],
    ["sale prices below 0", sold(15, -0.5), ["price_change"]],
    ["some that lost their currency", { ...SAME, barePrices: 1 }, ["currency_missing"]],
    ["as many without a currency as before", { ...SAME, barePrices: 7, live: live({ barePrices: 7 }) }, []],
  ])("%s", (_, facts, expected) => {
    expect(codes(facts)).toEqual(expected);
  });

  test("of files without a common product are compared as a whole, within one currency", () => {
    const prices = { matchedBefore: null, matchedAfter: null, before: 20, after: 2_000, soldBefore: null, soldAfter: null };
    const replaced = { ...SAME, live: live({ prices }) };
    expect(codes(replaced)).toEqual(["price_change"]);
    expect(codes({ ...replaced, currencies: ["JPY"] })).toEqual(["currency_change"]);
    expect(codes({ ...replaced, live: live({ prices: { ...prices, after: null } }) })).toEqual([]);
  });

  test("of 0 or below are told without a factor, and selling prices by their name", () => {
    expect(heldReasons(priced(30, 0), GUARD)).toEqual([
      {
        code: "price_change",
        message: "The median price of products in both files would be 0 instead of 30.",
        details: { before: 30, after: 0, max_price_factor: 5 },
      },
    ]);
    expect(heldReasons(priced(30, -34.5), GUARD)[0]?.message).toBe(
      "The median price of products in both files would be -34.5 instead of 30.",
    );
    expect(heldReasons(sold(20, 0.2), GUARD)[0]?.message).toBe(
      "The median selling price of products in both files would be 0.2 instead of 20, which is 100 times lower. At most a factor of 5 is allowed.",
    );
  });

  test("are told with the median before and after and the factor", () => {
    const [reason] = heldReasons(priced(33.9, 3_390), GUARD);
    expect(reason?.message).toBe(
      "The median price of products in both files would be 3390 instead of 33.9, which is 100 times higher. At most a factor of 5 is allowed.",
    );
    expect(reason?.details).toEqual({ before: 33.9, after: 3_390, factor: 100, max_price_factor: 5 });
  });

  test("without a currency are told by their number", () => {
    const [reason] = heldReasons({ ...SAME, currencies: [], barePrices: 80 }, GUARD);
    expect(reason?.message).toBe("80 of 100 products would have a price without a currency, compared with 0 now.");
  });
});

test("a repeated id holds a file once: after a person has published it, only further ones do", () => {
  const [reason] = heldReasons({ ...SAME, repeatedIds: 3 }, GUARD);
  expect(reason).toEqual({
    code: "duplicate_ids",
    message: "3 rows repeat the id of an earlier row, compared with 0 in the file being served.",
    details: { before: 0, after: 3 },
  });
  expect(codes({ ...SAME, repeatedIds: 3, live: live({ repeatedIds: 3 }) })).toEqual([]);
  expect(codes({ ...SAME, repeatedIds: 4, live: live({ repeatedIds: 3 }) })).toEqual(["duplicate_ids"]);
});
