import { generateKeyPairSync, sign } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { members } from "../../../kernel/unsafe.ts";
import { type Simulator, startSimulator } from "../start-simulator.ts";

/** The app of the simulated shop: the five grants of a token, rotation and its grace, and the approval of charges. */

let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator({ products: 1, shopDomain: "try.myshopify.com", tokenSeconds: 2, autoApprove: true });
});
afterAll(() => simulator.close());

const EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const OFFLINE = "urn:shopify:params:oauth:token-type:offline-access-token";
const ID_TOKEN = "urn:ietf:params:oauth:token-type:id_token";

async function grant(body: object, { secret = simulator.clientSecret } = {}) {
  const response = await fetch(`${simulator.url}/admin/oauth/access_token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_id: simulator.clientId, client_secret: secret, ...body }),
  });
  return members({ status: response.status, ...members(await response.json()) });
}
const status = async (token: unknown): Promise<number> => {
  const response = await fetch(`${simulator.url}/admin/api/2026-10/graphql.json`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-shopify-access-token": String(token) },
    body: JSON.stringify({ query: "{ shop { id } }" }),
  });
  return response.status;
};
async function codeOf(scope: string): Promise<string> {
  const query = new URLSearchParams({ client_id: simulator.clientId, scope, state: "s", redirect_uri: "https://app.example/back" });
  const response = await fetch(`${simulator.url}/admin/oauth/authorize?${query.toString()}`, { redirect: "manual" });
  return new URL(response.headers.get("location") ?? "").searchParams.get("code") ?? "";
}

describe("a token", () => {
  test("comes for a code once, with the scopes that were granted", async () => {
    const code = await codeOf("read_products,read_locales");
    const first = await grant({ code, expiring: "1" });
    expect(first).toMatchObject({ status: 200, scope: "read_products,read_locales", expires_in: 2, refresh_token: expect.any(String) });
    expect(await status(first["access_token"])).toBe(200);
    expect(await grant({ code })).toMatchObject({ status: 400, error: "invalid_request" });
    expect(await grant({ code: await codeOf("read_products") }, { secret: "wrong" })).toMatchObject({ error: "invalid_client" });
  });

  test("is replaced by a refresh, and the refresh token before works until its successor is used", async () => {
    const first = await grant({ code: await codeOf("read_products"), expiring: "1" });
    const refresh = (token: unknown) => grant({ grant_type: "refresh_token", refresh_token: token });
    const lost = await refresh(first["refresh_token"]);
    expect([await status(first["access_token"]), lost["status"]]).toEqual([401, 200]);
    const again = await refresh(first["refresh_token"]);
    expect([await status(again["access_token"]), await status(lost["access_token"])]).toEqual([200, 401]);
    expect(await refresh(first["refresh_token"])).toMatchObject({ status: 400, error: "invalid_grant" });
    simulator.control.app.tokens.expireAccess();
    expect(await status(again["access_token"])).toBe(401);
    expect((await refresh(again["refresh_token"]))["status"]).toBe(200);
  });

  test("comes for a session token of an installed app, for the app's secret, and for its assertion", async () => {
    const { app } = simulator.control;
    app.install(["read_products"]);
    const exchange = {
      grant_type: EXCHANGE,
      subject_token: app.sessionToken(),
      subject_token_type: ID_TOKEN,
      requested_token_type: OFFLINE,
    };
    expect(await grant({ ...exchange, expiring: "1" })).toMatchObject({ status: 200, expires_in: 2 });
    expect(await grant({ ...exchange, subject_token: app.sessionToken({ exp: 1 }) })).toMatchObject({ error: "invalid_subject_token" });
    expect(await grant({ grant_type: "client_credentials" })).toMatchObject({ status: 200, expires_in: 86_400 });
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    app.setAssertionKey(publicKey.export({ format: "jwk" }));
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const text = `${part({ alg: "ES256" })}.${part({ iss: simulator.clientId, exp: Date.now() / 1000 + 60 })}`;
    const signature = sign("sha256", Buffer.from(text), { key: privateKey, dsaEncoding: "ieee-p1363" }).toString("base64url");
    const asserted = { grant_type: "client_credentials", client_secret: undefined };
    expect(await grant({ ...asserted, client_assertion: `${text}.${signature}` })).toMatchObject({ status: 200, expires_in: 2 });
    expect(await grant({ ...asserted, client_assertion: `${text}.AA` })).toMatchObject({ error: "invalid_client" });
  });

  test("that lasts becomes one that expires, and every token ends with the app", async () => {
    const lasting = await grant({ code: await codeOf("read_products") });
    expect(lasting["expires_in"]).toBeUndefined();
    const subject = { subject_token: lasting["access_token"], subject_token_type: OFFLINE, requested_token_type: OFFLINE };
    const expiring = await grant({ grant_type: EXCHANGE, ...subject, expiring: "1" });
    expect([await status(lasting["access_token"]), await status(expiring["access_token"])]).toEqual([401, 200]);
    // An answer that got lost is given once more, until its successor is.
    expect(await grant({ grant_type: EXCHANGE, ...subject, expiring: "1" })).toEqual(expiring);
    const next = await grant({ grant_type: "refresh_token", refresh_token: expiring["refresh_token"] });
    expect(await grant({ grant_type: EXCHANGE, ...subject, expiring: "1" })).toMatchObject({ error: "invalid_subject_token" });
    expect(await status(next["access_token"])).toBe(200);
    simulator.control.app.uninstall();
    expect(await status(next["access_token"])).toBe(401);
    expect(await grant({ grant_type: "client_credentials" })).toMatchObject({ error: "shop_not_permitted" });
  });
});
