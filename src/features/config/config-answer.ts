import { type FeedId, formatId, storedId } from "../../kernel/ids.ts";
import { branded } from "../../kernel/unsafe.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { FeedConfigShape } from "./config-shapes.ts";
import { presentFeed, type SectionValues } from "./present-feed.ts";
import { DOCUMENT_SECTIONS } from "./sections.ts";

/** The feed's present configuration; nothing where the feed is gone. */
export async function presentConfig(shop: ShopDb, feedId: FeedId): Promise<FeedConfigShape | undefined> {
  const present = await presentFeed(shop, feedId);
  return present === undefined ? undefined : configAnswer(present.feed.id, present.feed.definition_version, present.values);
}

/** Always in the same order, whatever the order of changes was, so that files compare line by line. */
export function configAnswer(feedId: number, version: number, values: SectionValues): FeedConfigShape {
  return branded<FeedConfigShape>({
    object: "feed_config",
    feed_id: formatId("feed", storedId("feed", feedId)),
    version,
    ...Object.fromEntries(DOCUMENT_SECTIONS.map((section) => [section.name, section.show(values[section.name])])),
  });
}
