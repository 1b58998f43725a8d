import { setTimeout as sleep } from "node:timers/promises";
import type { ChannelPack } from "../../channels/channel-port.ts";
import { openAsk } from "../../channels/platform-ask.ts";
import type { PlatformAccount, PlatformCall } from "../../channels/platform-port.ts";
import { type Grant, PlatformFault, type PlatformSettings, type RateLimit } from "../../channels/platform-request.ts";
import { formatId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { Services } from "../operation.ts";
import { bucketOf, holdRate, takeRate } from "./platform-rates.ts";

export type PlatformServices = Pick<Services, "egress" | "secrets" | "clock" | "log" | "platforms">;

export interface Calling {
  readonly pack: ChannelPack;
  readonly shop: ShopDb;
  readonly signal: AbortSignal;
  /** Null: none was chosen yet. */
  readonly account: PlatformAccount | null;
  /** Throws where there is none. */
  readonly grant: () => Grant;
  readonly renew: (expired: Grant) => Promise<void>;
}

/** From the look-up of the platform's name to the end of its answer. */
const ANSWER_TIMEOUT_MS = 30_000;

/** A platform to be called, as the verbs of its client take it. */
export function platformCall(services: PlatformServices, calling: Calling): PlatformCall {
  const { pack, shop, signal, account, grant, renew } = calling;
  const settings = settingsOf(services, pack);
  const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal });
  const bucket = (limit: RateLimit) => bucketOf(pack.slug, rateHolder(calling), limit);
  return {
    settings,
    grant,
    pause,
    account: () => account ?? accountMissing(pack),
    now: () => services.clock.now(),
    ...openAsk({
      platform: pack.displayName,
      ...{ settings, manners: pack.platform.manners, egress: services.egress, log: services.log, signal, timeoutMs: ANSWER_TIMEOUT_MS },
      ...{ grant, renew, pause, random: Math.random },
      take: (limit) => takeRate(shop.db, bucket(limit)),
      async hold(limits, ms) {
        for (const limit of limits) await holdRate(shop.db, bucket(limit), ms);
      },
    }),
  };
}

/** Whose rates a call counts in. Before an account is chosen a shop waits for its own calls alone. Sellers of a marketplace share its id. */
function rateHolder({ pack, shop, account, grant }: Calling): string {
  if (account === null) return formatId("shop", shop.shopId);
  return pack.pushing?.seller({ account, grant: grant() }) ?? account.id;
}

function settingsOf({ platforms }: PlatformServices, { slug, displayName }: ChannelPack): PlatformSettings {
  const settings = platforms[slug];
  if (settings === undefined) throw new PlatformFault("not_configured", `${displayName} isn't configured on this installation.`);
  return settings;
}

function accountMissing({ displayName, slug }: ChannelPack): never {
  throw new PlatformFault(
    "account_required",
    `Choose the ${displayName} account to use: list them with GET /channels/${slug}/accounts, then PATCH /channels/${slug}.`,
  );
}
