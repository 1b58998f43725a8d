import type { Refuse } from "../../kernel/operation.ts";
import { formatId, storedId } from "../../kernel/ids.ts";
import { effectOf, type ReadEdit } from "../definitions/index.ts";
import type { FeedRow } from "../feeds/index.ts";
import type { ShopCall } from "../operation.ts";
import type { Comparison } from "./compare-values.ts";
import type { ConfigPlanShape } from "./config-shapes.ts";

type Call = ShopCall & Refuse<"preview_failed">;

/** What a document or a version would change. */
export interface ConfigEdit extends ReadEdit {
  readonly comparison: Comparison;
}

interface Planned extends ConfigEdit {
  readonly feed: FeedRow;
}

/** What applying would change, in the definition and in the rows. */
export async function planConfig(call: Call, planned: Planned): Promise<ConfigPlanShape> {
  const { feed, comparison } = planned;
  return {
    object: "config_plan",
    feed_id: formatId("feed", storedId("feed", feed.id)),
    version: feed.definition_version,
    changes: [...comparison.changes],
    changed_count: { ...comparison.counts },
    preview: await effectOf(call, planned),
  };
}
