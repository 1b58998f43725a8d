import { z } from "zod";
import { read, type ShopCall } from "../operation.ts";
import { writeCursor } from "./event-cursor.ts";
import { EVENTS_KEPT_DAYS, eventsAfter, knownPlace, type PlacedEvent, presentPlace } from "./event-reader.ts";
import { After } from "./list-events.ts";
import { isUninstalled } from "./stream-queries.ts";

/** Of a stream's text. */
export const EVENT_STREAM = "text/event-stream";

/** In memory for a reader that is slow: the next page is read when this one has left. */
const PAGE_EVENTS = 100;
/** Browsers wait a few seconds of their own accord; a stream that ended is worth having again sooner. */
const RETRY_MS = 1_000;
const SECONDS_MAX = 86_400;

/** Answers the next events and where they end. A surface keeps the answer open and asks again from there (`lastPlace`) when something happens. */
export const streamEvents = read({
  name: "events.stream",
  title: "Stream events",
  summary: "Streams what happens in the shop as server-sent events.",
  description: `Each event has the name of a webhook's event or is \`run.progress\` or \`definition.changed\`, and contains ids and states only. A client that reconnects with \`Last-Event-ID\`, as browsers do, gets every event since, each once, in the same order, from any node. Events are kept for ${EVENTS_KEPT_DAYS} days. If the place is unknown or older, the stream begins with the event \`stream.reset\`: read everything again. A comment is sent every 15 seconds. The stream ends when the key is revoked, the session ends or the shop is uninstalled; then a new one is refused. A key can have 20 streams at a time. Browsers use a console session, because \`EventSource\` sends no \`Authorization\` header.`,
  scope: "read_feeds",
  http: { method: "GET", path: "/events/stream", status: 200 },
  query: z.strictObject({
    after: After,
    seconds: z
      .string()
      .regex(/^[0-9]{1,5}$/, `must be an integer from 0 to ${SECONDS_MAX}`)
      .transform(Number)
      .pipe(z.int().max(SECONDS_MAX))
      .optional()
      .meta({ description: "Ends the stream after this many seconds. 0 ends it after the events there are.", examples: [60] }),
  }),
  output: z.string().meta({
    description: "`id` is the place to continue after, `event` the name, `data` a StreamedEvent.",
    examples: [
      'id: 1793611800000-8412-evt_01M8017BM036GV0QW0WPYWM6B5\nevent: run.progress\ndata: {"id":"evt_01M8017BM036GV0QW0WPYWM6B5","object":"event","event":"run.progress","created_at":"2026-11-02T09:30:00.000Z","data":{"object":"run","id":"run_12","feed_id":"feed_12","status":"running","stage":"writing","progress":50}}\n\n',
    ],
  }),
  answersAs: EVENT_STREAM,
  errors: ["shop_inactive"],
  mcp: { hidden: "An agent's call ends with its answer; `list_events` says what happened since." },
  async run(call, { query: { after } }) {
    if (await isUninstalled(call.shop)) return call.fail("shop_inactive");
    return eventText(call, after);
  },
});

async function eventText(call: ShopCall, after: string | undefined): Promise<string> {
  const known = after === undefined ? undefined : await knownPlace(call, after);
  const place = known ?? (await presentPlace(call));
  const reset = after === undefined || known !== undefined ? "" : "event: stream.reset\ndata: {}\n";
  const page = await eventsAfter(call, place, PAGE_EVENTS);
  return `retry: ${RETRY_MS}\nid: ${writeCursor(place)}\n${reset}\n${page.map(frame).join("")}`;
}

/** Where the text of a stream ends. */
export function lastPlace(text: string): string {
  return Array.from(text.matchAll(/^id: (.*)$/gm)).at(-1)?.[1] ?? "";
}

function frame({ cursor, event }: PlacedEvent): string {
  return `id: ${cursor}\nevent: ${event.event}\ndata: ${JSON.stringify(event)}\n\n`;
}
