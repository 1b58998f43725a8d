import { z } from "zod";
import { EVENT_DEFINITIONS } from "../../src/features/event-definitions.ts";
import { ALL_EVENTS, type EventName } from "../../src/features/events/index.ts";
import { formatId } from "../../src/kernel/ids.ts";
import { keysOf, members, parseJson } from "../../src/kernel/unsafe.ts";
import type { ShopDb } from "../../src/platform/postgres/postgres-port.ts";

/** The documented envelope, without any further field. */
const Envelope = z.strictObject({
  id: z.string().regex(/^evt_[0-9A-HJKMNP-TV-Z]{26}$/),
  object: z.literal("event"),
  event: z.enum(keysOf<EventName>(EVENT_DEFINITIONS)),
  api_version: z.literal("1.0.0"),
  created_at: z.iso.datetime(),
  shop_id: z.string(),
  data: z.unknown(),
});

export interface ToldEvent {
  readonly id: string;
  readonly event: EventName;
  readonly data: Readonly<Record<string, unknown>>;
}

/** From now on somebody listens to all that happens in the shop. */
export async function listen({ db, shopId }: ShopDb): Promise<void> {
  await db
    .insertInto("webhooks")
    .values({ shop_id: shopId, endpoint_url: "https://listener.example/", events: [ALL_EVENTS], secret: "sealed" })
    .execute();
}

/**
 * What the shop's listener was told, in the order in which it was, each body held to the envelope and to what its event's definition says.
 * `only`: events whose names begin so.
 */
export async function toldEvents({ db, shopId }: ShopDb, only: string = ALL_EVENTS): Promise<readonly ToldEvent[]> {
  const rows = await db
    .selectFrom("webhook_deliveries")
    .innerJoin("events", "events.id", "webhook_deliveries.event_id")
    .select(["events.id", "events.name", "events.body"])
    .where("webhook_deliveries.shop_id", "=", shopId)
    .orderBy("webhook_deliveries.id")
    .execute();
  const told = rows.map(({ id, name, body }) => {
    const envelope = Envelope.parse(parseJson(body));
    if (envelope.id !== id || envelope.event !== name || envelope.shop_id !== formatId("shop", shopId))
      throw new Error(`the body of ${id} is of another event: ${body}`);
    EVENT_DEFINITIONS[envelope.event].data.parse(envelope.data);
    return { id, event: envelope.event, data: members(envelope.data) };
  });
  return told.filter(({ event }) => only === ALL_EVENTS || event.startsWith(only));
}

/** The names alone. */
export async function toldNames(shop: ShopDb, only: string = ALL_EVENTS): Promise<readonly EventName[]> {
  return (await toldEvents(shop, only)).map(({ event }) => event);
}
