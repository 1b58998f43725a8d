import { sql } from "kysely";
import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";

/** Which of the shop's registrations; all of them where nothing is named. */
interface Which {
  readonly feedId?: FeedId;
  readonly channel?: string;
}

/** What platforms should have has changed: a file's URL, its format, a label. A worker tells them once this is committed. */
export async function markRegistrationsDue({ db, shopId }: ShopDb, { feedId, channel }: Which): Promise<void> {
  await db
    .updateTable("datafeeds")
    .set({ work_due_at: sql<Date>`now()`, revision: sql<number>`revision + 1` })
    .where("shop_id", "=", shopId)
    .where("status", "<>", "removing")
    .where((row) =>
      row.and([
        ...(feedId === undefined ? [] : [row("feed_id", "=", feedId)]),
        ...(channel === undefined ? [] : [row("channel", "=", channel)]),
      ]),
    )
    .execute();
}

/** A file that went live may have prices in another currency, and some platforms keep a feed's currency. The caller holds the feed's lock. */
export async function markCurrencyDue({ db, shopId }: ShopDb, feedId: FeedId): Promise<void> {
  await sql`
    update datafeeds d set work_due_at = now(), revision = d.revision + 1
    from feeds f join runs r on r.id = f.live_run_id
    where d.shop_id = ${shopId} and d.feed_id = ${feedId} and f.id = d.feed_id and d.status <> 'removing' and d.given is not null
      and d.given ->> 'currency' is distinct from r.output ->> 'currency'`.execute(db);
}
