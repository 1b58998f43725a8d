import { EVENT_DEFINITIONS } from "../features/event-definitions.ts";
import { EVENTS, STREAM_ONLY } from "../features/events/index.ts";
import { entriesOf } from "../kernel/unsafe.ts";
import { membersOf } from "../surfaces/http/schema-members.ts";
import type { JsonSchema } from "../surfaces/http/openapi-document.ts";
import { type SchemaComponents, wireSchema } from "../surfaces/http/openapi-schemas.ts";
import { code, page, rows } from "./page-text.ts";

const INTRODUCTION = `The events that webhooks receive. [The guide](../guide/webhooks.md) explains how to receive and verify them. Each event is written in the same transaction
as the change it reports. The body of a delivery is

\`\`\`json
{"id": "evt_…", "object": "event", "event": "feed.updated", "api_version": "1.0.0", "created_at": "…", "shop_id": "shop_1", "data": {…}}
\`\`\`

and \`data\` has the fields listed here. New fields and new events can be added at any time, so a receiver should ignore those it doesn't know.`;

const STREAMED = `[The event stream](../guide/events.md) sends the same events with ids and states only, and besides`;

/** Events, when each is told, and what it holds: from the definitions that emission is checked with. */
export function eventsPage(): string {
  const components: SchemaComponents = new Map();
  const events = entriesOf(EVENT_DEFINITIONS).map(([name, { data }]) => ({ name, schema: wireSchema(components, data, name) }));
  return page("Events", [
    INTRODUCTION,
    "",
    ...rows(
      ["event", "when"],
      events.map(({ name }) => [`[${code(name)}](#${anchor(name)})`, EVENTS[name]]),
    ),
    "",
    STREAMED,
    "",
    ...rows(
      ["event of streams alone", "when"],
      entriesOf(STREAM_ONLY).map(([name, when]) => [code(name), when]),
    ),
    "",
    ...events.flatMap(({ name, schema }) => [`## ${name}`, "", EVENTS[name], "", ...dataLines(schema), ""]),
    "## Shapes",
    "",
    ...[...components]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([name, schema]) => [`### ${name}`, "", ...memberLines(schema), ""]),
  ]).replace(/\n+$/, "\n");
}

function dataLines(schema: JsonSchema): readonly string[] {
  return schema.$ref === undefined ? memberLines(schema) : [`${code("data")} is ${typeText(schema)}.`];
}

function memberLines(schema: JsonSchema): readonly string[] {
  const members = membersOf(schema);
  if (members.length === 0) return [typeText(schema)];
  return rows(
    ["field", "type", ""],
    members.map((member) => [code(member.name), typeText(member.schema), member.schema.description ?? ""]),
  );
}

/** As one reads it: `string or null`, `list of string`, or a link to a shape. */
function typeText(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return shapeLink(schema.$ref);
  if (schema.const !== undefined) return code(String(schema.const));
  if (schema.enum !== undefined) return schema.enum.map((value) => code(String(value))).join(", ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map(typeText).join(" or ");
  const types = [schema.type ?? "anything"].flat();
  return types.map((type) => plainText(type, schema)).join(" or ");
}

function plainText(type: string, { items, format }: JsonSchema): string {
  if (type === "array") return `list of ${typeof items === "object" && !Array.isArray(items) ? typeText(items) : "anything"}`;
  return type === "string" && format === "date-time" ? "time" : type;
}

function shapeLink(reference: string): string {
  const name = reference.slice(reference.lastIndexOf("/") + 1);
  return `[${name}](#${anchor(name)})`;
}

/** As GitHub makes them of headings. */
function anchor(heading: string): string {
  return heading.toLowerCase().replaceAll(".", "");
}
