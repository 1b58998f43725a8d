import { sql } from "kysely";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";

/** How many of a shop's steps are kept, how many bytes of them, and for how long. */
export interface StepBounds {
  readonly steps: number;
  readonly bytes: number;
  readonly days: number;
}

/** Keeps a step back with the transaction whose change it takes back, and forgets what the shop's older ones said past the bounds. */
export async function insertStep({ db, shopId }: ShopDb, step: string, kept: StepBounds): Promise<void> {
  await db.insertInto("undo_steps").values({ shop_id: shopId, step }).execute();
  await sql`
    with placed as (
      select id, created_at, row_number() over newest as place, sum(bytes) over newest as together
      from undo_steps where shop_id = ${shopId} and step is not null window newest as (order by id desc)
    )
    update undo_steps set step = null from placed
    where undo_steps.shop_id = ${shopId} and undo_steps.id = placed.id
      and (place > ${kept.steps} or together > ${kept.bytes} or placed.created_at < now() - make_interval(days => ${kept.days}))`.execute(
    db,
  );
}
