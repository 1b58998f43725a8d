import type { AnyOperation } from "../../features/operation.ts";
import { PageQuery } from "../../kernel/page.ts";
import { branded, members } from "../../kernel/unsafe.ts";
import { parameterSchemas, type SchemaComponents, wireSchema } from "../http/openapi-schemas.ts";
import type { ToolForm } from "./tools.ts";

/** JSON Schema as tools carry it: without references, and small, because all of it is in the agent's context. */
export type ToolSchema = Readonly<Record<string, unknown>>;

/** Of a call that changes something. */
const WRITE_ARGUMENTS: Readonly<Record<string, ToolSchema>> = {
  preview: { type: "boolean", description: "If true, shows what would change and returns a `preview_token`, without changing anything." },
  preview_token: { type: "string", description: "Token from a preview with exactly these arguments. With it, the call makes the change." },
};

/** Characters of a schema, as JSON. */
const INPUT_CHARACTERS_MAX = 4_200;
const OUTPUT_CHARACTERS_MAX = 560;
const DEPTH_MAX = 8;

export function inputSchemaOf(forms: readonly ToolForm[], chooses: Readonly<Record<string, ToolSchema>>, isRead: boolean): ToolSchema {
  const parts = forms.map(argumentsOf);
  const taken = parts.flatMap((part) => Object.entries(part.properties));
  const properties = { ...Object.fromEntries(taken), ...chooses, ...(isRead ? {} : WRITE_ARGUMENTS) };
  const [first, ...others] = parts.map((part) => part.required);
  const required = (first ?? []).filter((name) => others.every((names) => names.includes(name)));
  return shortened({ type: "object", properties, ...(required.length === 0 ? {} : { required }) }, INPUT_CHARACTERS_MAX, true);
}

interface FormArguments {
  readonly properties: Readonly<Record<string, ToolSchema>>;
  readonly required: readonly string[];
}

function argumentsOf({ operation, flat, defaults, isPagedHere }: ToolForm): FormArguments {
  const components: SchemaComponents = new Map();
  const { path, query, body } = operation;
  const inPath = path === null ? [] : parameterSchemas(components, path, operation.name);
  const inQuery = query === null ? [] : parameterSchemas(components, query, operation.name);
  const paging = isPagedHere ? parameterSchemas(components, PageQuery, operation.name) : [];
  const ofBody = body === null ? {} : whole(wireSchema(components, body, operation.name), components);
  const nameOf = new Map([...flat.path].map(([argument, member]) => [member, argument]));
  const fromPath = inPath.map(({ name, schema }) => [nameOf.get(name) ?? name, whole(schema, components)] as const);
  const fromQuery = [...inQuery.filter(({ name }) => flat.query.has(name)), ...paging].map(
    ({ name, schema }) => [name, { ...whole(schema, components), ...(name in defaults ? { default: defaults[name] } : {}) }] as const,
  );
  const fromBody = Object.entries({ ...members(ofBody["properties"]), ...shapesOf(operation) }).filter(([name]) => flat.body.has(name));
  const bodyRequired = branded<readonly string[]>(ofBody["required"] ?? []);
  return {
    properties: branded<FormArguments["properties"]>(Object.fromEntries([...fromPath, ...fromQuery, ...fromBody])),
    required: [
      ...fromPath.map(([name]) => name),
      ...inQuery.filter(({ name, required }) => required && flat.query.has(name)).map(({ name }) => name),
      ...bodyRequired.filter((name) => flat.body.has(name)),
    ],
  };
}

function shapesOf({ mcp }: AnyOperation): Readonly<Record<string, object>> {
  return ("tool" in mcp ? mcp.shapes?.() : undefined) ?? {};
}

/** `structuredContent` of every call that isn't an error: what REST answers, or the preview of a change. */
export function outputSchemaOf(forms: readonly ToolForm[]): ToolSchema {
  const answers = forms.map(({ operation }) => answerSchema(operation));
  const isRead = forms.every(({ operation }) => operation.effect === "read");
  const ofPreview = {
    preview: { type: "object" },
    preview_token: { type: "string" },
    expires_at: { type: "string" },
    undo: {},
  };
  // A tool over two operations answers either.
  const [only, second] = answers;
  const properties = second === undefined ? members(only?.["properties"]) : { data: {} };
  const required = second === undefined && isRead ? only?.["required"] : undefined;
  return shortened(
    { type: "object", properties: { ...properties, ...(isRead ? {} : ofPreview) }, ...(required === undefined ? {} : { required }) },
    OUTPUT_CHARACTERS_MAX,
    false,
  );
}

function answerSchema({ name, output, http }: AnyOperation): ToolSchema {
  if (http.status === 204) return { type: "object", properties: {} };
  const components: SchemaComponents = new Map();
  return whole(wireSchema(components, output, name), components);
}

/** References resolved; what refers to itself ends there. */
function whole(schema: unknown, components: SchemaComponents, within: readonly string[] = []): ToolSchema {
  const walk = (node: unknown, open: readonly string[]): unknown => {
    if (Array.isArray(node)) return node.map((item) => walk(item, open));
    if (typeof node !== "object" || node === null) return node;
    const { $ref: ref, ...rest } = members(node);
    if (typeof ref !== "string") return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, walk(value, open)]));
    const target = ref.slice(ref.lastIndexOf("/") + 1);
    if (open.includes(target)) return {};
    return { ...members(walk(components.get(target), [...open, target])), ...members(walk(rest, open)) };
  };
  return members(walk(schema, within));
}

/** As deep as the bound allows. What is left out may hold anything. */
function shortened(schema: ToolSchema, charactersMax: number, isDescribed: boolean): ToolSchema {
  for (let depth = DEPTH_MAX; depth > 1; depth -= 1) {
    const cut = cutAt(schema, depth, isDescribed);
    if (JSON.stringify(cut).length <= charactersMax) return cut;
  }
  return cutAt(schema, 1, isDescribed);
}

const SAID = ["type", "enum", "const", "required", "minimum", "maximum", "maxItems", "minItems", "maxLength", "default", "description"];
const SHOWN = ["type", "enum", "const", "required"];

function cutAt(schema: unknown, depth: number, isDescribed: boolean): ToolSchema {
  const node = members(schema);
  const kept = Object.fromEntries((isDescribed ? SAID : SHOWN).flatMap((name) => (name in node ? [[name, node[name]]] : [])));
  if (depth === 0) return isDescribed ? { ...("type" in node ? { type: node["type"] } : {}), ...described(node) } : {};
  const inside = (value: unknown): ToolSchema => cutAt(value, depth - 1, isDescribed);
  const properties = members(node["properties"]);
  return {
    ...kept,
    ...("properties" in node
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, inside(value)])) }
      : {}),
    ...("items" in node ? { items: inside(node["items"]) } : {}),
    ...("additionalProperties" in node && isDescribed && typeof node["additionalProperties"] === "object"
      ? { additionalProperties: inside(node["additionalProperties"]) }
      : {}),
    ...variants(node, inside),
  };
}

function described(node: Readonly<Record<string, unknown>>): ToolSchema {
  return "description" in node ? { description: node["description"] } : {};
}

/** Shortened alternatives may look alike, so that more than one fits. */
function variants({ anyOf, oneOf, allOf }: Readonly<Record<string, unknown>>, inside: (value: unknown) => ToolSchema): ToolSchema {
  const alternatives = anyOf ?? oneOf;
  return {
    ...(Array.isArray(alternatives) ? { anyOf: alternatives.map(inside) } : {}),
    ...(Array.isArray(allOf) ? { allOf: allOf.map(inside) } : {}),
  };
}
