import type { FeedDefinition } from "../../engine/plan/feed-definition.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { type FeedRow, readDefinition } from "../feeds/index.ts";
import type { ShopCall } from "../operation.ts";
import { findLiveSnapshot } from "../snapshots/index.ts";
import { PLAN_ERRORS } from "./plan-feed.ts";
import { previewDefinitions } from "./preview-plans.ts";
import { type FeedPreviewShape, previewAnswer } from "./preview-shapes.ts";

/** What an operation that can preview itself must declare. */
export const PREVIEW_ERRORS = ["no_source_extract", "preview_failed", ...PLAN_ERRORS] as const;

/** What the feed would be with another definition, against what it is; nothing is stored. */
export async function previewFeed(
  call: ShopCall & Refuse<(typeof PREVIEW_ERRORS)[number]>,
  feed: FeedRow,
  change: (definition: FeedDefinition) => FeedDefinition,
): Promise<FeedPreviewShape> {
  const snapshot = (await findLiveSnapshot(call.shop)) ?? call.fail("no_source_extract");
  const before = await readDefinition(call.shop, feed);
  const preview = (await previewDefinitions(call, { feed, snapshot, before, after: change(before) })) ?? call.fail("preview_failed");
  return { object: "feed_preview", ...previewAnswer(preview) };
}
