import { sql } from "kysely";
import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { AgentClass } from "./user-agents.ts";

/** Of the canonical file in place of a channel's slug. */
export const CANONICAL = "";

export interface Fetch {
  readonly feedId: FeedId;
  readonly channel: string;
  readonly agentClass: AgentClass;
  readonly userAgent: string | null;
}

/** Stores the last fetch of a file, unless one was stored within a minute; whichever process served it. */
export async function storeFetch({ db, shopId }: ShopDb, { feedId, channel, agentClass, userAgent }: Fetch): Promise<boolean> {
  const { rows } = await sql`
    insert into file_fetches (feed_id, channel, shop_id, fetched_at, agent_class, user_agent)
    select id, ${channel}, shop_id, now(), ${agentClass}, ${userAgent} from feeds where id = ${feedId} and shop_id = ${shopId}
    on conflict (feed_id, channel) do update
      set fetched_at = excluded.fetched_at, agent_class = excluded.agent_class, user_agent = excluded.user_agent
      where file_fetches.fetched_at <= now() - interval '1 minute'
    returning feed_id`.execute(db);
  return rows.length > 0;
}

/** The live run's files and where they are served. */
export async function findServedFiles({ db, shopId }: ShopDb, feedId: FeedId) {
  return db
    .selectFrom("feeds")
    .innerJoin("shops", "shops.id", "feeds.shop_id")
    .innerJoin("runs", "runs.id", "feeds.live_run_id")
    .select(["feeds.file_name", "shops.feed_token", "runs.id as run_id", "runs.output", "runs.included_count", "runs.published_at"])
    .where("feeds.shop_id", "=", shopId)
    .where("feeds.id", "=", feedId)
    .where("feeds.active", "=", true)
    .executeTakeFirst();
}

export async function listFetches({ db, shopId }: ShopDb, feedId: FeedId) {
  return db.selectFrom("file_fetches").selectAll().where("shop_id", "=", shopId).where("feed_id", "=", feedId).execute();
}
