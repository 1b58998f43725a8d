import { type FeedId, storedId } from "../../kernel/ids.ts";
import { type ShopDb, transact } from "../../platform/postgres/postgres-port.ts";
import { emit } from "../events/index.ts";
import type { LocalServices } from "../operation.ts";
import { channelFailed, channelSynced } from "./sync-events.ts";
import { endSync, insertSync, noteSynced, type SyncEnd, type SyncRow } from "./sync-queries.ts";
import { syncAnswer } from "./sync-shapes.ts";

/** The sync's end, its event and the sync that follows it come in one transaction. False: another attempt has the sync. `endOf`: asked within it. */
export async function finishSync(
  { clock }: Pick<LocalServices, "clock">,
  { shop, row }: { readonly shop: ShopDb; readonly row: SyncRow },
  endOf: (inside: ShopDb, of: { readonly feedId: FeedId; readonly channel: string }) => Promise<SyncEnd>,
): Promise<boolean> {
  const of = { feedId: storedId("feed", row.feed_id), channel: row.channel };
  return transact(shop.db, async (transaction) => {
    const inside = { ...shop, db: transaction };
    const end = await endOf(inside, of);
    const ended = await endSync(inside, row, end);
    if (ended === undefined) return false;
    if (end.status === "success") await noteSynced(inside, row.channel);
    await emit({ shop: inside, clock }, end.status === "success" ? channelSynced : channelFailed, syncAnswer(ended));
    if (ended.again) await insertSync(inside, of, row.mode);
    return true;
  });
}
