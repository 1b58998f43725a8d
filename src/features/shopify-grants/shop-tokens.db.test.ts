import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { APP_SHOP, type AppWorld, appWorld } from "../../../test/harness/shopify-app.ts";
import { storedId } from "../../kernel/ids.ts";
import { openShop } from "../../platform/postgres/postgres-port.ts";
import { findStorefrontShop } from "../extracts/storefront-shop.ts";
import { openShopTokens } from "./index.ts";

/** The access token of an installed shop, while it expires, gets lost and is revoked. */

let now = () => new Date();
const world: AppWorld = await appWorld({ now: () => now() });
afterAll(() => world[Symbol.asyncDispose]());

const { front, simulator, services } = world;
const { app } = simulator.control;
const signal = AbortSignal.timeout(120_000);
const shopOf = async () => {
  const { id } = await front.db.selectFrom("shops").select("id").where("domain", "=", APP_SHOP).executeTakeFirstOrThrow();
  return openShop(front.db, storedId("shop", id));
};
const tokensOf = async () => openShopTokens(services, await shopOf());
const grantRow = () => front.db.selectFrom("shopify_grants").selectAll().executeTakeFirstOrThrow();

beforeEach(async () => {
  now = () => new Date();
  simulator.control.clearFailures();
  await world.install();
});

const soon = () => new Date(Date.now() + 56 * 60_000);

describe("a token", () => {
  test("is used until five minutes before its end, and then renewed", async () => {
    const tokens = await tokensOf();
    const first = await tokens.current(signal);
    expect(await (await tokensOf()).current(signal)).toBe(first);
    now = soon;
    const second = await tokens.current(signal);
    expect(second).not.toBe(first);
    expect([app.tokens.scopesOf(first), app.tokens.scopesOf(second)]).toEqual([undefined, expect.arrayContaining(["read_products"])]);
  });

  test("is renewed once, however many workers ask at the same time", async () => {
    const before = app.tokens.refreshes();
    now = soon;
    const shop = await shopOf();
    const workers = Array.from({ length: 100 }, () => openShopTokens(services, shop));
    const answers = await Promise.all(workers.map((worker) => worker.current(signal)));
    expect(new Set(answers).size).toBe(1);
    expect(app.tokens.refreshes() - before).toBe(1);
    expect(await grantRow()).toMatchObject({ renewing_until: null, ended_at: null });
  });

  test("is asked for again if the answer got lost, or Shopify was away", async () => {
    const before = app.tokens.refreshes();
    now = soon;
    simulator.control.fail({ kind: "token_answer_lost" });
    simulator.control.fail({ kind: "token_503" });
    const token = await (await tokensOf()).current(signal);
    expect(app.tokens.scopesOf(token)).toContain("read_products");
    // The lost one, and the one that arrived.
    expect(app.tokens.refreshes() - before).toBe(2);
  });

  test("isn't waited for longer than a dead process's claim lasts, and Shopify's outage isn't its end", async () => {
    await front.db
      .updateTable("shopify_grants")
      .set({ renewing_until: new Date(Date.now() + 300) })
      .execute();
    now = soon;
    expect(await (await tokensOf()).current(signal)).toMatch(/^shpat_/);
    now = () => new Date(Date.now() + 112 * 60_000);
    simulator.control.fail({ kind: "token_503", times: 3 });
    await expect((await tokensOf()).current(signal)).rejects.toMatchObject({ fault: "unavailable" });
    expect(await grantRow()).toMatchObject({ renewing_until: null, ended_at: null });
    expect(await (await tokensOf()).current(signal)).toMatch(/^shpat_/);
  });

  test("has ended with its refresh token, until the merchant opens the app again", async () => {
    app.tokens.endRefresh();
    now = soon;
    const said = "Open Feedwright in the Shopify admin of the shop to renew it.";
    await expect((await tokensOf()).current(signal)).rejects.toThrow(said);
    expect((await grantRow()).ended_at).not.toBeNull();
    const refreshes = app.tokens.refreshes();
    await expect((await tokensOf()).current(signal)).rejects.toThrow(said);
    expect(app.tokens.refreshes()).toBe(refreshes);
    now = () => new Date();
    await world.install();
    expect(await (await tokensOf()).current(signal)).toMatch(/^shpat_/);
  });

  test("of another shop doesn't open here", async () => {
    const { grant_sealed: sealed } = await grantRow();
    await front.db.insertInto("shopify_grants").values({ shop_id: front.home.shop.shopId, grant_sealed: sealed, scopes: [] }).execute();
    await expect(openShopTokens(services, front.home.shop).current(signal)).rejects.toThrow("can't be decrypted");
    await front.db.deleteFrom("shopify_grants").where("shop_id", "=", front.home.shop.shopId).execute();
  });
});

describe("an extract", () => {
  const extract = async (expire: () => void) => {
    const shop = await shopOf();
    const products: unknown[] = [];
    const tokens = openShopTokens(services, shop);
    let isExpired = false;
    const { storefront: _storefront, ...found } = await findStorefrontShop(shop);
    const extraction = await services.storefronts.shopify?.extract({
      shop: { ...found, tokens },
      wanted: { locales: [], countries: [] },
      sink: {
        product: (record) => void products.push(record),
        variant: () => undefined,
        image: () => undefined,
        fact: () => undefined,
        beside: () => undefined,
        lines: (kind, { records }) => void products.push(...(kind === "product" ? Array.from({ length: records }) : [])),
      },
      signal,
      progress: () => {
        if (!isExpired) expire();
        isExpired = true;
      },
      file: (name) => `${world.folder}/${name}`,
      mark: { shop: "fw-test", extract: "1" },
      budget: { take: async () => 0, report: async () => undefined },
    });
    return { extraction, products };
  };

  test("goes on when its token expires or is revoked in the middle", async () => {
    const before = app.tokens.refreshes();
    const { products } = await extract(() => app.tokens.expireAccess());
    expect(products).toHaveLength(8);
    expect(app.tokens.refreshes() - before).toBe(1);
  });

  test("ends with a sentence when the app is uninstalled in the middle", async () => {
    await expect(extract(() => app.uninstall())).rejects.toThrow("Open Feedwright in the Shopify admin");
  });
});
