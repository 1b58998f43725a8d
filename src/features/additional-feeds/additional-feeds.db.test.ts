import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { perform } from "../../../test/harness/perform.ts";
import { testShop } from "../../../test/harness/shop-fixture.ts";
import { listen, toldEvents } from "../../../test/harness/told-events.ts";
import { changeColumnMappings } from "../columns/index.ts";
import { changeExtraColumns } from "../extra-columns/index.ts";
import { findFeed, findPublicFile, getFeed, listFeeds } from "../feeds/index.ts";
import { createRule, deleteRule, listRuleRows } from "../rules/index.ts";
import { regenerateFeed } from "../runs/index.ts";
import { changeSettings } from "../settings/index.ts";
import { type FeedAnswer, feedNumber, type FurnishedShop, furnishedShop, refusal } from "./additional-feeds.suite.ts";
import { activateFeed, createFeed, deactivateFeed, updateFeed } from "./index.ts";

let furnished: FurnishedShop;
beforeAll(async () => {
  furnished = await furnishedShop("feeds.example");
});
afterAll(() => furnished[Symbol.asyncDispose]());

let labels = 0;
/** A market feed of Canada, of a name of its own. */
const market = (more: object = {}) => {
  labels += 1;
  return furnished.create({ feed_type: "market", display_name: `Feed no. ${labels}`, target_market: "CA", ...more });
};
/** A language feed, of a name of its own. */
const language = (locale: string, more: object = {}) => {
  labels += 1;
  return furnished.create({ ...LANGUAGE, display_name: `Feed no. ${labels}`, locale, ...more });
};
const update = (id: string, body: object, query: Readonly<Record<string, string>> = {}) =>
  furnished.ask<FeedAnswer>(updateFeed, id, { body, query });
const deactivate = (id: string) => furnished.ask(deactivateFeed, id);
const activate = (id: string) => furnished.ask<FeedAnswer>(activateFeed, id);
const setPlan = (plan: "free" | "starter" | "growth" | "premium") =>
  furnished.database.db.updateTable("shops").set({ subscription_plan: plan }).where("id", "=", furnished.shop.shopId).execute();
const includedOf = (rows: Readonly<Record<string, string | null>>) => Object.keys(rows).filter((row) => rows[row] === null);
const primary = () => `feed_${furnished.primaryId}`;
const MARKET = { feed_type: "market", display_name: "A market" };
const LANGUAGE = { feed_type: "language", display_name: "A language" };

