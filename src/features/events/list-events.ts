import { z } from "zod";
import { read, type ShopCall } from "../operation.ts";
import { writeCursor } from "./event-cursor.ts";
import { EVENTS_KEPT_DAYS, eventsAfter, knownPlace, placed, presentPlace, wantedBy } from "./event-reader.ts";
import { listNewestEvents } from "./stream-queries.ts";
import { StreamedEvent } from "./streamed-event.ts";

const LIMIT_MAX = 100;
const LIMIT_DEFAULT = 25;

export const After = z
  .string()
  .max(100)
  .optional()
  .meta({
    description: "Only events after this place: `meta.after` of a list, or the `id` of a streamed event.",
    examples: ["1793611800000-8412-evt_01M8017BM036GV0QW0WPYWM6B5"],
  });

export const listEvents = read({
  name: "events.list",
  title: "List events",
  summary: "Lists what happened in the shop, oldest first.",
  description: `Without \`after\`, these are the newest events. Send \`meta.after\` as \`after\` to continue where the list ends: no event is left out and none comes twice. Events are kept for ${EVENTS_KEPT_DAYS} days. An event contains ids and states only; read the resource for the rest. Events about things that the key may not read are left out.`,
  scope: "read_feeds",
  http: { method: "GET", path: "/events", status: 200 },
  query: z.strictObject({
    after: After,
    limit: z
      .string()
      .regex(/^[0-9]{1,3}$/, `must be an integer from 1 to ${LIMIT_MAX}`)
      .transform(Number)
      .pipe(z.int().min(1).max(LIMIT_MAX))
      .default(LIMIT_DEFAULT)
      .meta({ description: "Events per answer." }),
  }),
  output: z.strictObject({
    data: z.array(StreamedEvent),
    meta: z.strictObject({
      after: z.string().meta({ description: "Where this list ends.", examples: ["1793611800000-8412-evt_01M8017BM036GV0QW0WPYWM6B5"] }),
      has_more: z.boolean().meta({ description: "Whether there are more events after this list." }),
    }),
  }),
  errors: ["invalid_request"],
  mcp: { tool: "list_events", use: "Use it to see what happened lately, and with `after` to see what happened since." },
  async run(call, { query: { after, limit } }) {
    if (after === undefined) return newest(call, limit);
    const message = `\`after\` isn't a place in this shop's events, or it is older than ${EVENTS_KEPT_DAYS} days. Leave it out to start with the newest events.`;
    const place =
      (await knownPlace(call, after)) ?? call.fail("invalid_request", message, [{ param: "/after", code: "invalid_param", message }]);
    const found = await eventsAfter(call, place, limit + 1);
    const page = found.slice(0, limit);
    const end = page.at(-1)?.cursor ?? writeCursor(place);
    return { data: page.map(({ event }) => event), meta: { after: end, has_more: found.length > limit } };
  },
});

async function newest(call: ShopCall, limit: number) {
  // First, so that an event that comes meanwhile is listed twice rather than never.
  const present = await presentPlace(call);
  const found = (await listNewestEvents(call.shop, wantedBy(call, limit))).map(placed);
  return { data: found.map(({ event }) => event), meta: { after: found.at(-1)?.cursor ?? writeCursor(present), has_more: false } };
}
