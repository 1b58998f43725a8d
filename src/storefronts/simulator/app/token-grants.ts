import { timingSafeEqual, createHash } from "node:crypto";
import { z } from "zod";
import type { TokenPair } from "./app-tokens.ts";
import type { SimulatedApp } from "./simulated-app.ts";
import { verifiedAssertion, verifiedSessionToken } from "./signed-text.ts";

/** `POST /admin/oauth/access_token`: the five grants, and the change of a lasting token into an expiring one. */

export type GrantAnswer = { readonly pair: TokenPair } | { readonly error: string; readonly description: string };

const TokenBody = z.object({
  client_id: z.string(),
  client_secret: z.string().optional(),
  code: z.string().optional(),
  expiring: z.coerce.string().optional(),
  grant_type: z.string().optional(),
  refresh_token: z.string().optional(),
  subject_token: z.string().optional(),
  subject_token_type: z.string().optional(),
  requested_token_type: z.string().optional(),
  client_assertion: z.string().optional(),
});
type TokenBody = z.output<typeof TokenBody>;

const EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const OFFLINE = "urn:shopify:params:oauth:token-type:offline-access-token";
const ID_TOKEN = "urn:ietf:params:oauth:token-type:id_token";

const refused = (error: string, description: string): GrantAnswer => ({ error, description });

export function answerGrant(app: SimulatedApp, given: unknown, now: Date): GrantAnswer {
  const parsed = TokenBody.safeParse(given);
  if (!parsed.success) return refused("invalid_request", "The request is missing a required parameter.");
  const body = parsed.data;
  if (!isSame(body.client_id, app.settings.clientId) || !isKnownClient(app, body, now))
    return refused("invalid_client", "Client authentication failed.");
  switch (body.grant_type) {
    case undefined:
    case "authorization_code":
      return byCode(app, body);
    case "refresh_token":
      return byRefresh(app, body);
    case EXCHANGE:
      return byExchange(app, body, now);
    case "client_credentials":
      return byCredentials(app, body);
    default:
      return refused("unsupported_grant_type", "The grant type isn't supported.");
  }
}

/** By its secret, or by a client assertion instead. */
function isKnownClient(app: SimulatedApp, { client_secret: secret, client_assertion: assertion }: TokenBody, now: Date): boolean {
  if (secret !== undefined) return isSame(secret, app.settings.clientSecret);
  const key = app.assertionKey();
  if (assertion === undefined || key === null) return false;
  return verifiedAssertion(assertion, key, now)?.["iss"] === app.settings.clientId;
}

function byCode(app: SimulatedApp, { code = "", expiring }: TokenBody): GrantAnswer {
  const scopes = app.tokens.takeCode(code);
  if (scopes === undefined) return refused("invalid_request", "The authorization code was not found or was already used.");
  app.install(scopes);
  return { pair: app.tokens.issue(scopes, expiring === "1" ? "expiring" : "lasting") };
}

function byRefresh(app: SimulatedApp, { refresh_token: token = "" }: TokenBody): GrantAnswer {
  const pair = app.tokens.refresh(token);
  return pair === undefined ? refused("invalid_grant", "This request requires an active refresh_token.") : { pair };
}

function byExchange(app: SimulatedApp, body: TokenBody, now: Date): GrantAnswer {
  const { subject_token: subject = "", subject_token_type: type, requested_token_type: wanted, expiring } = body;
  if (wanted !== OFFLINE) return refused("invalid_request", "The requested token type isn't supported.");
  const kind = expiring === "1" ? "expiring" : "lasting";
  if (type === OFFLINE) {
    const pair = kind === "expiring" ? app.tokens.exchange(subject) : undefined;
    return pair === undefined ? refused("invalid_subject_token", "The subject token isn't active.") : { pair };
  }
  const claims = type === ID_TOKEN ? verifiedSessionToken(subject, app.settings.clientSecret, now) : undefined;
  if (claims?.["dest"] !== `https://${app.settings.shopDomain}` || claims["aud"] !== app.settings.clientId)
    return refused("invalid_subject_token", "The session token isn't valid.");
  // Shopify installs an embedded app itself, before it opens it for the first time.
  const scopes = app.granted();
  if (scopes === null) return refused("invalid_subject_token", "The app isn't installed.");
  return { pair: app.tokens.issue(scopes, kind) };
}

/** For apps of the shop's own organization; by client assertion an hour, by secret a day. */
function byCredentials(app: SimulatedApp, { client_assertion: assertion }: TokenBody): GrantAnswer {
  const scopes = app.granted();
  if (scopes === null) return refused("shop_not_permitted", "Client credentials cannot be performed on this shop.");
  const pair = app.tokens.issue(scopes, assertion === undefined ? "day" : "expiring");
  return { pair: assertion === undefined ? pair : { ...pair, refreshToken: null, refreshExpiresInSeconds: null } };
}

/** By digest, so that neither length nor content shows in the time it takes. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
