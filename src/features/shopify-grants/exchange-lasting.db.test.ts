import { afterAll, beforeEach, expect, test } from "vitest";
import { APP_SHOP, type AppWorld, appWorld } from "../../../test/harness/shopify-app.ts";
import { storedId } from "../../kernel/ids.ts";
import { openShop } from "../../platform/postgres/postgres-port.ts";
import { exchangeLastingToken, openShopTokens, storeGrant } from "./index.ts";

/** Tokens that don't expire, of shops that installed the app long ago, become tokens that do. */

const world: AppWorld = await appWorld();
afterAll(() => world[Symbol.asyncDispose]());

const { front, simulator, services } = world;
const { app } = simulator.control;
const signal = AbortSignal.timeout(240_000);
const exchange = () => exchangeLastingToken(services, { db: front.db, openShop, signal });
const row = () => front.db.selectFrom("shopify_grants").selectAll().executeTakeFirstOrThrow();
const isAccepted = (token: string) => app.tokens.scopesOf(token) !== undefined;

async function shopOf() {
  const { id } = await front.db.selectFrom("shops").select("id").where("domain", "=", APP_SHOP).executeTakeFirstOrThrow();
  return openShop(front.db, storedId("shop", id));
}

/** The shop's grant is one of before December 2025. */
async function lastingToken(): Promise<string> {
  const { accessToken, scopes } = app.tokens.issue(app.settings.scopes, "lasting");
  const lasting = { kind: "offline", accessToken, expiresAt: null, refreshToken: null, refreshExpiresAt: null, scopes } as const;
  await storeGrant(services, await shopOf(), lasting);
  return accessToken;
}

beforeEach(async () => {
  simulator.control.clearFailures();
  app.uninstall();
  await world.install();
});

test("a token that doesn't expire is exchanged once for one that does", async () => {
  const before = await lastingToken();
  expect([await exchange(), await exchange()]).toEqual([true, false]);
  const tokens = openShopTokens(services, await shopOf());
  const token = await tokens.current(signal);
  expect([isAccepted(before), token === before, isAccepted(token)]).toEqual([false, false, true]);
  app.tokens.expireAccess();
  expect(isAccepted(await tokens.renew(token, signal))).toBe(true);
});

test("one that expires is left alone", async () => {
  const { grant_sealed: sealed } = await row();
  expect([await exchange(), await exchange()]).toEqual([true, false]);
  expect((await row()).grant_sealed).toBe(sealed);
});

test("an answer that gets lost costs nothing: whoever is refused next has it given once more", async () => {
  const before = await lastingToken();
  const { grant_version: version } = await row();
  simulator.control.fail({ kind: "token_answer_lost", times: 3 });
  expect(await exchange()).toBe(true);
  expect(await row()).toMatchObject({ grant_version: version, ended_at: null, renewing_until: null });
  expect(isAccepted(before)).toBe(false);
  const tokens = openShopTokens(services, await shopOf());
  const token = await tokens.renew(await tokens.current(signal), signal);
  expect(isAccepted(token)).toBe(true);
  expect(await openShopTokens(services, await shopOf()).current(signal)).toBe(token);
});

test("a token that Shopify won't exchange goes on being used, and is looked at again a day later", async () => {
  const before = await lastingToken();
  simulator.control.fail({ kind: "token_503", times: 3 });
  expect([await exchange(), await exchange()]).toEqual([true, false]);
  expect(await openShopTokens(services, await shopOf()).current(signal)).toBe(before);
  expect(isAccepted(before)).toBe(true);
  await front.db
    .updateTable("shopify_grants")
    .set({ exchange_looked_at: new Date(Date.now() - 25 * 3_600_000) })
    .execute();
  expect(await exchange()).toBe(true);
  expect(isAccepted(before)).toBe(false);
});

test("a token that has ended isn't the end of the grant before it's used", async () => {
  await lastingToken();
  app.tokens.revokeAll();
  await exchange();
  expect((await row()).ended_at).toBeNull();
  const tokens = openShopTokens(services, await shopOf());
  await expect(tokens.renew(await tokens.current(signal), signal)).rejects.toMatchObject({ fault: "ended" });
  expect((await row()).ended_at).not.toBeNull();
});
