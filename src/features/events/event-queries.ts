import { sql } from "kysely";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { ALL_EVENTS, type EventName } from "./event-names.ts";
import type { StreamedName } from "./streamed-event.ts";

export interface NewEvents<N extends StreamedName = EventName> {
  readonly name: N;
  readonly at: Date;
  /** The one organization that is told besides the merchant; without one, all are. */
  readonly organizationId?: number | null;
  readonly events: readonly { readonly id: string; readonly body: string }[];
}

/**
 * Events and one delivery each to every active webhook that subscribes, due at once. One statement: what subscribes is what
 * was committed when it began. The foreign key holds a webhook that is being deleted until this transaction has ended.
 */
export async function insertEvents({ db, shopId }: ShopDb, { name, at, organizationId = null, events }: NewEvents): Promise<void> {
  const ids = events.map(({ id }) => id);
  const bodies = events.map(({ body }) => body);
  await sql`
    with made as (
      insert into events (id, shop_id, name, body, created_at, organization_id)
      select id, ${shopId}, ${name}, body, ${at}, ${organizationId} from unnest(${ids}::text[], ${bodies}::text[]) as given (id, body)
      returning id
    )
    insert into webhook_deliveries (shop_id, webhook_id, event_id, event, due_at, created_at)
    select ${shopId}, w.id, made.id, ${name}, ${at}, ${at}
    from made cross join webhooks w
    where w.shop_id = ${shopId} and w.status = 'active' and w.events && array[${name}, ${ALL_EVENTS}]::text[]
      and (${organizationId}::bigint is null or coalesce(w.organization_id, ${organizationId}) = ${organizationId})
    order by made.id, w.id
  `.execute(db);
}

/** For streams alone: no webhook gets them. */
export async function insertStreamOnly({ db, shopId }: ShopDb, { name, at, events }: NewEvents<StreamedName>): Promise<void> {
  await db
    .insertInto("events")
    .values(events.map(({ id, body }) => ({ id, shop_id: shopId, name, body, created_at: at })))
    .execute();
}
