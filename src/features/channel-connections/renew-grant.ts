import { setTimeout as sleep } from "node:timers/promises";
import type { ChannelPack } from "../../channels/channel-port.ts";
import { isSupported } from "../../channels/platform-port.ts";
import { type Grant, PlatformFault } from "../../channels/platform-request.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { claimRenewal, findConnection, releaseRenewal, storeGrant } from "./connection-queries.ts";
import { platformCall, type PlatformServices } from "./platform-call.ts";
import { openGrant, sealGrant } from "./sealed-grant.ts";

/** The grant this process calls with, and which of the connection's grants it is. */
export interface HeldGrant {
  grant: Grant;
  version: number;
}

interface Renewing {
  readonly pack: ChannelPack;
  readonly shop: ShopDb;
  readonly signal: AbortSignal;
}

/** A renewal is one request; a process that died in it keeps others waiting no longer. */
const CLAIM_SECONDS = 60;
const LOOK_EVERY_MS = 100;

/**
 * Replaces an expired grant. Platforms that rotate refresh tokens may refuse the second of two renewals, so of all calls in all processes one
 * renews, and the others wait for the grant it stores.
 */
export async function renewGrant(services: PlatformServices, renewing: Renewing, held: HeldGrant, expired: Grant): Promise<void> {
  const { pack, shop, signal } = renewing;
  // Another call of this process has been faster.
  if (held.grant.accessToken !== expired.accessToken) return;
  for (;;) {
    signal.throwIfAborted();
    const row = await findConnection(shop, pack.slug);
    const sealed = row?.grant_sealed ?? null;
    if (row === undefined || sealed === null) throw reauthRequired(pack);
    if (row.grant_version !== held.version) {
      held.grant = openGrant(services.secrets, shop.shopId, pack.slug, sealed);
      held.version = row.grant_version;
      return;
    }
    if (await claimRenewal(shop, pack.slug, held.version, CLAIM_SECONDS)) break;
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
  await refresh(services, renewing, held);
}

async function refresh(services: PlatformServices, { pack, shop, signal }: Renewing, held: HeldGrant): Promise<void> {
  const refreshing = pack.platform.connecting.refresh;
  const { slug } = pack;
  try {
    if (!isSupported(refreshing)) throw reauthRequired(pack);
    const again = (): never => {
      throw reauthRequired(pack);
    };
    const call = platformCall(services, { pack, shop, signal, account: null, grant: () => held.grant, renew: again });
    const grant = await refreshing(call, held.grant);
    const sealed = sealGrant(services.secrets, shop.shopId, slug, grant);
    await storeGrant(shop, slug, { sealed, version: held.version });
    held.grant = grant;
    held.version += 1;
  } catch (error) {
    await releaseRenewal(shop, slug, held.version).catch(() => undefined);
    throw error;
  }
}

function reauthRequired({ displayName }: ChannelPack): PlatformFault {
  return new PlatformFault("reauth_required", `${displayName} no longer accepts the connection. Connect ${displayName} again.`);
}
