import type { JsonSchema, OpenApiOperation, OpenApiParameter } from "./openapi-document.ts";

interface CurlRequest {
  readonly url: string;
  readonly method: string;
  readonly parameters: readonly OpenApiParameter[];
  readonly body: OpenApiOperation["requestBody"];
  readonly schemas: Schemas;
}

type Schemas = Readonly<Record<string, JsonSchema>>;

/** A command that can be pasted into a shell once the key is set. */
export function curlExample({ url, method, parameters, body, schemas }: CurlRequest): string {
  const valueOf = ({ schema }: OpenApiParameter): string => encodeURIComponent(String(exampleOf(schema, schemas)));
  const place = (kind: OpenApiParameter["in"]) => parameters.filter((parameter) => parameter.in === kind && parameter.required);
  const path = place("path").reduce((filled, parameter) => filled.replace(`{${parameter.name}}`, valueOf(parameter)), url);
  const query = place("query").map((parameter) => `${parameter.name}=${valueOf(parameter)}`);
  const json =
    body === undefined
      ? []
      : [
          "-H 'Content-Type: application/json'",
          `-d ${quoted(JSON.stringify(exampleOf(body.content["application/json"].schema, schemas)))}`,
        ];
  const lines = [
    `curl ${method === "get" ? "" : `-X ${method.toUpperCase()} `}${quoted(query.length === 0 ? path : `${path}?${query.join("&")}`)}`,
    '-H "Authorization: Bearer $FEEDWRIGHT_KEY"',
    ...json,
  ];
  return lines.join(" \\\n  ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** What a path parameter shows: ids may be written as bare numbers. */
const SOME_ID = "12";
/** A schema may hold itself; an example that is deeper explains nothing. */
const DEPTH_MAX = 6;

/** A value the schema takes: what it names itself, else the plainest of its type. */
function exampleOf(schema: JsonSchema, schemas: Schemas, depth = 0): unknown {
  const named = schema.examples?.[0] ?? schema.default ?? schema.const ?? schema.enum?.[0];
  if (named !== undefined) return named;
  if (depth > DEPTH_MAX) return {};
  const other = elsewhere(schema, schemas);
  return other === undefined ? plainExample(schema, schemas, depth) : exampleOf(other, schemas, depth + 1);
}

/** The schema a schema refers to, or the first it allows. */
function elsewhere({ $ref = "", anyOf, oneOf }: JsonSchema, schemas: Schemas): JsonSchema | undefined {
  return schemas[$ref.split("/").at(-1) ?? ""] ?? (anyOf ?? oneOf)?.[0];
}

function plainExample(schema: JsonSchema, schemas: Schemas, depth: number): unknown {
  switch ([schema.type].flat()[0]) {
    case "object":
      return exampleObject(schema, schemas, depth);
    case "array":
      return [];
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    case "boolean":
      return true;
    default:
      return SOME_ID;
  }
}

/** The members one has to send, and those that name a value by themselves. */
function exampleObject({ properties = {}, required = [] }: JsonSchema, schemas: Schemas, depth: number): Readonly<Record<string, unknown>> {
  const members = Object.entries(properties).map(([name, member]) => [name, typeof member === "object" ? member : {}] as const);
  const shown = members.filter(([name, member]) => required.includes(name) || (member.default ?? member.examples) !== undefined);
  return Object.fromEntries(shown.map(([name, member]) => [name, exampleOf(member, schemas, depth + 1)]));
}