describe("a new feed is refused", () => {
  test.each([
    ["label_required", {}],
    ["label_required", { feed_type: "market" }],
    ["label_required", { ...MARKET, display_name: " \t " }],
    ["label_required", { ...MARKET, display_name: 7 }],
    ["label_required", { ...MARKET, display_name: "\u00A0\u200B" }],
    ["label_required", { ...MARKET, display_name: "\u200D\uFEFF\u2060\u00AD\u3164\u034F" }],
    ["invalid_feed_type", { display_name: "x" }],
    ["invalid_feed_type", { ...MARKET, feed_type: "primary" }],
    ["invalid_feed_type", { ...MARKET, feed_type: ["market"] }],
    ["locale_invalid", LANGUAGE],
    ["locale_invalid", { ...LANGUAGE, locale: null }],
    ["locale_invalid", { ...LANGUAGE, locale: "" }],
    ["locale_invalid", { ...LANGUAGE, locale: "english" }],
    ["locale_invalid", { ...LANGUAGE, locale: "en_US" }],
    ["locale_invalid", { ...LANGUAGE, locale: "xx" }],
    ["locale_invalid", { ...LANGUAGE, locale: "und" }],
    ["locale_invalid", { ...LANGUAGE, locale: "de-XX" }],
    ["locale_invalid", { ...LANGUAGE, locale: "fr-u-ca-buddhist" }],
    ["locale_invalid", { ...MARKET, locale: "../x" }],
    ["invalid_param", { ...MARKET, target_market: "ZZ" }],
    ["invalid_param", { ...MARKET, target_market: "" }],
    ["invalid_param", { ...MARKET, target_market: "Atlantis" }],
    ["invalid_param", { ...MARKET, target_market: 1 }],
    ["invalid_param", { ...MARKET, target_country: "USA" }],
    ["collection_not_found", { ...MARKET, product_selection_mode: "collection" }],
    ["collection_not_found", { ...MARKET, product_selection_mode: "collection", selected_collection_title: " " }],
    ["collection_not_found", { ...MARKET, product_selection_mode: "collection", selected_collection_title: "Sal" }],
    ["collection_not_found", { ...MARKET, product_selection_mode: "collection", selected_collection_title: "Sale, Shoes" }],
    [
      "collection_not_found",
      {
        ...MARKET,
        product_selection_mode: "collection",
        selected_collection_title: "Sale",
        selected_collection_id: "gid://shopify/Collection/1",
      },
    ],
    ["validation_failed", { ...MARKET, product_selection_mode: "some" }],
    ["validation_failed", { ...MARKET, selected_collection_title: "Sale" }],
    ["validation_failed", { ...MARKET, locale: "fr" }],
    ["validation_failed", { ...LANGUAGE, locale: "fr", target_market: "CA" }],
    ["validation_failed", { ...MARKET, colour: "red" }],
    ["validation_failed", { ...MARKET, display_name: "x".repeat(256) }],
    ["validation_failed", { ...MARKET, display_name: "two\nlines" }],
  ])("with %s for %j", async (code, body) => {
    const error = await refusal(furnished.create(body));
    expect(error).toMatchObject({ code });
    expect(error.details.length).toBeGreaterThan(0);
  });

  test.each([
    ["label_required", "/display_name", { feed_type: "market" }],
    ["label_required", "/display_name", { feed_type: "market", display_name: null }],
    ["invalid_feed_type", "/feed_type", { display_name: "x", feed_type: null }],
    ["locale_invalid", "/locale", LANGUAGE],
    ["locale_invalid", "/locale", { ...LANGUAGE, locale: null }],
  ])("with %s, whose detail says that %s is missing: %j", async (code, param, body) => {
    expect(await refusal(furnished.create(body))).toMatchObject({ code, param, details: [{ param, code: "missing_param" }] });
  });

  test("with its specific code where other members are wrong too", async () => {
    const wrong = { colour: "red", product_selection_mode: 7 };
    expect(await refusal(furnished.create({ ...wrong, feed_type: "market" }))).toMatchObject({ code: "label_required" });
    expect(await refusal(furnished.create({ ...wrong, ...LANGUAGE }))).toMatchObject({ code: "locale_invalid" });
    expect(await refusal(furnished.create({ ...wrong, ...MARKET, target_market: "ZZ" }))).toMatchObject({ code: "invalid_param" });
    const all = await refusal(furnished.create({ ...wrong, ...MARKET }));
    expect(all.details.map(({ param, code }) => [param, code])).toEqual([
      ["/product_selection_mode", "invalid_param"],
      ["/colour", "unknown_param"],
    ]);
  });

  test.each(["free", "starter"] as const)("on the plan %s, which names those that have it; so is the activation of one", async (plan) => {
    const { id } = await market();
    await deactivate(id);
    await setPlan(plan);
    const refused = [await refusal(furnished.create({ ...MARKET, colour: "red" })), await refusal(activate(id))];
    await setPlan("growth");
    for (const error of refused) {
      expect(error.code).toBe("plan_upgrade_required");
      expect(error.message).toContain("Growth or Premium");
    }
    expect(await activate(id)).toMatchObject({ active: true });
  });

  test("in a collection of a shop without a snapshot", async () => {
    const { shop } = await testShop(furnished.database.db);
    const asked = perform(furnished.real.services, shop, createFeed, {
      body: { ...MARKET, product_selection_mode: "collection", selected_collection_title: "Sale" },
    });
    expect(await refusal(asked)).toMatchObject({ code: "collection_not_found" });
  });
});

