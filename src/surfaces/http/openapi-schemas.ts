import { z } from "zod";
import type { InputSchema } from "../../kernel/operation.ts";
import { branded } from "../../kernel/unsafe.ts";
import type { JsonSchema } from "./openapi-document.ts";

/** Schemas as the wire sees them: what a client sends before it is parsed, and what an operation answers, which is sent unparsed. */

/** Schemas with a name of their own, which are written once. */
export type SchemaComponents = Map<string, JsonSchema>;

/** `owner` names what has no name but refers to itself. */
export function wireSchema(components: SchemaComponents, schema: z.core.$ZodType, owner: string): JsonSchema {
  // Within an object a schema with a name becomes a reference, wherever it stands.
  const { $defs = {}, properties = {} } = z.toJSONSchema(z.strictObject({ root: schema }), {
    io: "input",
    override: ({ jsonSchema }) => trim(jsonSchema),
  });
  for (const [name, definition] of Object.entries($defs)) addComponent(components, componentName(name, owner), relinked(definition, owner));
  return relinked(properties["root"], owner);
}

/** The members of a path or query, each as its text is read: `page` is an integer there, whatever parses it. */
export function parameterSchemas(
  components: SchemaComponents,
  schema: InputSchema,
  owner: string,
): readonly { readonly name: string; readonly required: boolean; readonly schema: JsonSchema }[] {
  const { required = [] } = z.toJSONSchema(schema, { io: "input" });
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
  return Object.entries(shape).map(([name, member]) => ({
    name,
    required: required.includes(name),
    schema: { ...parameterSchema(components, member, owner), ...examplesOf(member) },
  }));
}

/** Zod takes what is said of a schema with a transform for what it is parsed to, and drops it; ours are as a client writes them. */
function examplesOf(member: z.core.$ZodType): Pick<JsonSchema, "examples"> {
  const examples = z.globalRegistry.get(member)?.["examples"];
  return Array.isArray(examples) ? { examples } : {};
}

function parameterSchema(components: SchemaComponents, member: z.core.$ZodType, owner: string): JsonSchema {
  const { $schema: _, ...parsed } = z.toJSONSchema(member, {
    io: "output",
    unrepresentable: "any",
    override: ({ jsonSchema }) => trim(jsonSchema),
  });
  const isPlain = parsed.type === "integer" || parsed.type === "number" || parsed.type === "boolean";
  return isPlain ? branded<JsonSchema>(parsed) : wireSchema(components, member, owner);
}

/** Zod spells out what `format` and `integer` say already. */
function trim(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.format === "date-time") delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
}

function addComponent(components: SchemaComponents, name: string, schema: JsonSchema): void {
  const known = components.get(name);
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`two schemas are called ${name}`);
  components.set(name, schema);
}

/** Zod counts what has no name anew for each schema. */
function componentName(name: string, owner: string): string {
  return name.startsWith("__schema") ? name.replace("__schema", owner) : name;
}

const DEFINITION = "#/$defs/";

function relinked(schema: unknown, owner: string): JsonSchema {
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== "object" || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, name === "$ref" ? link(String(value)) : walk(value)]));
  };
  const link = (target: string): string => `#/components/schemas/${componentName(target.slice(DEFINITION.length), owner)}`;
  return branded<JsonSchema>(walk(schema));
}
