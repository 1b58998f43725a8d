import { createHmac } from "node:crypto";
import type { FakeAnswer, FakeRequest } from "../fake-platform.ts";
import { graphError } from "./meta-answers.ts";
import { type MetaState, type MetaToken, newSecret } from "./meta-state.ts";

/** Facebook Login as the fake plays it: codes that count once, tokens that end and are exchanged, proofs of the application. */

export interface MetaApplication {
  readonly clientId: string;
  readonly clientSecret: string;
}

const SHORT_LIVED_S = 3_600;
const LONG_LIVED_S = 5_183_944;

/** The consent page of someone who allows everything that isn't declined. */
export function consent(state: MetaState, { query }: FakeRequest, declined: ReadonlySet<string>): FakeAnswer {
  const target = new URL(query.get("redirect_uri") ?? "");
  target.searchParams.set("state", query.get("state") ?? "");
  if (declined.has("*")) {
    for (const [name, value] of [
      ["error", "access_denied"],
      ["error_reason", "user_denied"],
      ["error_description", "Permissions error"],
    ] as const)
      target.searchParams.set(name, value);
  } else {
    const code = newSecret(state, "AQ");
    const scopes = new Set((query.get("scope") ?? "").split(",").filter((scope) => !declined.has(scope)));
    state.codes.set(code, { redirectUri: query.get("redirect_uri") ?? "", scopes });
    target.searchParams.set("code", code);
  }
  return { status: 302, headers: { location: target.href } };
}

export function issueToken(state: MetaState, scopes: ReadonlySet<string>, expiresAt: Date | null): MetaToken {
  const token: MetaToken = { value: newSecret(state, "EAAB"), scopes, expiresAt };
  state.tokens.set(token.value, token);
  return token;
}

export function exchangeTokens(state: MetaState, { query }: FakeRequest, application: MetaApplication, now: Date): FakeAnswer {
  if (query.get("client_id") !== application.clientId) return graphError(101, "Error validating application. Invalid application ID.");
  if (query.get("client_secret") !== application.clientSecret) return graphError(1, "Error validating client secret.");
  const former = query.get("fb_exchange_token");
  if (former !== null) {
    const token = state.tokens.get(former);
    if (token === undefined || hasEnded(token, now)) return endedToken();
    return issued(state, token.scopes, { lifeS: LONG_LIVED_S, now });
  }
  const code = state.codes.get(query.get("code") ?? "");
  if (code === undefined) return graphError(100, "This authorization code has been used.", { subcode: 36_009 });
  if (code.redirectUri !== query.get("redirect_uri"))
    return graphError(
      100,
      "Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request",
    );
  state.codes.delete(query.get("code") ?? "");
  return issued(state, code.scopes, { lifeS: SHORT_LIVED_S, now });
}

function issued(state: MetaState, scopes: ReadonlySet<string>, { lifeS, now }: { readonly lifeS: number; readonly now: Date }): FakeAnswer {
  const { value } = issueToken(state, scopes, new Date(now.getTime() + lifeS * 1_000));
  return { status: 200, body: { access_token: value, token_type: "bearer", expires_in: lifeS } };
}

const hasEnded = ({ expiresAt }: MetaToken, now: Date): boolean => expiresAt !== null && expiresAt <= now;

export function endedToken(): FakeAnswer {
  return graphError(190, "Error validating access token: Session has expired.", { subcode: 463, status: 401 });
}

/** The request's token, or what is wrong with it. */
export function callerOf(
  state: MetaState,
  { headers, query }: FakeRequest,
  application: MetaApplication,
  now: Date,
): MetaToken | FakeAnswer {
  const value = query.get("access_token") ?? (headers.authorization ?? "").replace(/^Bearer /, "");
  const token = state.tokens.get(value);
  if (token === undefined)
    return graphError(190, "Error validating access token: The user has not authorized application.", { subcode: 458, status: 401 });
  if (hasEnded(token, now)) return endedToken();
  const proof = createHmac("sha256", application.clientSecret).update(value).digest("hex");
  if (query.get("appsecret_proof") === proof) return token;
  return graphError(100, "Invalid appsecret_proof provided in the API argument");
}
