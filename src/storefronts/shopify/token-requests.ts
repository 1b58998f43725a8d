import { z } from "zod";
import { parseJson } from "../../kernel/unsafe.ts";
import type { Egress } from "../../platform/egress/egress-port.ts";
import { type AppCall, AppFault, type AppGrant, type ShopifyAppSettings } from "../shopify-app-port.ts";

/** Requests of tokens: `POST /admin/oauth/access_token` of the shop. */

export interface TokenServices {
  readonly settings: ShopifyAppSettings;
  readonly egress: Pick<Egress, "fetch">;
  readonly now: () => Date;
}

const TokenAnswer = z.object({
  access_token: z.string().min(1),
  scope: z.string().default(""),
  expires_in: z.number().positive().nullish(),
  refresh_token: z.string().min(1).nullish(),
  refresh_token_expires_in: z.number().positive().nullish(),
});

const Refusal = z.object({ error: z.string().default(""), error_description: z.string().default("") });

/** What Shopify gives a token that it forgot to say the life of. */
const TOKEN_SECONDS = 3_600;
/** From the look-up of the shop's name to the end of the answer. */
const ANSWER_TIMEOUT_MS = 15_000;
const ANSWER_CHARACTERS_MAX = 100_000;

/** Errors that say that a grant has come to its end, and not that we asked badly. */
const ENDED = new Set(["invalid_grant", "invalid_subject_token", "invalid_request", "shop_not_permitted"]);

export function shopOrigin({ simulatorUrl }: ShopifyAppSettings, shop: string): string {
  return simulatorUrl ?? `https://${shop}`;
}

export async function requestToken(
  services: TokenServices,
  call: AppCall,
  { kind, body }: { readonly kind: AppGrant["kind"]; readonly body: Readonly<Record<string, string>> },
): Promise<AppGrant> {
  const { settings, egress, now } = services;
  const { clientId: client_id, clientSecret: client_secret, simulatorUrl } = settings;
  const askedAt = now().getTime();
  const response = await egress
    .fetch(`${shopOrigin(settings, call.shop)}/admin/oauth/access_token`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ client_id, client_secret, ...body }),
      signal: AbortSignal.any([call.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
      loopback: simulatorUrl !== null,
    })
    .then(async (answer) => ({ status: answer.status, text: await answer.text() }))
    .catch((error: unknown) => {
      call.signal.throwIfAborted();
      throw unavailable(call.shop, error);
    });
  if (response.status >= 500 || response.status === 429) throw unavailable(call.shop, `HTTP ${response.status}`);
  if (response.status !== 200) throw refusal(call.shop, response);
  const answer = TokenAnswer.safeParse(jsonOf(response.text));
  if (!answer.success) throw unavailable(call.shop, answer.error);
  return grantOf(answer.data, kind, askedAt);
}

function grantOf(answer: z.output<typeof TokenAnswer>, kind: AppGrant["kind"], askedAt: number): AppGrant {
  const { access_token: accessToken, scope, expires_in: seconds, refresh_token: refreshToken = null } = answer;
  const at = (life: number | null | undefined) =>
    life === null || life === undefined ? null : new Date(askedAt + life * 1000).toISOString();
  const mayRenew = refreshToken !== null || kind === "credentials";
  return {
    kind,
    accessToken,
    // A renewable token never counts as lasting, or it would never be renewed.
    expiresAt: at(seconds ?? (mayRenew ? TOKEN_SECONDS : null)),
    refreshToken,
    refreshExpiresAt: at(answer.refresh_token_expires_in),
    scopes: readScopes(scope),
  };
}

/** `write_x` implies `read_x`, and Shopify lists only the larger of the two. */
export function readScopes(text: string): readonly string[] {
  const scopes = text.split(/[\s,]+/).filter((scope) => scope !== "");
  return [
    ...new Set(scopes.flatMap((scope) => (scope.startsWith("write_") ? [scope, scope.replace("write_", "read_")] : [scope]))),
  ].toSorted();
}

function jsonOf(text: string): unknown {
  try {
    return text.length > ANSWER_CHARACTERS_MAX ? undefined : parseJson(text);
  } catch {
    return undefined;
  }
}

function refusal(shop: string, { status, text }: { readonly status: number; readonly text: string }): AppFault {
  const said = Refusal.safeParse(jsonOf(text));
  const error = said.success ? said.data.error : "";
  if (error === "invalid_client")
    return new AppFault("refused", "Shopify doesn't know the app. Check SHOPIFY_CLIENT_ID and SHOPIFY_CLIENT_SECRET.");
  if (status === 404) return new AppFault("refused", `There is no shop ${shop} at Shopify.`);
  if (ENDED.has(error) || status === 401)
    return new AppFault("ended", `Shopify no longer accepts the app's access to ${shop} (${error || status}).`);
  return new AppFault("refused", `Shopify refused access to ${shop} (${error || status}).`);
}

function unavailable(shop: string, cause: unknown): AppFault {
  return new AppFault("unavailable", `Shopify didn't answer for ${shop}. Try again in a minute.`, cause);
}
