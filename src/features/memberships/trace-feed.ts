import type { FeedDefinition } from "../../engine/plan/feed-definition.ts";
import type { TracedRow } from "../../engine/run/trace-query.ts";
import { RequestError } from "../../kernel/errors.ts";
import { storedId } from "../../kernel/ids.ts";
import { type FeedRow, findFeed, readDefinition } from "../feeds/index.ts";
import type { ShopCall } from "../operation.ts";
import type { Snapshot } from "../snapshots/index.ts";
import { traceRows } from "../transforms/index.ts";

/** A row's way through a feed as it is defined now. */
export interface TracedFeed {
  readonly feed: FeedRow;
  readonly definition: FeedDefinition;
  readonly row: TracedRow;
}

/** Undefined where the feed cannot be followed: it is too large for that, or the platform's row is gone. */
export async function traceFeed(
  call: ShopCall,
  { snapshot, feedId, rowId }: { readonly snapshot: Snapshot; readonly feedId: number; readonly rowId: number },
): Promise<TracedFeed | undefined> {
  const feed = await findFeed(call.shop, storedId("feed", feedId));
  if (feed === undefined) return undefined;
  const definition = await readDefinition(call.shop, feed);
  const rows = await traceRows(call, { feed, snapshot, definition, rowIds: [rowId] }).catch(nothingIfRefused);
  const row = rows?.[0];
  return row === undefined ? undefined : { feed, definition, row };
}

function nothingIfRefused(thrown: unknown): undefined {
  if (!(thrown instanceof RequestError)) throw thrown;
}
