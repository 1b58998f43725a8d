import { z } from "zod";
import type { PlatformCall } from "./platform-port.ts";
import { type Grant, type PlatformAnswer, PlatformFault, type PlatformSettings, type Verdict } from "./platform-request.ts";
import { refused } from "./platform-verdict.ts";

/** Sign-in by OAuth 2.0 (RFC 6749) for platforms that keep to it. */

const TokenAnswer = z.object({
  access_token: z.string().min(1),
  /** Seconds. */
  expires_in: z.number().positive(),
  refresh_token: z.string().min(1).optional(),
  /** Separated by spaces; may be fewer than requested. */
  scope: z.string().default(""),
});

const OauthError = z.object({ error: z.string(), error_description: z.string().default("") });

/** The application that the operator registered with the platform. */
export interface OauthClient {
  readonly id: string;
  readonly secret: string;
}

/** Throws `not_configured` without one. `slug`: the variables begin with it. */
export function requireClient(platform: string, slug: string, { clientId, clientSecret }: PlatformSettings): OauthClient {
  if (clientId !== null && clientSecret !== null) return { id: clientId, secret: clientSecret };
  const variables = `${slug.toUpperCase()}_CLIENT_ID and ${slug.toUpperCase()}_CLIENT_SECRET`;
  throw new PlatformFault("not_configured", `This installation has no application at ${platform}. Set ${variables}.`);
}

/** The callback's code. Throws where the shop's owner declined, or the platform says why it sent none. */
export function codeOf(platform: string, query: Readonly<Record<string, string>>): string {
  if (query["code"] !== undefined && query["code"] !== "") return query["code"];
  const error = query["error"] ?? "";
  const why = error === "access_denied" ? "Access was declined." : `${platform} sent no code${error === "" ? "" : ` (${error})`}.`;
  throw new PlatformFault("permission_missing", `${why} Connect ${platform} again and allow access.`, { platformCode: error || null });
}

export interface TokenRequest {
  readonly url: string;
  readonly form: Readonly<Record<string, string>>;
  readonly isRepeatable: boolean;
}

/** Asks for tokens. A platform that sends no new refresh token goes on with `previous`. */
export async function requestGrant(call: PlatformCall, { url, form, isRepeatable }: TokenRequest, previous: Grant | null): Promise<Grant> {
  const request = { method: "POST", url, body: { form }, rates: [], isRepeatable, isSigned: false } as const;
  const answer = await call.ask(request, TokenAnswer);
  return {
    accessToken: answer.access_token,
    expiresAt: new Date(call.now().getTime() + answer.expires_in * 1_000).toISOString(),
    refreshToken: answer.refresh_token ?? previous?.refreshToken ?? null,
    refreshExpiresAt: null,
    scopes: answer.scope === "" ? (previous?.scopes ?? []) : answer.scope.split(" "),
    parts: previous?.parts ?? {},
  };
}

/** Throws `reauth_required` for a grant that can't be renewed. */
export function refreshTokenOf(platform: string, { refreshToken }: Grant): string {
  if (refreshToken !== null) return refreshToken;
  throw new PlatformFault("reauth_required", `${platform} gave no lasting access. Connect ${platform} again.`);
}

/** What an error of a token endpoint means; undefined: the answer has none. `slug`: the variables begin with it. */
export function oauthVerdict(platform: string, slug: string, { json, status }: PlatformAnswer): Verdict | undefined {
  const { data } = OauthError.safeParse(json);
  if (data === undefined || status >= 500 || status === 429) return undefined;
  const { error: platformCode, error_description: message } = data;
  if (ENDED.includes(platformCode)) {
    const sentence = `${platform} no longer accepts the connection. Connect ${platform} again.`;
    return { kind: "refused", fault: new PlatformFault("reauth_required", sentence, { platformCode }) };
  }
  if (MISCONFIGURED.includes(platformCode)) {
    const variables = `${slug.toUpperCase()}_CLIENT_ID and ${slug.toUpperCase()}_CLIENT_SECRET`;
    const sentence = `${platform} doesn't accept this installation's application. Check ${variables} and the redirect URI registered there.`;
    return { kind: "refused", fault: new PlatformFault("not_configured", sentence, { platformCode }) };
  }
  return refused(platform, "refused", { code: platformCode, message: message || platformCode });
}

const ENDED: readonly string[] = ["invalid_grant", "interaction_required", "consent_required", "login_required"];
const MISCONFIGURED: readonly string[] = ["invalid_client", "unauthorized_client", "redirect_uri_mismatch"];
