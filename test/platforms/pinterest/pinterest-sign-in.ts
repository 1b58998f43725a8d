import { members } from "../../../src/kernel/unsafe.ts";
import type { FakeAnswer, FakeRequest } from "../fake-platform.ts";
import { newSecret, type PinterestGrant, type PinterestState } from "./pinterest-state.ts";

/** Pinterest's sign-in as the fake plays it: codes that count once, and refresh tokens that each refresh replaces. */

export interface PinterestApplication {
  readonly clientId: string;
  readonly clientSecret: string;
}

const ACCESS_S = 2_592_000;
const REFRESH_S = 5_184_000;

export const complaint = (status: number, code: number, message: string): FakeAnswer => ({ status, body: { code, message } });
export const unauthenticated = (): FakeAnswer => complaint(401, 2, "Authentication failed.");

/** The consent page. Pinterest's has one button: all scopes, or none. */
export function consent(state: PinterestState, { query }: FakeRequest, isDeclined: boolean): FakeAnswer {
  const redirectUri = query.get("redirect_uri") ?? "";
  const target = new URL(redirectUri);
  target.searchParams.set("state", query.get("state") ?? "");
  if (isDeclined) target.searchParams.set("error", "access_denied");
  else {
    const code = newSecret(state, "code");
    state.codes.set(code, { redirectUri, scopes: (query.get("scope") ?? "").split(",") });
    target.searchParams.set("code", code);
  }
  return { status: 302, headers: { location: target.href } };
}

export function answerTokens(
  state: PinterestState,
  request: FakeRequest,
  { clientId, clientSecret }: PinterestApplication,
  now: Date,
): FakeAnswer {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
  if (request.headers.authorization !== `Basic ${basic}`) return unauthenticated();
  const form = members(request.body);
  return form["grant_type"] === "refresh_token" ? refreshed(state, form, now) : exchanged(state, form, now);
}

function exchanged(state: PinterestState, form: Readonly<Record<string, unknown>>, now: Date): FakeAnswer {
  const name = typeof form["code"] === "string" ? form["code"] : "";
  const code = state.codes.get(name);
  if (code === undefined || code.redirectUri !== form["redirect_uri"])
    return complaint(400, 283, "Authorization code is invalid or expired.");
  state.codes.delete(name);
  const grant: PinterestGrant = { scopes: code.scopes, accessToken: "", accessEndsAt: now, refreshToken: "" };
  state.grants.push(grant);
  return renewed(state, grant, { kind: "authorization_code", now });
}

function refreshed(state: PinterestState, form: Readonly<Record<string, unknown>>, now: Date): FakeAnswer {
  const grant = state.grants.find(({ refreshToken }) => refreshToken === form["refresh_token"]);
  if (grant === undefined) return complaint(400, 283, "Refresh token is invalid or expired.");
  return renewed(state, grant, { kind: "refresh_token", now });
}

function renewed(state: PinterestState, grant: PinterestGrant, { kind, now }: { readonly kind: string; readonly now: Date }): FakeAnswer {
  grant.accessToken = newSecret(state, "pina");
  grant.accessEndsAt = new Date(now.getTime() + ACCESS_S * 1_000);
  grant.refreshToken = newSecret(state, "pinr");
  return {
    status: 200,
    body: {
      response_type: kind,
      access_token: grant.accessToken,
      token_type: "bearer",
      expires_in: ACCESS_S,
      scope: grant.scopes.join(" "),
      refresh_token: grant.refreshToken,
      refresh_token_expires_in: REFRESH_S,
      refresh_token_expires_at: Math.floor(now.getTime() / 1_000) + REFRESH_S,
    },
  };
}

/** Undefined: the token isn't one, or has expired. */
export function callerOf({ grants }: PinterestState, { headers }: FakeRequest, now: Date): PinterestGrant | undefined {
  const token = (headers.authorization ?? "").replace(/^Bearer /, "");
  return grants.find(({ accessToken, accessEndsAt }) => accessToken === token && accessEndsAt > now);
}
