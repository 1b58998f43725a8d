import type { z } from "zod";
import { formatId } from "../../kernel/ids.ts";
import type { ShopCall } from "../operation.ts";
import type { EventDefinition } from "./event.ts";
import { API_VERSION } from "./envelope.ts";
import { eventId } from "./event-id.ts";
import { insertEvents, insertStreamOnly, type NewEvents } from "./event-queries.ts";
import type { STREAM_ONLY, StreamedName } from "./streamed-event.ts";

/** Whose event it is, in the transaction that makes it true, and what time it is. */
export interface EventSource extends Pick<ShopCall, "shop" | "clock"> {
  /** Whom the event names, so that no other organization's webhooks are told. */
  readonly organizationId?: number | null;
}

/** Tells subscribers that something happened: the event and its deliveries join the caller's transaction, so neither is without the other. */
export async function emit<D extends z.ZodType>(source: EventSource, event: EventDefinition<D>, data: z.input<D>): Promise<void> {
  await emitAll(source, event, [data]);
}

/** The same event once for each of `data`, in one statement. */
export async function emitAll<D extends z.ZodType>(
  source: EventSource,
  event: EventDefinition<D>,
  data: readonly z.input<D>[],
): Promise<void> {
  if (data.length > 0) await insertEvents(source.shop, composeEvents(source, event, data));
}

/** Events as they are stored, for whoever says itself whom they are told. */
export function composeEvents<D extends z.ZodType>(
  source: EventSource,
  { name }: EventDefinition<D>,
  data: readonly z.input<D>[],
): NewEvents {
  return composed(source, name, data);
}

/** Tells those who watch, and no webhook. */
export async function emitToStreams<N extends keyof StreamedData>(source: EventSource, name: N, data: StreamedData[N]): Promise<void> {
  await insertStreamOnly(source.shop, composed(source, name, [data]));
}

interface StreamedData extends Readonly<Record<keyof typeof STREAM_ONLY, unknown>> {
  readonly "run.progress": RunProgress;
  readonly "definition.changed": { readonly object: "feed"; readonly id: string };
}

interface RunProgress {
  readonly object: "run";
  readonly id: string;
  readonly feed_id: string;
  readonly status: "running";
  readonly stage: string;
  readonly progress: number;
}

function composed<N extends StreamedName>(
  { shop, clock, organizationId = null }: EventSource,
  name: N,
  data: readonly unknown[],
): NewEvents<N> {
  const at = clock.now();
  // Ids of one moment are in no order by themselves; those of one call are in the order of `data`, and so are their deliveries.
  const ids = data.map(() => eventId(at)).toSorted();
  const envelopes = data.map((each, place) => ({
    id: ids[place] ?? eventId(at),
    object: "event",
    event: name,
    api_version: API_VERSION,
    created_at: at.toISOString(),
    shop_id: formatId("shop", shop.shopId),
    data: each,
  }));
  return { name, at, organizationId, events: envelopes.map((envelope) => ({ id: envelope.id, body: JSON.stringify(envelope) })) };
}
