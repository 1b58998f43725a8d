import type { Clock } from "../../kernel/clock.ts";
import type { ShopCall } from "../operation.ts";
import { type EventCursor, readCursor, writeCursor } from "./event-cursor.ts";
import { findHorizon, listEventsAfter, type StreamedRow } from "./stream-queries.ts";
import { namesFor, type StreamedEvent, streamedEvent } from "./streamed-event.ts";

/** Days that events are kept, as deliveries are. An older place may have lost some. */
export const EVENTS_KEPT_DAYS = 30;
const KEPT_MS = EVENTS_KEPT_DAYS * 86_400_000;

export interface PlacedEvent {
  readonly cursor: string;
  readonly event: StreamedEvent;
}

export interface WhoReads extends Pick<ShopCall, "shop" | "scopes" | "actor"> {
  readonly clock: Clock;
}

/** What a caller may see of its shop's events. */
export function wantedBy({ scopes, actor }: Pick<WhoReads, "scopes" | "actor">, limit: number) {
  return { names: namesFor(scopes), organizationId: actor.kind === "key" ? actor.organizationId : null, limit };
}

export function placed(row: StreamedRow): PlacedEvent {
  return { cursor: writeCursor(cursorOf(row)), event: streamedEvent(row) };
}

function cursorOf({ created_at: at, tx, id }: StreamedRow): EventCursor {
  return { atMs: at.getTime(), tx, eventId: id };
}

/** The present: what has happened lies before it, what is under way behind. */
export async function presentPlace({ shop, clock }: Pick<WhoReads, "shop" | "clock">): Promise<EventCursor> {
  return { atMs: clock.now().getTime(), tx: await findHorizon(shop.db), eventId: "" };
}

/**
 * The place that a text names, if events after it are all still there. Not if the text is no cursor, is older than events are kept, or is of a
 * transaction this database hasn't had yet: then the database was put in the place of another.
 */
export async function knownPlace({ shop, clock }: Pick<WhoReads, "shop" | "clock">, text: string): Promise<EventCursor | undefined> {
  const cursor = readCursor(text);
  if (cursor === undefined || cursor.atMs < clock.now().getTime() - KEPT_MS) return undefined;
  return BigInt(cursor.tx) <= BigInt(await findHorizon(shop.db)) ? cursor : undefined;
}

/** The next events after a place; none: nothing has happened since. */
export async function eventsAfter(who: WhoReads, place: EventCursor, limit: number): Promise<readonly PlacedEvent[]> {
  return (await listEventsAfter(who.shop, place, wantedBy(who, limit))).map(placed);
}
