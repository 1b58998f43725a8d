import { RequestError } from "../../kernel/errors.ts";
import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { type Cell, type CellDifference, listCells, listCellsSince } from "../cells/index.ts";
import { type FeedRow, findFeed } from "../feeds/index.ts";
import { listRuleRows, type RuleRow } from "../rules/index.ts";

/** A feed as it is, all of one version. */
export interface Present {
  readonly feed: FeedRow;
  readonly rules: readonly RuleRow[];
  readonly cells: readonly Cell[];
}

interface Back extends Present {
  /** What would make the cells those they were. */
  readonly since: readonly CellDifference[];
}

/** Whoever changes a feed takes longer than it takes to read one. */
const READINGS_MAX = 10;

/** Nothing where the feed is gone. `version`: how its cells differ from those of then is asked for too. */
export async function presentFeed(shop: ShopDb, feedId: FeedId, version?: number): Promise<Back | undefined> {
  for (let reading = 0; reading < READINGS_MAX; reading += 1) {
    const feed = await findFeed(shop, feedId);
    if (feed === undefined) return undefined;
    const rules = await listRuleRows(shop, feedId);
    const cells = await listCells(shop, feedId);
    const since = version === undefined ? [] : await listCellsSince(shop, { feedId, version });
    // Without its lock somebody may change the feed between two of these; then they are of no version.
    if ((await findFeed(shop, feedId))?.definition_version === feed.definition_version) return { feed, rules, cells, since };
  }
  throw new RequestError("unavailable", { message: "The feed is being changed over and over. Try again shortly." });
}
