import { members } from "../../kernel/unsafe.ts";
import type { JsonSchema } from "./openapi-document.ts";
import type { SchemaComponents } from "./openapi-schemas.ts";
import recorded from "./openapi-examples.json" with { type: "json" };

/**
 * Examples of what is sent and answered: what the sample shop once answered, by the name of the shape, else what its members name, else
 * the plainest value the schema takes. So a new shape has an example before anybody has recorded one, and tests hold each to its schema.
 */

const RECORDED: ReadonlyMap<string, unknown> = new Map(Object.entries(recorded));

/** A schema may hold itself; an example that is deeper explains nothing. */
const DEPTH_MAX = 5;
const SOME_TEXT = "text";
const SOME_TIME = "2026-11-02T09:30:00.000Z";

interface Surroundings {
  readonly components: SchemaComponents;
  /** Of references followed: only by them a schema holds itself. */
  readonly depth: number;
}

/** `differing`: what is another here than in the same shapes elsewhere. */
export function exampleOf(schema: JsonSchema, components: SchemaComponents, differing: unknown): unknown {
  return merged(example(schema, { components, depth: 0 }), differing);
}

/** Members go over members, each item of a list over the one item that a generated list has; everything else takes the place of what was there. */
function merged(shown: unknown, differing: unknown): unknown {
  if (differing === undefined) return shown;
  if (Array.isArray(differing)) return differing.map((item) => merged(Array.isArray(shown) ? shown[0] : undefined, item));
  if (typeof differing !== "object" || differing === null) return differing;
  const known = members(shown);
  return { ...known, ...Object.fromEntries(Object.entries(differing).map(([name, member]) => [name, merged(known[name], member)])) };
}

/** A parameter shows what its schema names, and nothing is invented for one that names nothing. */
export function parameterExample({ examples, default: fallback, enum: choices }: JsonSchema): unknown {
  return examples?.[0] ?? fallback ?? choices?.[0];
}

function example(schema: JsonSchema, within: Surroundings): unknown {
  // What is named may be null.
  const [named = schema.const ?? schema.default ?? schema.enum?.[0]] = schema.examples ?? [];
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

/** What may be left out is there where it is worth showing. */
function object({ properties = {}, required = [] }: JsonSchema, within: Surroundings): Readonly<Record<string, unknown>> {
  const all = Object.entries(properties).map(([name, member]) => [name, typeof member === "object" ? member : {}] as const);
  const shown = all.filter(([name, { examples }]) => required.includes(name) || examples !== undefined);
  return Object.fromEntries(shown.map(([name, member]) => [name, example(member, within)]));
}

function items({ items: item }: JsonSchema, within: Surroundings): readonly unknown[] {
  return typeof item === "object" && !Array.isArray(item) ? [example(item, within)] : [];
}
