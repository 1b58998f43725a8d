import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { parseJson } from "../../kernel/unsafe.ts";
import { shopName } from "./shop-name.ts";

/** The token that App Bridge hands to a page inside the Shopify admin: a JWT, signed by Shopify with the app's client secret, for a minute. */

export interface SessionClaims {
  readonly shop: string;
  /** The person at the admin. */
  readonly user: string;
  readonly session: string;
}

export interface TokenReading {
  readonly clientId: string;
  readonly secrets: readonly string[];
  readonly now: Date;
}

/** Shopify's clock and ours may differ. */
const CLOCK_SECONDS = 5;
const TOKEN_CHARACTERS_MAX = 4_000;
const JWT = /^([\w-]+)\.([\w-]+)\.([\w-]{43})$/;

const Header = z.object({ alg: z.literal("HS256"), typ: z.string().optional(), crit: z.undefined().optional() });
const Seconds = z.number().nonnegative();
const Claims = z.object({
  iss: z.string(),
  dest: z.string(),
  aud: z.string(),
  sub: z.string().min(1).max(100),
  exp: Seconds,
  nbf: Seconds,
  sid: z.string().max(200).optional(),
});

export function looksLikeJwt(text: string): boolean {
  return text.length <= TOKEN_CHARACTERS_MAX && JWT.test(text);
}

/** Undefined for a token that isn't Shopify's word about one shop and this app, now. */
export function readSessionToken(token: string, { clientId, secrets, now }: TokenReading): SessionClaims | undefined {
  const [, header = "", payload = "", signature = ""] = token.length <= TOKEN_CHARACTERS_MAX ? (JWT.exec(token) ?? []) : [];
  if (header === "" || !isSigned(`${header}.${payload}`, signature, secrets)) return undefined;
  if (!Header.safeParse(decoded(header)).success) return undefined;
  const { success, data } = Claims.safeParse(decoded(payload));
  if (!success) return undefined;
  const seconds = now.getTime() / 1000;
  const isLive = data.exp + CLOCK_SECONDS > seconds && data.nbf - CLOCK_SECONDS <= seconds;
  const shop = shopName(hostOf(data.dest));
  if (!isLive || data.aud !== clientId || shop === undefined || hostOf(data.iss) !== hostOf(data.dest)) return undefined;
  return { shop, user: data.sub, session: data.sid ?? "" };
}

/** The text is checked before anything in it is believed, so its header can't choose how. */
function isSigned(text: string, signature: string, secrets: readonly string[]): boolean {
  const given = Buffer.from(signature, "base64url");
  return secrets
    .map((secret) => createHmac("sha256", secret).update(text).digest())
    .map((expected) => given.length === expected.length && timingSafeEqual(given, expected))
    .includes(true);
}

function decoded(part: string): unknown {
  try {
    return parseJson(Buffer.from(part, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Of an https address without anything in front of the host. */
function hostOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, host, username, port } = new URL(address);
  return protocol === "https:" && username === "" && port === "" ? host : undefined;
}
