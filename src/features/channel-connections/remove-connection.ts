import { isSupported } from "../../channels/platform-port.ts";
import { PlatformFault } from "../../channels/platform-request.ts";
import type { ChannelPack } from "../../channels/channel-port.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { type ConnectionRow, deleteConnection } from "./connection-queries.ts";
import { callPlatform } from "./open-platform.ts";
import type { PlatformServices } from "./platform-call.ts";

interface Removing {
  readonly pack: ChannelPack;
  readonly shop: ShopDb;
  readonly claimed: Pick<ConnectionRow, "id" | "claims">;
  readonly signal: AbortSignal;
  /** The platform couldn't be reached for too long. */
  readonly isOverdue: boolean;
}

/** Revokes the grant, then forgets the connection. A platform that doesn't know the grant any more has nothing to revoke. */
export async function removeConnection(services: PlatformServices, { pack, shop, claimed, signal, isOverdue }: Removing): Promise<void> {
  const { revoke } = pack.platform.connecting;
  if (isSupported(revoke) && !isOverdue) {
    const opening = { pack, shop, signal, isRemoving: true };
    await callPlatform(services, opening, (call) => revoke(call, call.grant())).catch((error: unknown) => {
      if (!(error instanceof PlatformFault) || error.code === "unavailable" || error.code === "throttled") throw error;
      services.log.info({ channel: pack.slug, fault: error.code }, "the platform had no grant to revoke");
    });
  }
  await deleteConnection(shop, claimed);
}
