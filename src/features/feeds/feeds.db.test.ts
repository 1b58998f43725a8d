import type { Updateable } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import {
  jobsDatabase,
  liveSnapshot,
  secondFeed,
  SOME_OUTPUT,
  type TestShop,
  testShop,
  waitingRun,
} from "../../../test/harness/shop-fixture.ts";
import { FeedSettings } from "../../engine/plan/feed-definition.ts";
import { storedId } from "../../kernel/ids.ts";
import type { Database } from "../../platform/postgres/postgres-port.ts";
import { claimRun } from "../runs/run-claims.ts";
import { completeRun, publishRun } from "../runs/run-queries.ts";
import { readDefinition } from "./feed-definition.ts";
import { findFeed, findFeedView } from "./feed-queries.ts";
import { findPublicFile } from "./find-public-file.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await jobsDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

async function definitionOf({ shop, feedId }: TestShop) {
  const feed = await findFeed(shop, feedId);
  if (feed === undefined) throw new Error("the feed is gone");
  return readDefinition(shop, feed);
}

const setFeed = ({ feed }: TestShop, members: Updateable<Database["feeds"]>) =>
  database.db.updateTable("feeds").set(members).where("id", "=", feed.id).execute();

describe("the definition of a feed", () => {
  test("of a new one has the documented defaults", async () => {
    expect(await definitionOf(await testShop(database.db))).toEqual({
      feedType: "primary",
      market: null,
      targetCountry: "US",
      selection: { mode: "all" },
      settings: FeedSettings.parse({}),
      mappings: {},
      extraColumns: [],
      rules: [],
      allowance: null,
    });
  });

  test("holds what was set, and the plan's allowance", async () => {
    const made = await testShop(database.db);
    await setFeed(made, {
      settings: JSON.stringify({ id_format: "sku", publish_guard: { max_drop_percent: 5 } }),
      mappings: JSON.stringify({ mpn: "barcode", gtin: null }),
      extra_columns: ["promotion_id"],
      product_selection_mode: "collection",
      selected_collection_title: "Sale",
    });
    await database.db.updateTable("shops").set({ subscription_plan: "starter" }).where("id", "=", made.shop.shopId).execute();
    expect(await definitionOf(made)).toMatchObject({
      selection: { mode: "collection", title: "Sale" },
      settings: {
        id_format: "sku",
        variants: true,
        publish_guard: { max_drop_percent: 5, max_id_change_percent: 20, max_price_factor: 5, enabled: true },
      },
      mappings: { mpn: "barcode", gtin: null },
      extraColumns: ["promotion_id"],
      allowance: 1_000,
    });
  });

  test("takes the active rules in the order of their positions", async () => {
    const made = await testShop(database.db);
    const rule = (position: number, value: string, active = true) => ({
      shop_id: made.shop.shopId,
      feed_id: made.feedId,
      position,
      rule_type: "set_value",
      definition: JSON.stringify({ type: "set_value", target: "brand", value }),
      active,
    });
    await database.db
      .insertInto("rules")
      .values([rule(3, "third"), rule(1, "first"), rule(2, "off", false)])
      .execute();
    const { rules } = await definitionOf(made);
    expect(rules.map(({ description }) => description)).toEqual([expect.stringContaining("first"), expect.stringContaining("third")]);
  });

  test("that does not check is refused, not run in part", async () => {
    const made = await testShop(database.db);
    await setFeed(made, { settings: JSON.stringify({ id_format: "guid" }) });
    await expect(definitionOf(made)).rejects.toThrow(/id_format/);
  });
});

/** A shop whose primary feed serves a file. */
async function servingShop(): Promise<TestShop & { readonly runId: number }> {
  const made = await testShop(database.db);
  const run = await waitingRun(made, await liveSnapshot(made.shop));
  const id = storedId("run", run.id);
  await claimRun(database.db, "worker", 20);
  const counts = { included: 4, excluded: 1, total: 5, added: 4, removed: 0, changed: 0 };
  await completeRun(made.shop, {
    id,
    attempt: 1,
    prefix: `shops/${made.shop.shopId}/runs/${id}/1/`,
    output: SOME_OUTPUT,
    counts,
    held: [],
    definition: {},
  });
  await publishRun(made.shop, { id, feedId: made.feedId, onlyForward: true });
  return { ...made, runId: run.id };
}

describe("the file of a feed URL", () => {
  const find = (token: string, name = "gmcfeed.txt") => findPublicFile(database.db, token, name);
  const setShop = ({ shop }: TestShop, members: Updateable<Database["shops"]>) =>
    database.db.updateTable("shops").set(members).where("id", "=", shop.shopId).execute();
  const inAMinute = () => new Date(Date.now() + 60_000);
  const aSecondAgo = () => new Date(Date.now() - 1_000);

  test("is that of the live run, plain and gzipped, with what a reader checks it by", async () => {
    const made = await servingShop();
    const prefix = `shops/${made.shop.shopId}/runs/${made.runId}/1/`;
    const { bytes, sha256, gzipBytes, gzipSha256 } = SOME_OUTPUT.file;
    expect(await find(made.token)).toEqual({
      ...{ key: `${prefix}gmcfeed.txt`, bytes, sha256 },
      gzip: { key: `${prefix}gmcfeed.txt.gz`, bytes: gzipBytes, sha256: gzipSha256 },
      publishedAt: expect.any(Date),
      contentType: "text/plain; charset=utf-8",
      owner: { shopId: made.shop.shopId, feedId: made.feedId, channel: "" },
    });
    expect((await findFeedView(made.shop, made.feedId))?.live_count).toBe(4);
  });

  test("is unknown under another token, another name, or before the first run", async () => {
    const made = await servingShop();
    const fresh = await testShop(database.db);
    expect(await find("0".repeat(40))).toBeUndefined();
    expect(await find(made.token, "gmcfeed-fr.txt")).toBeUndefined();
    expect(await find(made.token, "GMCFEED.TXT")).toBeUndefined();
    expect(await find(made.token.toUpperCase())).toBeUndefined();
    expect(await find(fresh.token)).toBeUndefined();
  });

  test("is unknown under the token of another shop that has a feed of that name", async () => {
    const [made, other] = [await servingShop(), await testShop(database.db)];
    await secondFeed(made.shop, "outlet");
    expect(await find(other.token, "gmcfeed-outlet.txt")).toBeUndefined();
  });

  test("is gone when the feed is inactive or the shop uninstalled", async () => {
    const [inactive, uninstalled] = [await servingShop(), await servingShop()];
    await setFeed(inactive, { active: false });
    await setShop(uninstalled, { uninstalled_at: new Date() });
    expect(await find(inactive.token)).toBe("gone");
    expect(await find(uninstalled.token)).toBe("gone");
  });

  test("is found under the token before the last rotation until its time is over", async () => {
    const made = await servingShop();
    const rotated = "f".repeat(39) + made.shop.shopId;
    await setShop(made, { feed_token: rotated, feed_token_previous: made.token, feed_token_previous_until: inAMinute() });
    expect(await find(made.token)).toMatchObject({ sha256: SOME_OUTPUT.file.sha256 });
    expect(await find(rotated)).toMatchObject({ sha256: SOME_OUTPUT.file.sha256 });
    await setShop(made, { feed_token_previous_until: aSecondAgo() });
    expect(await find(made.token)).toBeUndefined();
    expect(await find(rotated)).toMatchObject({ sha256: SOME_OUTPUT.file.sha256 });
  });
});
