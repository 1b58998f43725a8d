import type { JsonSchema, OpenApiOperation, OpenApiParameter } from "./openapi-document.ts";

interface CurlRequest {
  readonly url: string;
  readonly method: string;
  readonly operation: OpenApiOperation;
  readonly parameters: readonly OpenApiParameter[];
}

/** A command that can be pasted into a shell once the key is set. */
export function curlExample({ url, method, operation, parameters }: CurlRequest): string {
  const filled = parameters.filter((parameter) => parameter.in === "path").reduce((path, { name, schema }) => path.replace(`{${name}}`, String(exampleOf(schema))), url);
  const query = parameters.filter((parameter) => parameter.in === "query" && parameter.required).map(({ name, schema }) => `${name}=${encodeURIComponent(String(exampleOf(schema)))}`);
  const body = operation.requestBody?.content["application/json"].schema;
  return [
    `curl ${method === "get" ? "" : `-X ${method.toUpperCase()} `}${quoted([filled, ...query].join("?").replaceAll("&", "&"))}`,
    '-H "Authorization: Bearer $FEEDWRIGHT_KEY"',
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d ${quoted(JSON.stringify(exampleOf(body)))}`]),
  ].join(" \\\n  ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** What a path parameter shows: ids may be written as bare numbers. */
const SOME_ID = "12";

/** A value the schema takes: what it names itself, else the plainest of its type. */
function exampleOf(schema: JsonSchema): unknown {
  const named = schema.examples?.[0] ?? schema.default ?? schema.const ?? schema.enum?.[0];
  if (named !== undefined) return named;
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice !== undefined) return exampleOf(choice);
  switch ([schema.type].flat()[0]) {
    case "object":
      return exampleObject(schema);
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
function exampleObject({ properties = {}, required = [] }: JsonSchema): Readonly<Record<string, unknown>> {
  const shown = Object.entries(properties).filter(([name, member]) => required.includes(name) || (typeof member === "object" && (member.default ?? member.examples) !== undefined));
  return Object.fromEntries(shown.map(([name, member]) => [name, typeof member === "object" ? exampleOf(member) : null]));
}
