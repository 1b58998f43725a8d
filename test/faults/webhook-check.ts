import { createHash } from "node:crypto";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import type { Postgres } from "../../src/platform/postgres/open-postgres.ts";
import type { SeenAttempt, WebhookSink } from "./webhook-sink.ts";

/** What is checked against what: the changes that were accepted, the rows in the database, and what the receivers saw. */
interface Evidence {
  readonly sink: WebhookSink;
  /** Of accepted changes; each is one event for every product. */
  readonly titles: readonly string[];
  readonly eventsATitle: number;
  readonly killedAt: readonly number[];
  /** From then on retries came before their time. */
  readonly movedAt: number;
  readonly violations: string[];
}

/** Counts of what was delivered. */
export interface Delivered {
  readonly events: number;
  readonly deliveries: number;
  readonly attempts: number;
  /** Answered with an error or a cut connection. */
  readonly failedAttempts: number;
  /** After a 2xx whose record a kill prevented. */
  readonly repeatedAttempts: number;
}

const RECEIVERS_A_SHOP = 2;
/** The first retry comes after a minute. */
const FIRST_RETRY_MS = 60_000;
/** Between a receiver's answer and the moment it is recorded. */
const RECORDING_MS = 2_000;
/** A list of faults that is longer says no more. */
const SHOWN_MAX = 20;

interface DeliveryRow {
  readonly id: number;
  readonly event_id: string;
  readonly status: string;
  readonly attempt_count: number;
}

export async function checkDeliveries({ pool }: Postgres, evidence: Evidence): Promise<Delivered> {
  const say = bounded(evidence.violations);
  const events = await pool.query<{ readonly id: string; readonly body: string }>(
    "select id, body from events where name = 'product.updated'",
  );
  const deliveries = await pool.query<DeliveryRow>("select id, event_id, status, attempt_count from webhook_deliveries");
  checkEvents(events.rows, evidence, say);
  const ofEvent = Map.groupBy(deliveries.rows, ({ event_id }) => event_id);
  for (const { id } of events.rows)
    if (ofEvent.get(id)?.length !== RECEIVERS_A_SHOP) say(`${id} has ${ofEvent.get(id)?.length ?? 0} deliveries`);
  const hashes = new Map(events.rows.map(({ id, body }) => [id, createHash("sha256").update(body).digest("hex")]));
  const seen = Map.groupBy(evidence.sink.attempts, ({ delivery }) => delivery);
  let repeated = 0;
  for (const row of deliveries.rows) {
    const attempts = (seen.get(`whd_${row.id}`) ?? []).toSorted((one, other) => one.at - other.at);
    checkDelivery(row, attempts, say);
    for (const { eventId, bodyHash, verified } of attempts) {
      if (eventId !== row.event_id || bodyHash !== hashes.get(eventId))
        say(`whd_${row.id} was sent with other bytes than ${row.event_id} has`);
      if (!verified) say(`whd_${row.id} was sent with a signature that does not verify`);
    }
    repeated += checkRepeats(row, attempts, { ...evidence, say });
  }
  const known = new Set(deliveries.rows.map(({ id }) => `whd_${id}`));
  for (const id of seen.keys()) if (!known.has(id)) say(`${id} was sent and is no delivery`);
  return {
    events: events.rows.length,
    deliveries: deliveries.rows.length,
    attempts: evidence.sink.attempts.length,
    failedAttempts: evidence.sink.attempts.filter(({ answered }) => answered !== "ok").length,
    repeatedAttempts: repeated,
  };
}

type Say = (violation: string) => void;

function bounded(violations: string[]): Say {
  return (violation) => {
    if (violations.length < SHOWN_MAX) violations.push(violation);
  };
}

/** Each accepted change is there once for every product, and nothing else is. */
function checkEvents(rows: readonly { readonly id: string; readonly body: string }[], { titles, eventsATitle }: Evidence, say: Say): void {
  const told = Map.groupBy(rows, ({ body }) => String(members(members(parseJson(body))["data"])["title"]));
  for (const title of titles) {
    const products = (told.get(title) ?? []).map(({ body }) => members(members(parseJson(body))["data"])["id"]);
    if (products.length !== eventsATitle || new Set(products).size !== eventsATitle)
      say(`"${title}" was accepted for ${eventsATitle} products and told of ${products.length}, ${new Set(products).size} different ones`);
  }
  const accepted = new Set(titles);
  for (const title of told.keys()) if (!accepted.has(title)) say(`"${title}" was told and not accepted`);
}

function checkDelivery({ id, status, attempt_count }: DeliveryRow, attempts: readonly SeenAttempt[], say: Say): void {
  const succeeded = attempts.some(({ answered }) => answered === "ok");
  if (status !== "delivered") say(`whd_${id} is ${status} in the end, after ${attempts.length} attempts`);
  if ((status === "delivered") !== succeeded) say(`whd_${id} is ${status}, and its receiver ${succeeded ? "took" : "never took"} it`);
  if (attempt_count > attempts.length) say(`whd_${id} records ${attempt_count} attempts of ${attempts.length} that were made`);
}

/** A 2xx ends the schedule, unless a kill came before it was recorded; a retry is not early. Answers how many came after a 2xx. */
function checkRepeats(
  { id }: DeliveryRow,
  attempts: readonly SeenAttempt[],
  { killedAt, movedAt, say }: Pick<Evidence, "killedAt" | "movedAt"> & { readonly say: Say },
): number {
  let repeated = 0;
  for (const [at, attempt] of attempts.entries()) {
    const before = attempts[at - 1];
    if (before === undefined) continue;
    const excused = killedAt.some((killed) => killed > before.at - RECORDING_MS && killed < attempt.at);
    if (before.answered === "ok") {
      repeated += 1;
      if (!excused) say(`whd_${id} was sent again ${Math.round(attempt.at - before.at)} ms after a 2xx, and nothing was killed`);
    } else if (!excused && attempt.at < movedAt && attempt.at - before.at < FIRST_RETRY_MS) {
      say(`whd_${id} was tried again after ${Math.round(attempt.at - before.at)} ms`);
    }
  }
  return repeated;
}
