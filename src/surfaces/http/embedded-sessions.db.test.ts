import { createHmac } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { APP_SHOP, type AppWorld, appWorld } from "../../../test/harness/shopify-app.ts";
import { members } from "../../kernel/unsafe.ts";

/** The console's API inside the Shopify admin: a token that Shopify signs takes the place of key and cookie. */

const world: AppWorld = await appWorld();
afterAll(() => world[Symbol.asyncDispose]());

const { front, simulator } = world;
const { app } = simulator.control;
const get = (token: string, url = "/v1/shop") => front.send({ method: "GET", url, key: token });
const shops = () => front.db.selectFrom("shops").select(["id", "domain"]).where("storefront", "=", "shopify").execute();

beforeEach(async () => {
  for (const table of ["extracts", "shopify_grants"] as const) await front.db.deleteFrom(table).execute();
  await front.db.deleteFrom("shops").where("domain", "=", APP_SHOP).execute();
  app.install(app.settings.scopes);
});

describe("a session token", () => {
  test("installs a shop that isn't installed yet, once, and then works for it", async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => get(app.sessionToken())));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(members(answers[0]?.json<{ readonly data: unknown }>().data)).toMatchObject({ domain: APP_SHOP });
    expect(await shops()).toHaveLength(1);
    expect(await front.db.selectFrom("extracts").select("type").execute()).toEqual([{ type: "full" }]);
    expect(await front.db.selectFrom("sessions").select("id").execute()).toHaveLength(1);
  });

  test("has the rights of a session", async () => {
    const token = app.sessionToken();
    const made = await front.send({
      method: "POST",
      url: "/v1/api_keys",
      key: token,
      payload: JSON.stringify({ name: "From the admin", scopes: ["read"] }),
      headers: { "content-type": "application/json" },
    });
    expect(made.statusCode).toBe(201);
    expect((await get(token, "/v1/admin/shops")).statusCode).toBe(403);
  });

  test("of a shop that uninstalled the app is refused until the app is installed again", async () => {
    expect((await get(app.sessionToken())).statusCode).toBe(200);
    const old = app.sessionToken();
    app.uninstall();
    await front.db.updateTable("shops").set({ uninstalled_at: new Date() }).where("domain", "=", APP_SHOP).execute();
    expect((await get(old)).statusCode).toBe(401);
    app.install(app.settings.scopes);
    expect((await get(app.sessionToken())).statusCode).toBe(200);
    expect(await shops()).toHaveLength(1);
  });

  test("renews a grant that has ended, when the app is opened", async () => {
    const open = () => front.send({ method: "POST", url: "/shopify/session", key: app.sessionToken() });
    expect((await open()).statusCode).toBe(204);
    await front.db.updateTable("shopify_grants").set({ ended_at: new Date() }).execute();
    expect((await open()).statusCode).toBe(204);
    expect(await front.db.selectFrom("shopify_grants").select(["ended_at", "grant_version"]).execute()).toEqual([
      { ended_at: null, grant_version: 2 },
    ]);
    expect((await front.send({ method: "POST", url: "/shopify/session" })).statusCode).toBe(401);
  });

  test("of a merchant who allows less than the app asks for works, and isn't exchanged whenever the app is opened", async () => {
    const open = () => front.send({ method: "POST", url: "/shopify/session", key: app.sessionToken() });
    app.install(["read_products", "read_locales"]);
    for (let request = 0; request < 3; request += 1) expect((await open()).statusCode).toBe(204);
    const grants = () => front.db.selectFrom("shopify_grants").select(["grant_version", "scopes"]).execute();
    expect(await grants()).toEqual([{ grant_version: 1, scopes: ["read_locales", "read_products"] }]);
    // Some minutes later the merchant has agreed.
    app.install(app.settings.scopes);
    await front.db
      .updateTable("shopify_grants")
      .set({ updated_at: new Date(Date.now() - 11 * 60_000) })
      .execute();
    expect((await open()).statusCode).toBe(204);
    expect(await grants()).toMatchObject([{ grant_version: 2, scopes: expect.arrayContaining(["read_inventory"]) }]);
  });

  test("says that Shopify is away, and installs nothing", async () => {
    simulator.control.fail({ kind: "token_503" });
    expect((await get(app.sessionToken())).statusCode).toBe(503);
    expect(await shops()).toHaveLength(0);
  });
});

describe("a token is refused", () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const seconds = Math.floor(Date.now() / 1000);
  const claims = {
    iss: `https://${APP_SHOP}/admin`,
    dest: `https://${APP_SHOP}`,
    aud: simulator.clientId,
    sub: "42",
    exp: seconds + 600,
    nbf: seconds,
    sid: "s",
  };
  const token = (payload: object, header: object = { alg: "HS256", typ: "JWT" }, secret = simulator.clientSecret): string => {
    const text = `${part(header)}.${part(payload)}`;
    return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
  };

  test("for want of a right signature or algorithm", async () => {
    const good = token(claims);
    const tokens = [
      token(claims, { alg: "none" }),
      `${part({ alg: "none" })}.${part(claims)}.`,
      token(claims, { alg: "RS256", typ: "JWT" }),
      token(claims, { alg: "HS256", crit: ["b64"] }),
      token(claims, undefined, "another secret"),
      token(claims, undefined, ""),
      `${good.slice(0, -2)}AA`,
      `${part({ alg: "HS256", typ: "JWT" })}.${part({ ...claims, dest: "https://other.myshopify.com" })}.${good.split(".")[2]}`,
    ];
    for (const bad of tokens) expect([bad, (await get(bad)).statusCode]).toEqual([bad, 401]);
    expect(await shops()).toHaveLength(0);
    expect((await get(good)).statusCode).toBe(200);
  });

  test.each([
    ["for another app", { aud: "another-app" }],
    ["for several apps", { aud: [simulator.clientId] }],
    ["after its end", { exp: seconds - 6 }],
    ["without an end", { exp: undefined }],
    ["before its time", { nbf: seconds + 60 }],
    ["of one shop for another", { dest: "https://other.myshopify.com" }],
    ["by another shop", { iss: "https://other.myshopify.com/admin" }],
    ["of no Shopify shop", { iss: "https://evil.example/admin", dest: "https://evil.example" }],
    ["with a user in front of the shop", { dest: `https://${APP_SHOP}@evil.example` }],
    ["over plain http", { iss: `http://${APP_SHOP}/admin`, dest: `http://${APP_SHOP}` }],
    ["of nobody", { sub: "" }],
  ])("%s", async (_, other) => {
    expect((await get(token({ ...claims, ...other }))).statusCode).toBe(401);
    expect(await shops()).toHaveLength(0);
  });

  test("not because a clock is some seconds off", async () => {
    await get(app.sessionToken());
    const present = Math.floor(Date.now() / 1000);
    expect((await get(token({ ...claims, exp: present - 1 }))).statusCode).toBe(200);
    expect((await get(token({ ...claims, nbf: present + 3 }))).statusCode).toBe(200);
  });

  test("and gives no access to another shop, though both are installed", async () => {
    expect((await get(app.sessionToken())).statusCode).toBe(200);
    expect((await get(app.sessionToken(), `/v1/shop?shop_id=${front.home.shop.shopId}`)).statusCode).toBe(403);
    const other = token({ ...claims, iss: "https://other.myshopify.com/admin", dest: "https://other.myshopify.com" });
    expect((await get(other)).statusCode).toBe(401);
  });
});
