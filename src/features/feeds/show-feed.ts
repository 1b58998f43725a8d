import type { FeedId } from "../../kernel/ids.ts";
import type { ShopCall } from "../operation.ts";
import { feedDetailAnswer } from "./feed-answers.ts";
import { findFeedView } from "./feed-queries.ts";
import type { FeedDetailShape } from "./feed-shapes.ts";

/** A feed as a change leaves it. The caller holds its lock. */
export async function showFeed({ shop, filesUrl }: Pick<ShopCall, "shop" | "filesUrl">, id: FeedId): Promise<FeedDetailShape> {
  const feed = await findFeedView(shop, id);
  if (feed === undefined) throw new Error(`feed ${id} is gone`);
  return feedDetailAnswer(feed, filesUrl);
}
