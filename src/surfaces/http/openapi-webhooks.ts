import { envelopeOf, type EventDefinition, EVENTS } from "../../features/events/index.ts";
import type { OpenApiDocument, OpenApiParameter, OpenApiWebhook } from "./openapi-document.ts";
import { exampleOf } from "./openapi-examples.ts";
import { type SchemaComponents, wireSchema } from "./openapi-schemas.ts";

/** What we send to webhooks, derived from the events' definitions as the paths are from the operations. */
export function describedWebhooks(events: readonly EventDefinition[], schemas: SchemaComponents): NonNullable<OpenApiDocument["webhooks"]> {
  return Object.fromEntries(events.map((event) => [event.name, { post: describedWebhook(event, schemas) }]));
}

function describedWebhook(event: EventDefinition, schemas: SchemaComponents): OpenApiWebhook {
  const schema = wireSchema(schemas, envelopeOf(event), `${componentPrefix(event)}Event`);
  return {
    operationId: `webhook.${event.name}`,
    tags: ["webhooks"],
    summary: EVENTS[event.name],
    security: [],
    parameters: headersOf(event),
    requestBody: {
      required: true,
      content: { "application/json": { schema, example: exampleOf(schema, schemas, { data: event.example }) } },
    },
    responses: { "2XX": { description: "Accepted. Any other response, including a redirect, is a failure and is tried again." } },
  };
}

/** `finding_mute.created` → `FindingMuteCreated`. */
function componentPrefix({ name }: EventDefinition): string {
  return name.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

const header = (name: string, description: string, example: string): OpenApiParameter => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
  example,
});

const headersOf = ({ name }: EventDefinition): readonly OpenApiParameter[] => [
  header(
    "X-Svc-Signature",
    "`sha256=` and the HMAC-SHA256, in hex, of the timestamp, a dot and the body's bytes. The key is the webhook's whole `secret`.",
    `sha256=${"0".repeat(64)}`,
  ),
  header("X-Svc-Timestamp", "Time this attempt was signed, in seconds since 1970.", "1793611800"),
  header("X-Svc-Event", "Name of the event.", name),
  header("X-Svc-Delivery", "Id of the delivery, as in the API.", "whd_12"),
];
