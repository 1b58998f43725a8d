import { createHmac, createPublicKey, type JsonWebKey, verify } from "node:crypto";
import { parseJson } from "../../../kernel/unsafe.ts";

/** What Shopify signs with an app's client secret, and what it verifies. */

const encoded = (value: string): string => encodeURIComponent(value).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);

/** The query of a redirect to the app: parameters with `timestamp` and `hmac`. */
export function signedQuery(parameters: Readonly<Record<string, string>>, clientSecret: string, now: Date): string {
  const all = { ...parameters, timestamp: String(Math.floor(now.getTime() / 1000)) };
  const pairs = Object.entries(all)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  const hmac = createHmac("sha256", clientSecret).update(pairs.join("&")).digest("hex");
  return [...pairs, `hmac=${hmac}`].join("&");
}

export interface TokenClaims {
  readonly shopDomain: string;
  readonly clientId: string;
  readonly user?: string;
  readonly session?: string;
}

const SESSION_TOKEN_SECONDS = 60;

/** What App Bridge hands to the embedded page. `claims` replaces single claims, for tokens that are to be refused. */
export function sessionToken(
  { shopDomain, clientId, user = "42", session = "f1a0c7d2" }: TokenClaims,
  { clientSecret, now, claims = {} }: { readonly clientSecret: string; readonly now: Date; readonly claims?: object },
): string {
  const seconds = Math.floor(now.getTime() / 1000);
  const payload = {
    iss: `https://${shopDomain}/admin`,
    dest: `https://${shopDomain}`,
    aud: clientId,
    sub: user,
    exp: seconds + SESSION_TOKEN_SECONDS,
    nbf: seconds,
    iat: seconds,
    jti: `${session}-${seconds}`,
    sid: session,
    ...claims,
  };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${part({ alg: "HS256", typ: "JWT" })}.${part(payload)}`;
  return `${text}.${createHmac("sha256", clientSecret).update(text).digest("base64url")}`;
}

/** Claims of a token that is signed with the secret and hasn't expired. */
export function verifiedSessionToken(token: string, clientSecret: string, now: Date): Readonly<Record<string, unknown>> | undefined {
  const [header = "", payload = "", signature = ""] = token.split(".");
  if (createHmac("sha256", clientSecret).update(`${header}.${payload}`).digest("base64url") !== signature) return undefined;
  return liveClaims(payload, now);
}

/** Claims of a client assertion (RFC 7523) by the app's private key. */
export function verifiedAssertion(token: string, key: JsonWebKey, now: Date): Readonly<Record<string, unknown>> | undefined {
  const [header = "", payload = "", signature = ""] = token.split(".");
  const publicKey = createPublicKey({ key, format: "jwk" });
  const isValid = verify(
    "sha256",
    Buffer.from(`${header}.${payload}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  return isValid ? liveClaims(payload, now) : undefined;
}

function liveClaims(payload: string, now: Date): Readonly<Record<string, unknown>> | undefined {
  const claims: unknown = parseJson(Buffer.from(payload, "base64url").toString("utf8"));
  if (typeof claims !== "object" || claims === null || !("exp" in claims)) return undefined;
  return Number(claims.exp) * 1000 > now.getTime() ? { ...claims } : undefined;
}
