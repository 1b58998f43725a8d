import type { FaultSpan, FinalState, SeenDelivery } from "./cluster-history.ts";

/** Processes of the service record what receivers answered, and free what dead ones had claimed, within this. */
const SETTLES_MS = 40_000;

interface DeliveryEvidence {
  readonly final: FinalState;
  readonly seen: readonly SeenDelivery[];
  readonly faults: readonly FaultSpan[];
}

/** Each event has one delivery for each webhook, delivered; what arrived was its bytes; after a 2xx only a fault excuses another attempt. */
export function checkDeliveries({ final, seen, faults: spans }: DeliveryEvidence): readonly string[] {
  const { events, deliveries, webhooks } = final;
  const faults: string[] = [];
  const ofEvent = Map.groupBy(deliveries, ({ eventId }) => eventId);
  const attempts = Map.groupBy(seen, ({ delivery }) => delivery);
  for (const { id } of events.filter(({ subscribed }) => subscribed)) {
    const own = ofEvent.get(id)?.length ?? 0;
    if (own !== webhooks) faults.push(`${id} has ${own} deliveries for ${webhooks} webhooks`);
  }
  const hashes = new Map(events.map(({ id, sha256 }) => [id, sha256]));
  for (const delivery of deliveries) {
    const own = (attempts.get(delivery.id) ?? []).toSorted((one, other) => one.at - other.at);
    faults.push(...deliveryFaults(delivery, own, hashes.get(delivery.eventId)), ...needlessRepeats(own, spans));
  }
  const known = new Set(deliveries.map(({ id }) => id));
  for (const id of attempts.keys()) if (!known.has(id)) faults.push(`${id} was sent and is no delivery`);
  return faults;
}

type FinalDelivery = FinalState["deliveries"][number];

function deliveryFaults(
  { id, eventId, status }: FinalDelivery,
  attempts: readonly SeenDelivery[],
  sha256: string | undefined,
): readonly string[] {
  const faults: string[] = [];
  const took = attempts.some(({ answered }) => answered === "ok");
  if (status !== "delivered" || !took) faults.push(`${id} is ${status}, and its receiver ${took ? "took" : "never took"} it`);
  if (attempts.some((one) => one.eventId !== eventId || one.bodyHash !== sha256))
    faults.push(`${id} was sent with other bytes than ${eventId} has`);
  return faults;
}

function needlessRepeats(attempts: readonly SeenDelivery[], spans: readonly FaultSpan[]): readonly string[] {
  return attempts.flatMap(({ delivery, at: laterMs }, at) => {
    const before = attempts[at - 1];
    if (before?.answered !== "ok") return [];
    const isExcused = spans.some(({ fromMs, toMs }) => fromMs < laterMs && toMs + SETTLES_MS > before.at);
    return isExcused ? [] : [`${delivery} was sent again ${Math.round(laterMs - before.at)} ms after a 2xx, and nothing was wrong`];
  });
}
