import { createHmac, timingSafeEqual } from "node:crypto";
import { type ShopifyAppSettings, signingSecrets } from "../../storefronts/shopify-app-port.ts";

/** SHA-256 in base64. */
const SIGNATURE = /^[A-Za-z0-9+/]{43}=$/;

/** Whether Shopify has signed these bytes: with the app's secret, or with the one before the last rotation. Every secret is tried, in constant time. */
export function isSignedBy(settings: ShopifyAppSettings, body: Buffer, signature: string | undefined): boolean {
  if (signature === undefined || !SIGNATURE.test(signature)) return false;
  const given = Buffer.from(signature, "base64");
  const matches = signingSecrets(settings).map((secret) => timingSafeEqual(createHmac("sha256", secret).update(body).digest(), given));
  return matches.includes(true);
}