describe("the file of a new feed", () => {
  const slugOfNew = async (display_name: string) => (await market({ display_name })).slug;

  test.each([
    ["Canada Feed", "canada-feed"],
    ["  Été à Köln & №5 ½ ", "ete-a-koln-no5-1-2"],
    ["🇨🇦 Kanada 🎉", "kanada"],
    ["ＦＵＬＬ Width", "full-width"],
    ["--a__b//c--", "a-b-c"],
    ["long ".repeat(40).trim(), "long-".repeat(12).slice(0, -1)],
    [`${"a".repeat(59)} b`, "a".repeat(59)],
  ])("of %j is named %s", async (label, slug) => {
    expect(await slugOfNew(label)).toBe(slug);
  });

  test.each(["Лето 🌞", "???", "🎉", "ひらがな"])("of %j, which has no such letter, is named after its number", async (label) => {
    const { id, slug } = await market({ display_name: label });
    expect(slug).toBe(id.replace("feed_", "feed-"));
    expect(await findFeed(furnished.shop, feedNumber(id))).toMatchObject({ file_name: `gmcfeed-${slug}.txt`, display_name: label });
  });

  test("is another than that of any feed, inactive ones and languages too", async () => {
    const { id } = await market({ display_name: "Once" });
    expect(await refusal(market({ display_name: "ONCE!" }))).toMatchObject({ code: "slug_conflict" });
    await deactivate(id);
    const taken = await refusal(market({ display_name: "once", colour: 1 }));
    expect(taken.code).toBe("slug_conflict");
    expect(taken.message).toContain("inactive feed Once");
    await language("FR");
    expect(await refusal(market({ display_name: "fr" }))).toMatchObject({ code: "slug_conflict" });
    expect(await refusal(language("fr"))).toMatchObject({ code: "slug_conflict" });
    await market({ display_name: "de" });
    expect(await refusal(language("de"))).toMatchObject({ code: "slug_conflict" });
    expect(await language("pt-br")).toMatchObject({ locale: "pt-BR" });
  });

  test("has a slug that no other feed has, of whatever type, though their files differ", async () => {
    expect(await refusal(market({ display_name: "Primary" }))).toMatchObject({ code: "slug_conflict" });
    expect(await language("es", { display_name: "Español" })).toMatchObject({ slug: "espanol" });
    const taken = await refusal(market({ display_name: "Espanol" }));
    expect([taken.code, taken.message]).toEqual([
      "slug_conflict",
      expect.stringContaining("The feed Español already uses the slug espanol"),
    ]);
    await market({ display_name: "Canada Feed" }).catch(() => undefined);
    expect(await refusal(language("nl", { display_name: "canada feed!" }))).toMatchObject({
      code: "slug_conflict",
      param: "/display_name",
    });
    const { id } = await market({ display_name: "???" });
    const next = `feed-${Number(id.replace("feed_", "")) + 2}`;
    await market({ display_name: next });
    expect(await refusal(market({ display_name: "???" }))).toMatchObject({ code: "slug_conflict" });
  });

  test("is one feed's where two people want it at once", async () => {
    const made = await Promise.allSettled([1, 2, 3].map(() => market({ display_name: "Wanted" })));
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("a new feed", () => {
  test("aims at the market it names, in upper case, or at the shop's country; its country is the market's", async () => {
    const aims = async (members: object) => {
      const { target_market: aimed, target_country: country } = await market(members);
      return [aimed, country];
    };
    expect(await aims({ target_market: " ca " })).toEqual(["CA", "CA"]);
    expect(await aims({ target_market: "canada" })).toEqual(["CANADA", "CA"]);
    expect(await aims({ target_market: "gb", target_country: "ie" })).toEqual(["GB", "IE"]);
    expect(await aims({ target_market: null })).toEqual(["US", "US"]);
    expect(await language("it", { target_country: "ch" })).toMatchObject({
      feed_type: "language",
      locale: "it",
      target_market: null,
      target_country: "CH",
    });
  });

  test("has the primary feed's mapping, settings, guard and columns, none of its rules, and is its first version", async () => {
    const of = { feed_id: primary() };
    const change = (operation: typeof changeSettings, body: object) =>
      perform(furnished.real.services, furnished.shop, operation, { path: of, body });
    await change(changeExtraColumns, { extra_columns: ["season"] });
    await change(changeColumnMappings, { mappings: { season: '=[D]vendor & "!"', gtin: null } });
    await change(changeSettings, { seo: true, publish_guard: { max_drop_percent: 7 } });
    await change(createRule, { rule: { type: "set_value", target: "brand", value: "Acme" } });
    const { id } = await market();
    const [made, from] = [await findFeed(furnished.shop, feedNumber(id)), await findFeed(furnished.shop, furnished.primaryId)];
    for (const member of ["settings", "mappings", "mapping_lookups", "extra_columns"] as const)
      expect(made?.[member]).toEqual(from?.[member]);
    expect(made).toMatchObject({ definition_version: 1, product_selection_mode: "all", selected_collection_title: null });
    const { rows } = await furnished.database.pool.query("select summary, rules, settings from feed_versions where feed_id = $1", [
      made?.id,
    ]);
    expect(rows).toEqual([{ summary: "Created the feed.", rules: [], settings: from?.settings }]);
  });

  test("starts with copies of the primary feed's rules, inactive ones too and in the same order, where it is asked to", async () => {
    const ofPrimary = { feed_id: String(furnished.primaryId) };
    const rulesOf = async (feed: string) =>
      (await listRuleRows(furnished.shop, feedNumber(feed))).map(({ position, rule_type: type, definition, active }) => ({
        ...{ position, type, definition, active },
      }));
    const rule = (more: object) => perform(furnished.real.services, furnished.shop, createRule, { path: ofPrimary, body: { rule: more } });
    await perform(furnished.real.services, furnished.shop, changeExtraColumns, { path: ofPrimary, body: { extra_columns: ["season"] } });
    await rule({ type: "set_value", target: "season", value: "Winter" });
    await rule({ type: "set_value", target: "brand", value: "Off", active: false });
    const wanted = await rulesOf(primary());
    await listen(furnished.shop);
    const heard = (await toldEvents(furnished.shop)).length;

    const { id, version } = await market({ inherit_rules: true });
    expect(version).toBe(1);
    expect(await rulesOf(id)).toEqual(wanted);
    const rows = await listRuleRows(furnished.shop, feedNumber(id));
    const ids = rows.map((row) => `rule_${row.id}`);
    expect((await toldEvents(furnished.shop)).slice(heard).filter(({ event }) => event === "rules.changed")).toMatchObject([
      { data: { action: "replaced", feed_id: id, rule: null, rule_ids: ids } },
    ]);
    const kept = await furnished.database.pool.query("select cardinality(rules) as rules from feed_versions where feed_id = $1", [
      feedNumber(id),
    ]);
    expect(kept.rows).toEqual([{ rules: wanted.length }]);
    await furnished.run(id);
    expect(await furnished.latestRun(id)).toMatchObject({ status: "completed" });

    await perform(furnished.real.services, furnished.shop, deleteRule, { path: { feed_id: id, id: ids[0] ?? "" } });
    expect(await rulesOf(primary())).toEqual(wanted);
    const without = await market({ inherit_rules: false });
    expect(await rulesOf(without.id)).toEqual([]);
    const refused = await refusal(market({ inherit_rules: "yes" }));
    expect([refused.code, refused.details[0]?.param]).toEqual(["validation_failed", "/inherit_rules"]);
  });

  test("of a market the shop has no prices for excludes every row, and its run is held", async () => {
    const { id } = await market({ target_market: "GB" });
    await furnished.run(id);
    expect(await furnished.reasons(id)).toEqual({ "No price for GB": 5 });
    expect(await furnished.latestRun(id)).toMatchObject({ status: "completed", publication: "held", included_count: 0 });
  });

  test("of a market named after a country has that country's currency, and its prices are written in it", async () => {
    const { id, currency } = await market({ target_market: "Kanada" });
    expect(currency).toBe("CAD");
    await furnished.run(id);
    expect(await furnished.fields(id, "price")).toMatchObject({ "1001": "11.00 CAD", "1002": "12.00 CAD", "1004": "" });
  });

  test("of a market of no one country has no prices until a setting says their currency, and each row says so", async () => {
    const { id, currency } = await market({ target_market: "Nordics" });
    expect(currency).toBeNull();
    await furnished.run(id);
    expect(await furnished.reasons(id)).toEqual({ "Currency of market Nordics unknown: set market_currency": 5 });
    const settings = { path: { feed_id: id }, body: { market_currency: "SEK" } };
    expect(await perform(furnished.real.services, furnished.shop, changeSettings, settings)).toMatchObject({ market_currency: "SEK" });
    await furnished.run(id);
    expect(await furnished.fields(id, "price")).toMatchObject({ "1001": "999.00 SEK" });
    expect(await furnished.rows(id)).toMatchObject({ "1001": null, "1002": "No price for NORDICS" });
    expect(await furnished.ask<FeedAnswer>(getFeed, id)).toMatchObject({ currency: "SEK" });
  });

  test("of a collection holds exactly its rows, whatever case it was named in", async () => {
    const of = (title: string) => market({ target_market: "US", product_selection_mode: "collection", selected_collection_title: title });
    const ids = [(await of("SHOES, bags")).id, (await of("Cafe\u0301")).id];
    await furnished.run(...ids);
    const taken = await Promise.all(ids.map(async (id) => includedOf(await furnished.rows(id))));
    expect(taken).toEqual([["1001"], ["1003"]]);
    expect((await furnished.rows(ids[0] ?? ""))["1002"]).toBe("Not in the collection Shoes, bags");
  });

  test("of another shop's key is not made here", async () => {
    const stranger = await testShop(furnished.database.db);
    await perform(furnished.real.services, stranger.shop, createFeed, { body: { ...MARKET, display_name: "Elsewhere" } });
    expect((await furnished.database.db.selectFrom("feeds").select("shop_id").where("slug", "=", "elsewhere").execute()).length).toBe(1);
    const { id } = await market();
    for (const operation of [updateFeed, deactivateFeed, activateFeed]) {
      const asked = perform(furnished.real.services, stranger.shop, operation, { path: { id }, body: {} });
      expect(await refusal(asked)).toMatchObject({ code: "resource_not_found" });
    }
  });
});

describe("a change", () => {
  let unchanged: string;
  beforeAll(async () => {
    unchanged = (await market()).id;
  });

  test("of the label alone keeps the definition's version and the URL, and open pages hear of it once", async () => {
    const made = await market();
    const { slug, version } = made;
    const heard = async () => {
      const { rows } = await furnished.database.pool.query("select body from events where name = 'definition.changed' order by created_at");
      return rows.filter(({ body }) => String(body).includes(`"${made.id}"`)).length;
    };
    const before = await heard();
    expect(await update(made.id, { display_name: " Renamed ", target_market: null })).toMatchObject({
      display_name: "Renamed",
      slug,
      version,
    });
    expect(await heard()).toBe(before + 1);
    await update(made.id, { display_name: "Renamed" });
    expect(await heard()).toBe(before + 1);
    await update(made.id, { display_name: "Renamed and moved", target_market: "GB" });
    expect(await heard()).toBe(before + 2);
  });

  test("of the market takes the country along where it was the market's, and is a version", async () => {
    const { id } = await market();
    expect(await update(id, { target_market: "gb" })).toMatchObject({ target_market: "GB", target_country: "GB", version: 2 });
    expect(await update(id, { target_country: "ie" }, { expected_version: "2" })).toMatchObject({ target_country: "IE", version: 3 });
    expect(await update(id, { target_market: "canada" })).toMatchObject({ target_market: "CANADA", target_country: "IE", version: 4 });
    expect(await update(id, { target_market: "CANADA", target_country: "IE" })).toMatchObject({ version: 4 });
    const { rows } = await furnished.database.pool.query("select summary from feed_versions where feed_id = $1 order by version", [
      feedNumber(id),
    ]);
    expect(rows.map(({ summary }) => summary)).toEqual([
      "Created the feed.",
      "Changed the market to GB and the country to GB.",
      "Changed the country to IE.",
      "Changed the market to CANADA.",
    ]);
    expect(await refusal(update(id, { target_country: "DE" }, { expected_version: "2" }))).toMatchObject({ code: "version_conflict" });
  });

  test.each([
    ["no_updatable_fields", {}],
    ["no_updatable_fields", { display_name: null, target_market: null }],
    ["no_updatable_fields", { locale: "fr" }],
    ["no_updatable_fields", { colour: "red" }],
    ["invalid_param", { target_market: "ZZ", colour: "red" }],
    ["invalid_param", { target_country: "Canada" }],
    ["validation_failed", { display_name: "" }],
    ["validation_failed", { display_name: 1 }],
    ["validation_failed", { display_name: "x", feed_type: "language" }],
    ["validation_failed", { display_name: "x", product_selection_mode: "all" }],
    ["validation_failed", { display_name: "x", colour: "red" }],
  ])("is refused with %s for %j", async (code, body) => {
    expect(await refusal(update(unchanged, body))).toMatchObject({ code });
    expect(await refusal(update(primary(), body))).toMatchObject({ code: "primary_feed_immutable" });
  });

  test("with a market and a country that are none names both", async () => {
    const wrong = { target_market: "Atlantis", target_country: "Canada" };
    const error = await refusal(update(unchanged, wrong));
    expect(error).toMatchObject({ code: "invalid_param", details: [{ param: "/target_market" }, { param: "/target_country" }] });
  });

  test("of an inactive feed is refused, and of a language feed's market", async () => {
    const [{ id }, swedish] = [await market(), await language("sv")];
    await deactivate(id);
    expect(await refusal(update(id, {}))).toMatchObject({ code: "feed_inactive" });
    expect(await refusal(update(swedish.id, { target_market: "CA" }))).toMatchObject({ code: "validation_failed" });
    expect(await refusal(update("feed_999999", {}))).toMatchObject({ code: "resource_not_found" });
  });
});

describe("a feed of a market", () => {
  let id: string;
  let urlBeforeRun: unknown;
  beforeAll(async () => {
    ({ id, feed_url: urlBeforeRun } = await market({ display_name: "Seasonal" }));
    await furnished.run(id);
  });

  test("runs at once: it excludes rows without a price there, and its file is at its own URL", async () => {
    expect(urlBeforeRun).toBeNull();
    expect(await furnished.rows(id)).toEqual({
      "1001": null,
      "1002": null,
      "1003": "Not sold in CA",
      "1004": "No price for CA",
      "1005": "No price for CA",
    });
    expect(await furnished.ask<FeedAnswer>(getFeed, id)).toMatchObject({
      product_count: 2,
      feed_url: expect.stringMatching(/\/gmcfeed-seasonal\.txt$/),
    });
    expect(await furnished.latestRun(id)).toMatchObject({ trigger: "settings", publication: "live" });
  });

  test("out of service is listed only among the inactive ones, is shown as inactive, does not run, and its URL is gone until it is back with its file", async () => {
    const { feed_token: token } = await furnished.database.db
      .selectFrom("shops")
      .select("feed_token")
      .where("id", "=", furnished.shop.shopId)
      .executeTakeFirstOrThrow();
    const file = () => findPublicFile(furnished.database.db, token, "gmcfeed-seasonal.txt");
    expect(await file()).toMatchObject({ contentType: expect.stringContaining("text/plain") });
    await deactivate(id);
    await deactivate(id);
    expect(await file()).toBe("gone");
    expect(await furnished.ask(getFeed, id)).toMatchObject({ active: false });
    const listed = await perform<readonly FeedAnswer[]>(furnished.real.services, furnished.shop, listFeeds);
    expect(listed.map((feed) => feed.id)).not.toContain(id);
    const inactive = () =>
      perform<readonly FeedAnswer[]>(furnished.real.services, furnished.shop, listFeeds, { query: { active: "false" } });
    expect((await inactive()).map((feed) => feed.id)).toContain(id);
    expect(await refusal(furnished.ask(regenerateFeed, id))).toMatchObject({ code: "feed_inactive" });
    const last = (await furnished.latestRun(id))?.id;
    expect(await activate(id)).toMatchObject({ active: true, product_count: 2 });
    expect((await inactive()).map((feed) => feed.id)).not.toContain(id);
    expect(await file()).toMatchObject({ contentType: expect.stringContaining("text/plain") });
    await furnished.run(id);
    const rerun = (await furnished.latestRun(id))?.id;
    expect(rerun).toBeGreaterThan(last ?? 0);
    await activate(id);
    await furnished.run(id);
    expect((await furnished.latestRun(id))?.id).toBe(rerun);
  });
});

describe("a feed out of service", () => {
  test("is never the primary one", async () => {
    expect(await refusal(deactivate(primary()))).toMatchObject({ code: "primary_feed_immutable" });
    expect(await activate(primary())).toMatchObject({ active: true, feed_type: "primary" });
  });
});
