import { z } from "zod";
import type { Grant } from "../../channels/platform-request.ts";
import type { ShopId } from "../../kernel/ids.ts";
import { parseJson } from "../../kernel/unsafe.ts";
import type { Secrets } from "../../platform/secrets/secrets-port.ts";

const StoredGrant = z.object({
  accessToken: z.string(),
  expiresAt: z.string().nullable(),
  refreshToken: z.string().nullable(),
  refreshExpiresAt: z.string().nullable(),
  scopes: z.array(z.string()),
  parts: z.record(z.string(), z.string()),
});

/** With shop and channel, so that a grant copied to another row doesn't open. */
export const grantContext = (shopId: ShopId, channel: string): string => `channel:${shopId}:${channel}:grant`;

export function sealGrant(secrets: Secrets, shopId: ShopId, channel: string, grant: Grant): string {
  return secrets.seal(grantContext(shopId, channel), JSON.stringify(grant));
}

export function openGrant(secrets: Secrets, shopId: ShopId, channel: string, sealed: string): Grant {
  return StoredGrant.parse(parseJson(secrets.open(grantContext(shopId, channel), sealed)));
}
