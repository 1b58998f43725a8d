import { createHmac } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { type AppWorld, APP_SHOP, appWorld, approved, beginInstall, returned } from "../../../test/harness/shopify-app.ts";
import { installShop } from "../shops/index.ts";
import { openShop } from "../../platform/postgres/postgres-port.ts";
import { openShopTokens } from "../shopify-grants/index.ts";
import { storedId } from "../../kernel/ids.ts";

/** A merchant installs the app from Shopify, and everything that may go wrong on the way. */

let now = () => new Date();
const world: AppWorld = await appWorld({ now: () => now() });
afterAll(() => world[Symbol.asyncDispose]());

const { front, simulator, services } = world;
const shops = () => front.db.selectFrom("shops").selectAll().where("storefront", "=", "shopify").orderBy("id").execute();
const counted = async () => ({
  shops: (await shops()).length,
  grants: (await front.db.selectFrom("shopify_grants").select("shop_id").execute()).length,
  extracts: (await front.db.selectFrom("extracts").select("id").execute()).length,
  codes: (await front.db.selectFrom("sign_in_codes").select("key_id").execute()).length,
});

beforeEach(async () => {
  now = () => new Date();
  for (const table of ["extracts", "shopify_grants", "sign_in_codes", "shopify_used_states"] as const)
    await front.db.deleteFrom(table).execute();
  await front.db.deleteFrom("shops").where("domain", "=", APP_SHOP).execute();
});

describe("an install", () => {
  test("makes the shop, its primary feed, its first key and its first extract, and signs the merchant in", async () => {
    const { answer } = await world.install();
    expect(answer.statusCode).toBe(303);
    const code = /#code=(fwc_.*)$/.exec(String(answer.headers.location))?.[1] ?? "";
    const [shop, second] = await shops();
    expect(second).toBeUndefined();
    expect(shop).toMatchObject({
      domain: APP_SHOP,
      name: "Harbour & Hazel",
      platform_id: expect.stringMatching(/^gid:\/\/shopify\/Shop\//),
      storefront_config: { app: true },
      subscription_plan: "free",
    });
    const of = { shop_id: shop?.id ?? 0 };
    const feeds = await front.db.selectFrom("feeds").select("feed_type").where("shop_id", "=", of.shop_id).execute();
    const keys = await front.db.selectFrom("api_keys").select(["name", "grants"]).where("shop_id", "=", of.shop_id).execute();
    const extracts = await front.db.selectFrom("extracts").select(["type", "status"]).where("shop_id", "=", of.shop_id).execute();
    expect({ feeds, keys, extracts }).toEqual({
      feeds: [{ feed_type: "primary" }],
      keys: [{ name: "Console", grants: ["full_access"] }],
      extracts: [{ type: "full", status: "pending" }],
    });
    const session = await front.send({
      method: "POST",
      url: "/session",
      key: null,
      payload: JSON.stringify({ code }),
      headers: { "content-type": "application/json" },
    });
    expect(session.statusCode).toBe(204);
    // Neither the tokens nor the client secret is stored as it is.
    const row = JSON.stringify(await front.db.selectFrom("shopify_grants").selectAll().execute());
    expect(row).not.toMatch(/shpat_|shprt_/);
  });

  test("begins at Shopify with the app's scopes, and for no other host", async () => {
    const { location, cookie } = await beginInstall(front);
    const url = new URL(location);
    expect(url.origin + url.pathname).toBe(`${simulator.url}/admin/oauth/authorize`);
    expect(url.searchParams.get("redirect_uri")).toBe("https://feeds.example/shopify/callback");
    expect(url.searchParams.get("scope")?.split(",")).toContain("read_products");
    expect(cookie).toMatch(/^__Host-fw-install=[\w-]{43}$/);
    for (const shop of ["", "evil.example", "my-shop.myshopify.com.evil.example", "a@b.myshopify.com", "-a.myshopify.com"]) {
      const refused = await front.send({ method: "GET", url: `/shopify/install?shop=${encodeURIComponent(shop)}`, key: null });
      expect([shop, refused.statusCode, refused.headers.location]).toEqual([shop, 400, undefined]);
    }
    const twice = await front.send({ method: "GET", url: `/shopify/install?shop=${APP_SHOP}&shop=other.myshopify.com`, key: null });
    expect(twice.statusCode).toBe(400);
  });

  test("happens once, however often and however fast the callback is repeated", async () => {
    const { cookie, location } = await beginInstall(front);
    const callback = await approved(location);
    const answers = await Promise.all([1, 2, 3, 4].map(() => returned(front, callback, cookie)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 400, 400, 400]);
    const later = await returned(front, callback, cookie);
    expect([later.statusCode, later.body]).toEqual([400, expect.stringContaining("This installation was finished before.")]);
    expect(await counted()).toEqual({ shops: 1, grants: 1, extracts: 1, codes: 1 });
  });

  test("again continues the shop with its feeds", async () => {
    await world.install();
    const [before] = await shops();
    simulator.control.app.uninstall();
    await front.db.updateTable("shops").set({ uninstalled_at: new Date() }).where("domain", "=", APP_SHOP).execute();
    const { answer } = await world.install();
    expect(answer.statusCode).toBe(303);
    const [after, second] = await shops();
    expect([after?.id, after?.uninstalled_at, second]).toEqual([before?.id, null, undefined]);
    const tokens = openShopTokens(services, openShop(front.db, storedId("shop", after?.id ?? 0)));
    const token = await tokens.current(AbortSignal.timeout(10_000));
    expect(simulator.control.app.tokens.scopesOf(token)).toContain("read_products");
  });

  test("continues a shop that was added by a token or an export, on Shopify's word", async () => {
    const { shopId } = await installShop(
      services,
      front.db,
      { domain: APP_SHOP, currency: "EUR", country: "IE", storefront: "csv", storefrontConfig: {} },
      { openShop },
    );
    await front.db.updateTable("extracts").set({ status: "failed" }).execute();
    expect((await world.install()).answer.statusCode).toBe(303);
    expect(await shops()).toMatchObject([{ id: shopId, storefront: "shopify", storefront_config: { app: true } }]);
  });

  test("isn't continued in another currency", async () => {
    await world.install();
    await front.db.updateTable("shops").set({ currency: "USD" }).where("domain", "=", APP_SHOP).execute();
    const { answer } = await world.install();
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining("Ask the operator")]);
  });
});

