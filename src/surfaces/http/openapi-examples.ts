import type { JsonSchema } from "./openapi-document.ts";
import type { SchemaComponents } from "./openapi-schemas.ts";
import recorded from "./openapi-examples.json" with { type: "json" };

/**
 * Examples of what is sent and answered: what the sample shop once answered, by the name of the shape, else the plainest value the
 * schema takes. So a new shape has an example before anybody has recorded one, and tests hold each to its schema.
 */

const RECORDED: ReadonlyMap<string, unknown> = new Map(Object.entries(recorded));

/** A body shows what one has to send and what is worth showing; an answer has all its members. */
type Extent = "sent" | "answered";

/** A schema may hold itself; an example that is deeper explains nothing. */
const DEPTH_MAX = 5;
const SOME_TEXT = "text";
const SOME_TIME = "2026-11-02T09:30:00.000Z";

interface Surroundings {
  readonly components: SchemaComponents;
  readonly extent: Extent;
  /** Of references followed: only by them a schema holds itself. */
  readonly depth: number;
}

/** `owner` is the name under which an example may have been recorded for a schema that has none of its own. */
export function exampleOf(schema: JsonSchema, components: SchemaComponents, { owner, extent }: { owner: string; extent: Extent }): unknown {
  return RECORDED.get(owner) ?? example(schema, { components, extent, depth: 0 });
}

/** A parameter shows what its schema names, and nothing is invented for one that names nothing. */
export function parameterExample({ examples, default: fallback, enum: choices }: JsonSchema): unknown {
  return examples?.[0] ?? fallback ?? choices?.[0];
}

function example(schema: JsonSchema, within: Surroundings): unknown {
  const named = schema.examples?.[0] ?? schema.const ?? schema.default ?? schema.enum?.[0];
  if (named !== undefined) return named;
  if (schema.$ref !== undefined) return ofComponent(schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1), within);
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  return choice === undefined ? plain(schema, within) : example(choice, within);
}

function ofComponent(name: string, within: Surroundings): unknown {
  if (within.depth > DEPTH_MAX) return {};
  return RECORDED.get(name) ?? example(within.components.get(name) ?? {}, { ...within, depth: within.depth + 1 });
}

function plain(schema: JsonSchema, within: Surroundings): unknown {
  switch ([schema.type].flat()[0]) {
    case "object":
      return object(schema, within);
    case "array":
      return items(schema, within);
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    case "boolean":
      return true;
    case "null":
      return null;
    case "string":
      return schema.format === "date-time" ? SOME_TIME : SOME_TEXT;
    default:
      return {};
  }
}

function object({ properties = {}, required = [] }: JsonSchema, within: Surroundings): Readonly<Record<string, unknown>> {
  const members = Object.entries(properties).map(([name, member]) => [name, typeof member === "object" ? member : {}] as const);
  const isShown = ([name, { examples }]: (typeof members)[number]): boolean => required.includes(name) || examples !== undefined;
  const shown = within.extent === "answered" ? members : members.filter(isShown);
  return Object.fromEntries(shown.map(([name, member]) => [name, example(member, within)]));
}

function items({ items: item }: JsonSchema, within: Surroundings): readonly unknown[] {
  return typeof item === "object" && !Array.isArray(item) ? [example(item, within)] : [];
}
