import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { perform } from "../../../test/harness/perform.ts";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import { type RealServices, realServices } from "../../../test/harness/real-platform.ts";
import { listedCatalog, listedStorefront } from "../../../test/harness/listed-storefront.ts";
import { jobsDatabase, liveSnapshot, type TestShop, testShop } from "../../../test/harness/shop-fixture.ts";
import { CHANNEL_PACKS } from "../../channels/packs.ts";
import { findFeed, getFeed } from "../feeds/index.ts";
import { members } from "../../kernel/unsafe.ts";
import type { AnyOperation } from "../operation.ts";
import { findRunningRun } from "../runs/run-queries.ts";
import { assignChannel } from "./assign-channel.ts";
import { getChannel } from "./get-channel.ts";
import { getChannelOptions } from "./get-channel-options.ts";
import { getFeedChannel } from "./get-feed-channel.ts";
import { listAttributes } from "./list-attributes.ts";
import { listChannels } from "./list-channels.ts";
import { listFeedChannels } from "./list-feed-channels.ts";
import { removeChannel } from "./remove-channel.ts";

let database: TestDatabase;
let real: RealServices;
beforeAll(async () => {
  database = await jobsDatabase();
  real = await realServices(listedStorefront(listedCatalog(0)));
});
afterAll(async () => {
  await real[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

type Answer = Readonly<Record<string, unknown>>;
const ask = <T = Answer>({ shop, feedId }: Pick<TestShop, "shop" | "feedId">, operation: AnyOperation, slug?: string, body?: object) =>
  perform<T>(real.services, shop, operation, {
    path: { ...(operation.http.path.includes("feed_id") ? { feed_id: String(feedId) } : {}), ...(slug === undefined ? {} : { slug }) },
    ...(body === undefined ? {} : { body }),
  });
const assign = (made: TestShop, slug: string, settings?: object) =>
  ask(made, assignChannel, slug, settings === undefined ? {} : { settings });
const versionOf = async ({ shop, feedId }: TestShop) => (await findFeed(shop, feedId))?.definition_version;
const channelsOf = async ({ shop, feedId }: TestShop) =>
  (await perform<Answer>(real.services, shop, getFeed, { path: { id: String(feedId) } }))["channels"];

const addColumns = ({ feedId }: TestShop, columns: readonly string[]) =>
  database.db
    .updateTable("feeds")
    .set({ extra_columns: [...columns] })
    .where("id", "=", feedId)
    .execute();

const DEFAULTS = { format: "tsv", omit_rows_with_errors: false, extra_attributes: [] };

describe("a channel's options", () => {
  test("describe the settings that assigning takes, with their defaults, for every channel", async () => {
    const made = await testShop(database.db);
    for (const { slug, settings } of CHANNEL_PACKS) {
      const options = await ask(made, getChannelOptions, slug);
      const { type, properties } = members(options["settings"]);
      expect([options["slug"], type]).toEqual([slug, "object"]);
      const defaults = Object.entries(members(properties)).map(([name, property]) => [name, members(property)["default"]]);
      expect(Object.fromEntries(defaults)).toEqual(settings.parse({}));
      expect(Object.values(members(properties)).every((property) => typeof members(property)["description"] === "string")).toBe(true);
    }
  });

  test("say how a shop connects, and what to do where the platform lacks something", async () => {
    const made = await testShop(database.db);
    const google = await ask(made, getChannelOptions, "google");
    expect(google).toMatchObject({
      sign_in: { available: false, instead: expect.stringContaining("no app registered") },
      credentials: { available: false, instead: expect.stringContaining("signing in"), schema: null },
      accounts: { available: true, instead: null },
      datafeeds: { available: true, instead: null },
    });
    expect(await ask(made, getChannelOptions, "amazon")).toMatchObject({
      credentials: {
        available: true,
        schema: { required: ["refresh_token", "selling_partner_id", "region"], properties: { region: { enum: ["na", "eu", "fe"] } } },
      },
      datafeeds: { available: false, instead: expect.any(String) },
      sync: { available: true },
    });
    expect(await ask(made, getChannelOptions, "openai")).toMatchObject({ sign_in: { available: false }, sync: { available: false } });
    await expect(ask(made, getChannelOptions, "ebay")).rejects.toMatchObject({ code: "resource_not_found" });
  });
});

describe("channels", () => {
  test("are listed in one order, none of them connected, and each is shown by its slug", async () => {
    const made = await testShop(database.db);
    const channels = await ask<readonly Answer[]>(made, listChannels);
    expect(channels.map(({ slug }) => slug)).toEqual(CHANNEL_PACKS.map(({ slug }) => slug));
    expect(channels[0]).toEqual({
      slug: "google",
      object: "channel",
      type: "google_merchant_center",
      display_name: "Google Merchant Center",
      available: true,
      status: "not_connected",
      sync_mode: null,
      account: null,
      error: null,
      connected_at: null,
      last_synced_at: null,
    });
    expect(await ask(made, getChannel, "meta")).toEqual(channels.find(({ slug }) => slug === "meta"));
    for (const operation of [getChannel, listAttributes])
      await expect(ask(made, operation, "myspace")).rejects.toMatchObject({ code: "resource_not_found" });
  });

  test("tell each attribute as their table has it", async () => {
    const made = await testShop(database.db);
    for (const { slug, attributes } of CHANNEL_PACKS) {
      const told = await ask<readonly Answer[]>(made, listAttributes, slug);
      expect(told.map(({ name }) => name)).toEqual(attributes.map(({ name }) => name));
    }
    const told = await ask<readonly Answer[]>(made, listAttributes, "google");
    expect(told.find(({ name }) => name === "title")).toEqual({
      object: "channel_attribute",
      name: "title",
      from: "title",
      requirement: "required",
      condition: null,
      type: "text",
      max_length: 150,
      max_items: null,
      allowed_values: null,
      notes: expect.any(String),
      source: { document: expect.any(String), date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) },
    });
  });
});

describe("a channel of a feed", () => {
  test("has every setting's default, the steps of its setup, and no file before the first run", async () => {
    const made = await testShop(database.db);
    const answer = await assign(made, "google");
    expect(answer).toEqual({
      object: "feed_channel",
      feed_id: `feed_${made.feedId}`,
      slug: "google",
      display_name: "Google Merchant Center",
      status: "not_connected",
      settings: { ...DEFAULTS, content_language: null, feed_label: null, target_country: null },
      feed_url: null,
      file: null,
      findings: null,
      setup_steps: expect.arrayContaining([{ title: expect.any(String), text: expect.any(String), url: expect.any(String) }]),
      last_synced_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(await ask(made, getFeedChannel, "google")).toEqual(answer);
    expect(await ask(made, listFeedChannels)).toEqual([answer]);
    expect(await channelsOf(made)).toEqual(["google"]);
  });

  test("is assigned by a body without settings, or by none", async () => {
    const made = await testShop(database.db);
    expect(await ask(made, assignChannel, "meta")).toMatchObject({ settings: { format: "csv" } });
    expect(await ask(made, assignChannel, "meta", { settings: null })).toMatchObject({ settings: { format: "csv" } });
  });

  test("takes all its settings anew: those that aren't named have their defaults again", async () => {
    const made = await testShop(database.db);
    const first = await assign(made, "google", { format: "rss", omit_rows_with_errors: true, feed_label: "SHOES" });
    expect(first).toMatchObject({ settings: { format: "rss", omit_rows_with_errors: true, feed_label: "SHOES" } });
    await addColumns(made, ["margin"]);
    const second = await assign(made, "google", { target_country: "CH", extra_attributes: ["margin"] });
    expect(second).toMatchObject({
      settings: { ...DEFAULTS, feed_label: null, target_country: "CH", extra_attributes: ["margin"] },
      created_at: first["created_at"],
    });
  });

  test.each([
    [{ format: "json" }, "/settings/format"],
    [{ colour: "blue" }, "/settings/colour"],
    [{ omit_rows_with_errors: "yes" }, "/settings/omit_rows_with_errors"],
    [{ extra_attributes: [1] }, "/settings/extra_attributes/0"],
    [{ seller_id: "A1" }, "/settings/seller_id"],
    [["tsv"], "/settings"],
  ])("refuses settings it doesn't know (%j), naming the member", async (settings, param) => {
    const made = await testShop(database.db);
    await expect(assign(made, "google", settings)).rejects.toMatchObject({
      code: "invalid_param",
      details: [{ param, code: "invalid_param", message: expect.any(String) }],
    });
    expect(await channelsOf(made)).toEqual([]);
  });

  test.each([
    ["google", { target_country: "XX" }, "/settings/target_country"],
    ["microsoft", { target_country: "us" }, "/settings/target_country"],
    ["google", { feed_label: "us lower" }, "/settings/feed_label"],
    ["google", { feed_label: "" }, "/settings/feed_label"],
    ["google", { content_language: "english" }, "/settings/content_language"],
    ["meta", { extra_attributes: ["margin", " "] }, "/settings/extra_attributes/1"],
    ["meta", { extra_attributes: ["margin", "cost", "Margin"] }, "/settings/extra_attributes/2"],
    ["amazon", { marketplace_id: "NOPE" }, "/settings/marketplace_id"],
  ])("refuses settings of %s that can't be right (%j), saying what is allowed", async (slug, settings, param) => {
    const made = await testShop(database.db);
    await addColumns(made, ["margin", "cost"]);
    await expect(assign(made, slug, settings)).rejects.toMatchObject({
      code: "invalid_param",
      details: [{ param, code: "invalid_param", message: expect.stringMatching(/^must [^/]+$/) }],
    });
    expect(await channelsOf(made)).toEqual([]);
  });

  test.each([
    [{ extra_attributes: ["margin", "magrin"] }, 1, "The feed has no column magrin. Did you mean margin?"],
    [{ extra_attributes: ["Margin"] }, 0, "The feed has no column Margin. Did you mean margin?"],
    [{ extra_attributes: ["weave"] }, 0, "The feed has no column weave. Add it to the feed's extra columns first, or leave it out."],
  ])("refuses extra attributes that the feed has no column for (%j), and suggests the nearest name", async (settings, nth, message) => {
    const made = await testShop(database.db);
    await addColumns(made, ["margin"]);
    const param = `/settings/extra_attributes/${nth}`;
    await expect(assign(made, "meta", settings)).rejects.toMatchObject({
      code: "invalid_param",
      message: `${param}: ${message}`,
      details: [{ param, code: "invalid_param", message }],
    });
    expect(await channelsOf(made)).toEqual([]);
  });

  test("accepts standard columns, extra columns and channel attributes as extra attributes, and keeps one whose column is removed later", async () => {
    const made = await testShop(database.db);
    await addColumns(made, ["margin"]);
    const settings = { extra_attributes: ["custom_label_4", "margin", "sale_price_effective_date"] };
    expect(await assign(made, "openai", settings)).toMatchObject({ settings });
    await addColumns(made, []);
    expect(await ask(made, getFeedChannel, "openai")).toMatchObject({ settings });
    expect(await assign(made, "openai", { ...settings, omit_rows_with_errors: true })).toMatchObject({ settings });
    await expect(assign(made, "google", settings)).rejects.toMatchObject({ code: "invalid_param" });
  });

  test("is read with stored settings that couldn't be sent any more", async () => {
    const made = await testShop(database.db);
    await assign(made, "google");
    const settings = { format: "tsv", feed_label: "us lower", target_country: "XX", extra_attributes: [""] };
    await database.db
      .updateTable("feed_channels")
      .set({ settings: JSON.stringify(settings) })
      .where("feed_id", "=", made.feedId)
      .execute();
    expect(await ask(made, getFeedChannel, "google")).toMatchObject({ settings });
    expect(await assign(made, "google", { feed_label: "US-LOWER_1", content_language: "pt-BR", target_country: "XK" })).toMatchObject({
      settings: { feed_label: "US-LOWER_1", content_language: "pt-BR", target_country: "XK" },
    });
    expect(await ask(made, assignChannel, "amazon", { settings: { marketplace_id: "AMEN7PMS3EDWL" } })).toMatchObject({
      settings: { marketplace_id: "AMEN7PMS3EDWL" },
    });
  });

  test("is assigned again where its stored settings can't be read", async () => {
    const made = await testShop(database.db);
    await assign(made, "google");
    await database.db
      .updateTable("feed_channels")
      .set({ settings: JSON.stringify({ format: "of another release" }) })
      .where("feed_id", "=", made.feedId)
      .execute();
    expect(await assign(made, "google")).toMatchObject({ settings: DEFAULTS });
  });

  test("starts a run of the feed in a new version when it's assigned, changed and removed", async () => {
    const made = await testShop(database.db);
    const extractId = await liveSnapshot(made.shop);
    await assign(made, "google");
    expect(await findRunningRun(made.shop, made.feedId)).toMatchObject({
      trigger: "settings",
      extract_id: extractId,
      definition_version: 2,
    });
    await assign(made, "google", { format: "rss" });
    expect(await findFeed(made.shop, made.feedId)).toMatchObject({ rerun_requested: true, definition_version: 3 });
    await ask(made, removeChannel, "google");
    expect(await versionOf(made)).toBe(4);
  });

  test("that is assigned again as it is changes nothing and starts no run", async () => {
    const made = await testShop(database.db);
    const first = await assign(made, "google", { format: "rss" });
    await liveSnapshot(made.shop);
    expect(await assign(made, "google", { format: "rss", omit_rows_with_errors: false })).toEqual(first);
    expect(await versionOf(made)).toBe(2);
    expect(await findRunningRun(made.shop, made.feedId)).toBeUndefined();
  });

  test("is kept by an inactive feed, without a run", async () => {
    const made = await testShop(database.db);
    await liveSnapshot(made.shop);
    await database.db.updateTable("feeds").set({ active: false }).where("id", "=", made.feedId).execute();
    expect(await assign(made, "google")).toMatchObject({ slug: "google" });
    expect(await findRunningRun(made.shop, made.feedId)).toBeUndefined();
  });

  test("that isn't assigned, or that nobody has, is not found", async () => {
    const made = await testShop(database.db);
    const notFound = { code: "resource_not_found" };
    await expect(ask(made, getFeedChannel, "google")).rejects.toMatchObject(notFound);
    await expect(ask(made, removeChannel, "google")).rejects.toMatchObject(notFound);
    await expect(assign(made, "myspace")).rejects.toMatchObject(notFound);
    await expect(assign(made, "constructor")).rejects.toMatchObject(notFound);
    await assign(made, "google");
    expect(await ask(made, removeChannel, "google")).toBeUndefined();
    await expect(ask(made, removeChannel, "google")).rejects.toMatchObject(notFound);
    expect(await ask(made, listFeedChannels)).toEqual([]);
  });

  test("whose name is misspelt is refused with the nearest name", async () => {
    const made = await testShop(database.db);
    const misspelt = { code: "resource_not_found", message: "There is no channel gogle. Did you mean google?" };
    await expect(assign(made, "gogle")).rejects.toMatchObject(misspelt);
    for (const operation of [getChannel, getFeedChannel, removeChannel])
      await expect(ask(made, operation, "gogle")).rejects.toMatchObject(misspelt);
  });

  test("of another shop's feed is not found, and not changed", async () => {
    const [mine, theirs] = [await testShop(database.db), await testShop(database.db)];
    await assign(theirs, "google");
    const foreign = { ...theirs, shop: mine.shop };
    const notFound = { code: "resource_not_found" };
    await expect(ask(foreign, listFeedChannels)).rejects.toMatchObject(notFound);
    await expect(ask(foreign, getFeedChannel, "google")).rejects.toMatchObject(notFound);
    await expect(ask(foreign, removeChannel, "google")).rejects.toMatchObject(notFound);
    await expect(assign(foreign, "google", { format: "rss" })).rejects.toMatchObject(notFound);
    expect(await ask(theirs, getFeedChannel, "google")).toMatchObject({ settings: { format: "tsv" } });
  });
});
