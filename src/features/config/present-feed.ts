import { RequestError } from "../../kernel/errors.ts";
import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { type FeedRow, type FeedVersion, findFeed } from "../feeds/index.ts";
import { DOCUMENT_SECTIONS } from "./sections.ts";

/** Sections by their names. */
export type SectionValues = Readonly<Record<string, unknown>>;

/** A feed as it is, all of one version. Plain data. */
export interface Present {
  readonly feed: FeedRow;
  readonly values: SectionValues;
}

interface Back extends Present {
  /** The sections as the version that was asked for has them. */
  readonly then: SectionValues;
}

/** Whoever changes a feed takes longer than it takes to read one. */
const READINGS_MAX = 10;

/** Nothing where the feed is gone. */
export async function presentFeed(shop: ShopDb, feedId: FeedId, version?: FeedVersion): Promise<Back | undefined> {
  for (let reading = 0; reading < READINGS_MAX; reading += 1) {
    const feed = await findFeed(shop, feedId);
    if (feed === undefined) return undefined;
    const [values, then]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
    for (const section of DOCUMENT_SECTIONS) {
      const value = await section.load(shop, feed);
      values[section.name] = value;
      if (version !== undefined) then[section.name] = await section.loadVersion(shop, version, value);
    }
    // Without its lock somebody may change the feed between two of these; then they are of no version.
    if ((await findFeed(shop, feedId))?.definition_version === feed.definition_version) return { feed, values, then };
  }
  throw new RequestError("unavailable", { message: "The feed keeps changing. Try again shortly." });
}
