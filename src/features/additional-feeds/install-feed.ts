import { storedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { insertVersion } from "../feeds/index.ts";
import { insertCopiedFeed, type NewFeed } from "./additional-feed-queries.ts";
import { slugOf } from "./slug.ts";

/** Adds a feed beside the primary one of a shop that is being installed. The extract of the installation runs it. */
export async function installFeed(shop: ShopDb, feed: Omit<NewFeed, "slug" | "mode" | "collection">): Promise<void> {
  const made = await insertCopiedFeed(shop, { ...feed, slug: slugOf(feed.displayName), mode: "all", collection: null });
  if (made === undefined) throw new Error(`the shop has a feed called ${feed.displayName} already`);
  await insertVersion(shop, storedId("feed", made.id), { summary: "Created the feed.", createdBy: { kind: "system" } });
}
