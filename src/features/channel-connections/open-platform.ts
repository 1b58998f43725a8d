import type { ChannelPack } from "../../channels/channel-port.ts";
import type { PlatformAccount, PlatformCall } from "../../channels/platform-port.ts";
import { type Grant, PlatformFault } from "../../channels/platform-request.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { isLasting } from "./connection.ts";
import { clearFault, findConnection, storeFault } from "./connection-queries.ts";
import { platformCall, type PlatformServices } from "./platform-call.ts";
import { type HeldGrant, renewGrant } from "./renew-grant.ts";
import { openGrant } from "./sealed-grant.ts";

interface Opening {
  readonly pack: ChannelPack;
  readonly shop: ShopDb;
  readonly signal: AbortSignal;
  /** For removing a connection, which nobody else may use any more. */
  readonly isRemoving?: boolean;
  /** Not the account that is chosen now. */
  readonly account?: PlatformAccount;
}

/**
 * Calls the shop's platform: `work` gets the client's call. What a fault says about the connection is kept on it, for people to see. Throws a
 * `PlatformFault`, also where the shop isn't connected.
 */
export async function callPlatform<T>(services: PlatformServices, opening: Opening, work: (call: PlatformCall) => Promise<T>): Promise<T> {
  const { pack, shop, signal, isRemoving = false } = opening;
  const row = await findConnection(shop, pack.slug);
  const sealed = row?.grant_sealed ?? null;
  if (row === undefined || sealed === null || (row.status === "removing" && !isRemoving)) throw notConnected(pack);
  const held: HeldGrant = { grant: readGrant(services, opening, sealed), version: row.grant_version };
  const renew = (expired: Grant): Promise<void> => renewGrant(services, { pack, shop, signal }, held, expired);
  const call = platformCall(services, { pack, shop, signal, account: opening.account ?? row.account, grant: () => held.grant, renew });
  try {
    if (endsSoon(pack, held.grant, services.clock.now())) await renew(held.grant);
    const result = await work(call);
    if (row.status === "error") await clearFault(shop, pack.slug);
    return result;
  } catch (error) {
    if (error instanceof PlatformFault && isLasting(error)) await storeFault(shop, pack.slug, error);
    throw error;
  }
}

function endsSoon({ platform: { connecting } }: ChannelPack, { expiresAt }: Grant, now: Date): boolean {
  return expiresAt !== null && Date.parse(expiresAt) - connecting.refreshBeforeMs <= now.getTime();
}

function notConnected({ displayName, slug }: ChannelPack): PlatformFault {
  return new PlatformFault("reauth_required", `${displayName} isn't connected. Connect it first: POST /channels/${slug}/connect.`);
}

/** A grant that `SECRETS_KEY` doesn't open any more is as good as none. */
function readGrant({ secrets }: PlatformServices, { pack, shop }: Opening, sealed: string): Grant {
  try {
    return openGrant(secrets, shop.shopId, pack.slug, sealed);
  } catch (error) {
    const sentence = `The stored connection to ${pack.displayName} can't be decrypted. Connect ${pack.displayName} again.`;
    throw new PlatformFault("reauth_required", sentence, { cause: error });
  }
}
