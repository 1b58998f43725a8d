import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { perform } from "../../../test/harness/perform.ts";
import type { ShopState } from "../../storefronts/storefront-port.ts";
import { getShop } from "../shops/index.ts";
import { type FeedAnswer, type FurnishedShop, furnishedShop, refusal } from "./additional-feeds.suite.ts";
import { updateFeed } from "./index.ts";

/** What the platform tells of a shop and of our access to it decides on the feeds it may have. The shop is in the United States. */
let furnished: FurnishedShop;
beforeAll(async () => {
  furnished = await furnishedShop("access.example");
});
afterAll(() => furnished[Symbol.asyncDispose]());

let feeds = 0;
let display_name: string;
beforeEach(() => {
  feeds += 1;
  display_name = `Feed no. ${feeds}`;
});

const TOLD: ShopState = {
  timeZone: "America/Denver",
  scopes: ["read_locales", "read_products", "read_translations"],
  languages: { primary: "en", published: ["en", "es"] },
  markets: [
    { handle: "homeland", country: "US" },
    { handle: "kingdom", country: "GB" },
    { handle: "continent", country: null },
  ],
};
const told = (state: Partial<ShopState>) => furnished.extract({ claims: { shop: { ...TOLD, ...state } } });
const language = (locale: string) => furnished.create({ feed_type: "language", display_name, locale });
const market = (target_market: string | null) => furnished.create({ feed_type: "market", display_name, target_market });

describe("a shop", () => {
  test("is what its platform said last; what our access no longer tells stays as it was", async () => {
    const shop = () => perform(furnished.real.services, furnished.shop, getShop);
    await told({});
    expect(await shop()).toMatchObject({ time_zone: "America/Denver", primary_locale: "en", languages: ["en", "es"] });
    await told({ scopes: ["read_products"], languages: null, markets: null });
    expect(await shop()).toMatchObject({ languages: ["en", "es"] });
    await told({ languages: { primary: "es", published: ["es"] } });
    expect(await shop()).toMatchObject({ primary_locale: "es", languages: ["es"] });
  });
});

describe("a language feed", () => {
  test("needs the scope for translations, and the refusal says which one to grant", async () => {
    await told({ scopes: ["read_products", "read_locales"] });
    const error = await refusal(language("es"));
    expect([error.code, error.message]).toEqual(["translation_scope_missing", expect.stringContaining("scope read_translations")]);
    expect(error).toMatchObject({ param: "/feed_type", details: [{ param: "/feed_type" }] });
    await told({});
    expect(await language("es")).toMatchObject({ locale: "es" });
  });

  test("is of a language that the shop publishes besides its primary one, and the refusal names those", async () => {
    await told({});
    for (const locale of ["ja", "en"]) {
      const error = await refusal(language(locale));
      expect([error.code, error.message]).toEqual(["invalid_param", expect.stringContaining("Choose one of es.")]);
      expect(error).toMatchObject({ param: "/locale", details: [{ param: "/locale" }] });
    }
    await told({ languages: { primary: "en", published: ["en"] } });
    expect((await refusal(language("es"))).message).toContain("en is the only language the shop publishes");
  });

  test("is refused before the platform has said what we may read, and to a shop that comes from an export", async () => {
    const setShop = (storefront: "csv" | "shopify", scopes: string[] | null) =>
      furnished.database.db
        .updateTable("shops")
        .set({ storefront, access_scopes: scopes })
        .where("id", "=", furnished.shop.shopId)
        .execute();
    await setShop("shopify", null);
    const unasked = await refusal(language("nl"));
    expect([unasked.code, unasked.message]).toEqual(["translation_scope_missing", expect.stringContaining("full extract")]);
    await setShop("csv", null);
    const exported = await refusal(furnished.create({ feed_type: "language", display_name, locale: "nl", colour: 1 }));
    expect([exported.code, exported.message]).toEqual(["translation_scope_missing", expect.stringContaining("export has no translations")]);
    await setShop("shopify", [...TOLD.scopes]);
  });
});

describe("a market feed", () => {
  test("aims at a market by its handle, in any case; its country is the market's where that is one", async () => {
    await told({});
    expect(await market("Kingdom")).toMatchObject({ target_market: "KINGDOM", target_country: "GB" });
    display_name = "A continent";
    const { id, target_country } = await market("continent");
    expect(target_country).toBe("US");
    const moved = furnished.ask<FeedAnswer>(updateFeed, id, { body: { target_market: "kingdom" } });
    expect(await moved).toMatchObject({ target_market: "KINGDOM", target_country: "US" });
  });

  test("aims at no market there is not, and is told which there are; without access to them only at countries", async () => {
    await told({});
    const error = await refusal(market("empire"));
    expect([error.code, error.message]).toEqual(["invalid_param", expect.stringContaining("homeland, kingdom, continent")]);
    await told({ scopes: ["read_products"], markets: null });
    expect(await refusal(market("kingdom"))).toMatchObject({ code: "invalid_param" });
    expect(await market("gb")).toMatchObject({ target_market: "GB", target_country: "GB" });
  });

  const countries = (...codes: readonly string[]) => codes.map((code) => ({ code, currency: "EUR" }));
  const PLACES = [
    { handle: "homeland", country: "US", countries: [{ code: "US", currency: "USD" }] },
    { handle: "continent", country: null, countries: countries("DE", "FR") },
  ];

  test("of a market with several countries is for its first, or for the one it names, in that country's currency", async () => {
    await told({ markets: PLACES });
    expect(await market("continent")).toMatchObject({ target_market: "CONTINENT", target_country: "DE", currency: "EUR" });
    display_name = "France";
    const body = { feed_type: "market", display_name, target_market: "continent", target_country: "fr" };
    const { id, target_country } = await furnished.create(body);
    expect(target_country).toBe("FR");
    const moved = await furnished.ask<FeedAnswer>(updateFeed, id, { body: { target_market: "homeland" } });
    expect(moved).toMatchObject({ target_country: "US", currency: "USD" });
  });

  test("for a country in no active market is refused, and the refusal names the markets", async () => {
    await told({ markets: PLACES });
    const error = await refusal(market("SE"));
    expect([error.code, error.message]).toEqual(["invalid_param", expect.stringContaining("homeland (US) and continent (DE and FR)")]);
    expect(error).toMatchObject({ param: "/target_market" });
    const { id } = await market("FR");
    expect(await refusal(furnished.ask(updateFeed, id, { body: { target_market: "SE" } }))).toMatchObject({ code: "invalid_param" });
  });

  test.each([null, "us", "homeland"])("of the shop's own market (%s) has the shop's prices", async (own) => {
    await told({});
    const { id, target_country } = await market(own);
    expect(target_country).toBe("US");
    await furnished.run(id);
    expect(await furnished.rows(id)).toEqual({ "1001": null, "1002": null, "1003": null, "1004": null, "1005": null });
    expect(await furnished.latestRun(id)).toMatchObject({ status: "completed", publication: "live", included_count: 5 });
  });

  test("of another market, whatever it is called, has no price there until the platform tells one", async () => {
    await told({});
    const { id } = await market("kingdom");
    await furnished.run(id);
    expect(await furnished.reasons(id)).toEqual({ "No price for KINGDOM": 5 });
    expect(await furnished.latestRun(id)).toMatchObject({ status: "completed", publication: "held" });
  });
});