describe("a callback is refused", () => {
  /** A query signed as Shopify signs it. */
  const signed = (parameters: Readonly<Record<string, string>>, secret = simulator.clientSecret): string => {
    const pairs = Object.entries(parameters)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    return `/shopify/callback?${[...pairs, `hmac=${createHmac("sha256", secret).update(pairs.join("&")).digest("hex")}`].join("&")}`;
  };
  const parametersOf = (callback: string) => {
    const { hmac: _hmac, ...rest } = Object.fromEntries(new URLSearchParams(callback.split("?")[1]));
    return rest;
  };
  async function refused(change: (callback: string, parameters: Readonly<Record<string, string>>) => string, cookie?: string) {
    const begun = await beginInstall(front);
    const callback = await approved(begun.location);
    const answer = await returned(front, change(callback, parametersOf(callback)), cookie ?? begun.cookie);
    expect(answer.statusCode).toBe(400);
    expect(answer.headers["content-type"]).toContain("text/html");
    expect(await counted()).toEqual({ shops: 0, grants: 0, extracts: 0, codes: 0 });
    return /<p>(.*?)<\/p>/s.exec(answer.body)?.[1];
  }

  test("without Shopify's signature, or with one of a part of it", async () => {
    const forged = /doesn(?:'|&#39;|&#x27;)t come from Shopify/;
    expect(await refused((callback) => callback.replace(/hmac=./, "hmac=g"))).toMatch(forged);
    expect(await refused((callback) => callback.replace(/hmac=\w+/, `hmac=${"0".repeat(64)}`))).toMatch(forged);
    expect(await refused((callback) => callback.replace(/&?hmac=\w+/, ""))).toMatch(forged);
    expect(await refused((callback) => `${callback}&scope=write_products`)).toMatch(forged);
    expect(await refused((callback) => `${callback}&shop=other.myshopify.com`)).toMatch(forged);
    expect(await refused((callback) => `${callback}&hmac=${"0".repeat(64)}`)).toMatch(forged);
    expect(await refused((_, parameters) => signed(parameters, "another secret"))).toMatch(forged);
  });

  test("too late, for another shop, without a code, or with a code of nobody's", async () => {
    now = () => new Date(Date.now() + 91_000);
    expect(await refused((callback) => callback)).toContain("too old");
    now = () => new Date();
    expect(await refused((_, parameters) => signed({ ...parameters, shop: "other.myshopify.com" }))).toContain("begin the installation");
    expect(await refused((_, parameters) => signed({ ...parameters, shop: "evil.example" }))).toContain("names no Shopify shop");
    expect(await refused((_, { code: _code, ...parameters }) => signed(parameters))).toContain("cancelled");
    expect(await refused((_, parameters) => signed({ ...parameters, code: "made-up" }))).toContain("accept this installation");
  });

  test("from a browser that didn't begin it, and with a state of ours that is another's or old", async () => {
    const other = await beginInstall(front);
    expect(await refused((callback) => callback, other.cookie)).toContain("begin the installation");
    expect(await refused((callback) => callback, "x=y")).toContain("begin the installation");
    const { state = "" } = parametersOf(await approved(other.location));
    expect(await refused((_, parameters) => signed({ ...parameters, state }))).toContain("begin the installation");
    const begun = await beginInstall(front);
    const parameters = parametersOf(await approved(begun.location));
    now = () => new Date(Date.now() + 601_000);
    const late = signed({ ...parameters, timestamp: String(Math.floor(now().getTime() / 1000)) });
    expect((await returned(front, late, begun.cookie)).body).toContain("ten minutes");
  });

  test("if fewer scopes were granted", async () => {
    const { cookie, location } = await beginInstall(front);
    const fewer = new URL(location);
    fewer.searchParams.set("scope", "read_products");
    const answer = await returned(front, await approved(fewer.href), cookie);
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining("missing: read_inventory")]);
    expect(await counted()).toMatchObject({ shops: 0, grants: 0 });
  });

  test("not if the secret before a rotation signed it", async () => {
    await using rotated = await appWorld({ settings: { clientSecret: "next", previousClientSecret: "simulator" } });
    const parameters = { shop: APP_SHOP, timestamp: String(Math.floor(Date.now() / 1000)), state: "x" };
    const answer = await returned(rotated.front, signed(parameters, "simulator"), "");
    expect(answer.body).toContain("begin the installation");
  });
});
