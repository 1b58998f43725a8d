import { z } from "zod";
import type { ShopId } from "../../kernel/ids.ts";
import { parseJson } from "../../kernel/unsafe.ts";
import type { Secrets } from "../../platform/secrets/secrets-port.ts";
import type { AppGrant } from "../../storefronts/shopify-app-port.ts";

const StoredGrant = z.object({
  kind: z.enum(["offline", "credentials"]),
  accessToken: z.string(),
  expiresAt: z.string().nullable(),
  refreshToken: z.string().nullable(),
  refreshExpiresAt: z.string().nullable(),
  scopes: z.array(z.string()),
});

/** With the shop, so that a grant copied to another row doesn't open. */
export const shopifyGrantContext = (shopId: ShopId): string => `shopify:${shopId}:grant`;

export function sealGrant(secrets: Secrets, shopId: ShopId, grant: AppGrant): string {
  return secrets.seal(shopifyGrantContext(shopId), JSON.stringify(grant));
}

/** Throws for a grant that `SECRETS_KEY` doesn't open any more. */
export function openGrant(secrets: Secrets, shopId: ShopId, sealed: string): AppGrant {
  return StoredGrant.parse(parseJson(secrets.open(shopifyGrantContext(shopId), sealed)));
}
