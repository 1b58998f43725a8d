import type { Clock } from "../../kernel/clock.ts";
import type { ShopId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { Logger } from "../../platform/telemetry/telemetry-port.ts";
import type { PublicFile } from "../feeds/index.ts";
import { storeFetch } from "./file-queries.ts";
import { agentClass, storedAgent } from "./user-agents.ts";

const WRITTEN_EVERY_MS = 60_000;
/** Files that are remembered as just written. Past it the database alone keeps to the minute. */
const FILES_MAX = 10_000;

interface FetchNotes {
  readonly open: (shopId: ShopId) => ShopDb;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Notes who fetched a file, without anyone waiting for it: at most one write a minute for each file. */
export function noteFetches({ open, clock, log }: FetchNotes) {
  const written = new Map<string, number>();
  return ({ owner: { shopId, feedId, channel } }: PublicFile, userAgent: string | undefined): void => {
    const now = clock.now().getTime();
    const name = `${feedId}/${channel}`;
    if (now - (written.get(name) ?? -Infinity) < WRITTEN_EVERY_MS) return;
    if (written.size >= FILES_MAX) written.clear();
    written.set(name, now);
    const fetch = { feedId, channel, agentClass: agentClass(userAgent), userAgent: storedAgent(userAgent) };
    storeFetch(open(shopId), fetch).catch((error: unknown) => log.debug({ error: String(error) }, "a fetch couldn't be noted"));
  };
}
