import { createHash } from "node:crypto";
import { branded } from "../../src/kernel/unsafe.ts";
import type { FakeAnswer } from "./fake-platform.ts";
import { randomOf } from "./fault-script.ts";

/** A platform's sign-in by OAuth 2.0, with consent given at once: codes that count once, access tokens that expire, refresh tokens. */

interface OauthConduct {
  readonly seed: number;
  readonly clock: () => Date;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What a granted sign-in includes. */
  readonly scope: string;
  readonly accessTokenSeconds: number;
  /** A refresh answers a new refresh token. The former goes on to work, as with Microsoft. */
  readonly rotates: boolean;
}

export interface OauthServer {
  /** What the shop's owner does on the next consent pages. */
  consent: "granted" | "declined" | "without_scope";
  readonly authorize: (query: URLSearchParams) => FakeAnswer;
  readonly token: (form: unknown) => FakeAnswer;
  /** Ends the grant that a token belongs to. Answers whether there was one. */
  readonly revoke: (token: string) => boolean;
  readonly isLive: (accessToken: string) => boolean;
  /** All access tokens are expired from now on. */
  readonly expireTokens: () => void;
  /** All grants end, as when the owner removes the application. */
  readonly revokeAll: () => void;
}

interface Code {
  readonly redirectUri: string;
  readonly challenge: string | null;
  readonly scope: string;
}

const error = (status: number, name: string, description: string): FakeAnswer => ({
  status,
  body: { error: name, error_description: description },
});

export function oauthServer(conduct: OauthConduct): OauthServer {
  const random = randomOf(conduct.seed);
  const codes = new Map<string, Code>();
  const grants = new Map<
    string,
    { readonly scope: string; readonly accessTokens: Map<string, number>; readonly refreshTokens: Set<string> }
  >();
  const secret = (kind: string): string => `${kind}-${Math.floor(random() * 2 ** 52).toString(36)}`;

  function tokensOf(grantId: string, isNew: boolean): FakeAnswer {
    const grant = grants.get(grantId);
    if (grant === undefined) return error(400, "invalid_grant", "Token has been expired or revoked.");
    const accessToken = secret("access");
    grant.accessTokens.set(accessToken, conduct.clock().getTime() + conduct.accessTokenSeconds * 1_000);
    const hasRefresh = isNew || conduct.rotates;
    const refreshToken = secret("refresh");
    if (hasRefresh) grant.refreshTokens.add(refreshToken);
    return {
      status: 200,
      body: {
        access_token: accessToken,
        expires_in: conduct.accessTokenSeconds,
        scope: grant.scope,
        token_type: "Bearer",
        ...(hasRefresh ? { refresh_token: refreshToken } : {}),
      },
    };
  }

  function exchange(form: Readonly<Record<string, string>>): FakeAnswer {
    const code = codes.get(form["code"] ?? "");
    codes.delete(form["code"] ?? "");
    if (code === undefined) return error(400, "invalid_grant", "Malformed auth code.");
    if (code.redirectUri !== form["redirect_uri"])
      return error(400, "redirect_uri_mismatch", "The redirect URI isn't that of the sign-in.");
    const verified = createHash("sha256")
      .update(form["code_verifier"] ?? "")
      .digest("base64url");
    if (code.challenge !== null && code.challenge !== verified) return error(400, "invalid_grant", "Invalid code verifier.");
    const grantId = secret("grant");
    grants.set(grantId, { scope: code.scope, accessTokens: new Map(), refreshTokens: new Set() });
    return tokensOf(grantId, true);
  }

  const grantOf = (token: string): string | undefined =>
    [...grants].find(([, { accessTokens, refreshTokens }]) => accessTokens.has(token) || refreshTokens.has(token))?.[0];

  const server: OauthServer = {
    consent: "granted",
    authorize(query) {
      if (query.get("client_id") !== conduct.clientId) return error(401, "invalid_client", "The OAuth client was not found.");
      const back = new URL(query.get("redirect_uri") ?? "");
      back.searchParams.set("state", query.get("state") ?? "");
      if (server.consent === "declined") back.searchParams.set("error", "access_denied");
      else {
        const code = secret("code");
        const scope = server.consent === "granted" ? conduct.scope : "openid";
        codes.set(code, { redirectUri: query.get("redirect_uri") ?? "", challenge: query.get("code_challenge"), scope });
        back.searchParams.set("code", code);
      }
      return { status: 302, headers: { location: back.href }, body: Buffer.alloc(0) };
    },
    token(body) {
      // The platform's description has been checked: a form of strings.
      const form = branded<Readonly<Record<string, string>>>(body);
      if (form["client_id"] !== conduct.clientId || form["client_secret"] !== conduct.clientSecret)
        return error(401, "invalid_client", "The OAuth client was not found.");
      return form["grant_type"] === "authorization_code" ? exchange(form) : tokensOf(grantOf(form["refresh_token"] ?? "") ?? "", false);
    },
    revoke: (token) => grants.delete(grantOf(token) ?? ""),
    isLive: (token) => [...grants.values()].some(({ accessTokens }) => (accessTokens.get(token) ?? 0) > conduct.clock().getTime()),
    expireTokens() {
      for (const { accessTokens } of grants.values()) for (const token of accessTokens.keys()) accessTokens.set(token, 0);
    },
    revokeAll: () => grants.clear(),
  };
  return server;
}
