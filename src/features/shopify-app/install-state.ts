import { createHash, randomBytes } from "node:crypto";
import type { Secrets } from "../../platform/secrets/secrets-port.ts";

/**
 * The state of an install: 256 random bits, when it ends, and our signature over both, the shop and the browser's secret. It's signed instead of
 * stored, so that whoever begins installs without end stores nothing.
 */

const SECRET_BYTES = 32;
export const INSTALL_SECONDS = 600;
const STATE = /^([A-Za-z0-9_-]{43})\.([0-9]{1,12})\.([0-9a-f]{64})$/;
const BROWSER = /^[A-Za-z0-9_-]{43}$/;
const PURPOSE = "shopify-install";

export const newBrowserSecret = (): string => randomBytes(SECRET_BYTES).toString("base64url");
export const isBrowserSecret = (text: string | undefined): text is string => text !== undefined && BROWSER.test(text);

interface BoundTo {
  readonly shop: string;
  /** Of the cookie of the browser that began. */
  readonly browser: string;
}

export function newState(secrets: Pick<Secrets, "sign">, bound: BoundTo, now: Date): string {
  const random = randomBytes(SECRET_BYTES).toString("base64url");
  const endsAt = Math.floor(now.getTime() / 1000) + INSTALL_SECONDS;
  return `${random}.${endsAt}.${secrets.sign(PURPOSE, signedText(random, endsAt, bound))}`;
}

/** Whether this browser began an install of this shop with the state, at most ten minutes ago. */
export function isOwnState(secrets: Pick<Secrets, "verify">, state: string, { now, ...bound }: BoundTo & { readonly now: Date }): boolean {
  const [, random = "", ends = "", signature = ""] = STATE.exec(state) ?? [];
  if (random === "" || Number(ends) * 1000 < now.getTime()) return false;
  return secrets.verify(PURPOSE, signedText(random, Number(ends), bound), signature);
}

function signedText(random: string, endsAt: number, { shop, browser }: BoundTo): string {
  return `${random} ${endsAt} ${shop} ${hashOf(browser)}`;
}

export function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
