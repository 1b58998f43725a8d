import { runCurrencies } from "../../engine/run/run-counts.ts";
import { shapeOf, valueNames, writeRows } from "../../engine/run/run-files.ts";
import type { FeedDefinition } from "../../engine/plan/feed-definition.ts";
import {
  type AssignedChannel,
  openChannel,
  readChannelInputs,
  readIncludedRows,
  type RenderedRow,
  renderRows,
  type RunRows,
} from "../channel-files/index.ts";
import type { FeedRow } from "../feeds/index.ts";
import { findOmission } from "../findings/index.ts";
import type { ShopCall } from "../operation.ts";
import type { Snapshot } from "../snapshots/index.ts";
import { inInteractiveSession } from "./interactive-session.ts";
import { openTransform, type OpenTransform } from "./open-transform.ts";
import { planned } from "./plan-feed.ts";

interface ChannelRowsWork {
  readonly feed: FeedRow;
  readonly snapshot: Snapshot;
  readonly definition: FeedDefinition;
  readonly channel: AssignedChannel;
  readonly rowIds: readonly number[];
}

/**
 * What a channel's file would say of some rows, were the feed run now; those that it leaves out aren't among them. The whole feed is transformed
 * for it: which attributes the file has, and a SKU that's repeated, depend on all rows. `undefined` where DuckDB failed at it.
 */
export async function readChannelRows(call: ShopCall, work: ChannelRowsWork): Promise<readonly RenderedRow[] | undefined> {
  const { feed, channel, definition, rowIds, snapshot } = work;
  return inInteractiveSession(call, { what: "channel rows", snapshot }, async ({ session, scratch, leases }) => {
    const now = call.clock.now();
    const open = await openTransform(call, call.shop, { feed, snapshot, definitions: [definition], session, scratch, leases, now });
    const rows = await transformed(call, open, definition);
    const [currency] = await session.all(runCurrencies(rows.rowsFile, rows.columns));
    const known = { currency: currency === undefined ? null : String(currency["currency"]), now };
    const inputOf = await readChannelInputs(call, { shop: call.shop, feed, rows, known, channels: [channel] });
    const included = await readIncludedRows(rows);
    const opened = await openChannel(rows, channel, { input: inputOf(channel), included });
    return renderRows(rows, opened, { rowIds, omission: await findOmission(rows, opened) });
  });
}

async function transformed(call: ShopCall, { session, scratch, input, options, planOf }: OpenTransform, definition: FeedDefinition) {
  const plan = planOf(definition);
  const { statements, rows } = await planned(call, "transform", { plan, input, options });
  const shape = shapeOf(plan);
  const rowsFile = scratch.file("channel-rows.parquet");
  await session.run(...statements, writeRows(rows, shape, rowsFile));
  return {
    ...{ session, scratch, rowsFile, split: shape.split },
    columns: valueNames(shape),
    carried: shape.carried ?? [],
  } satisfies RunRows;
}
