import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { storedActor } from "../audit/index.ts";
import type { Actor } from "../operation.ts";
import type { FeedRow } from "./feed-queries.ts";
import { insertVersion, raiseVersion } from "./version-queries.ts";

/** Who changes a feed, in which transaction. */
export interface Changing {
  readonly shop: ShopDb;
  readonly actor: Actor;
}

/**
 * Says that the feed's definition has become another one, keeps it as a version, and answers the feed as it stands now. Whoever
 * changes settings, columns, mappings, rules, cells or tests calls it once, behind the change, in its transaction and with the feed's
 * lock held, so that versions and changes keep one order; a run and a scope compare the version with the one they saw.
 * `summary`: what the change was, as a sentence.
 */
export async function changeDefinition({ shop, actor }: Changing, id: FeedId, summary: string): Promise<FeedRow | undefined> {
  const feed = await raiseVersion(shop, id);
  if (feed !== undefined) await insertVersion(shop, id, { summary, createdBy: storedActor(actor) });
  return feed;
}
