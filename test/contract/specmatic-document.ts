import type { AnyOperation } from "../../src/features/operation.ts";
import { branded, members, parseJson } from "../../src/kernel/unsafe.ts";
import type {
  JsonSchema,
  MediaContent,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
} from "../../src/surfaces/http/openapi-document.ts";
import type { Wanted } from "./sample.ts";
import { EXCLUDED, NARROWED, OPTIONAL_PARAMETERS_MAX } from "./specmatic-limits.ts";

/**
 * The document as Specmatic can test it: with ids of objects that are there, and without what no generator can guess. Everything that
 * is left out or narrowed stands in `specmatic-limits.ts`, with the reason.
 */

export interface Tested {
  readonly operation: AnyOperation;
  readonly request: Pick<Wanted, "params" | "query" | "body">;
}

/** Specmatic takes the request and the answer of one name for one test. */
const EXAMPLE = "valid";

export function testableDocument(document: OpenApiDocument, tested: readonly Tested[], url: string): OpenApiDocument {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const each of tested) {
    const { path, method } = each.operation.http;
    const entry = document.paths[path]?.[method.toLowerCase()];
    if (entry === undefined) throw new Error(`the document lacks ${each.operation.name}`);
    if (EXCLUDED[each.operation.name] === undefined)
      paths[path] = { ...paths[path], [method.toLowerCase()]: testable(document, entry, each) };
  }
  const whole = { ...document, servers: [{ url: `${url}/v1`, description: "The service under test." }], paths };
  return branded(asSpecmaticReads(whole));
}

/**
 * Of `anyOf` Specmatic takes the members of all choices together; ours exclude each other, so `oneOf` says the same. It does not know
 * `propertyNames`, and makes texts for a pattern that looks ahead without end.
 */
function asSpecmaticReads(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(asSpecmaticReads);
  if (typeof node !== "object" || node === null) return node;
  const read = Object.entries(node).filter(([name, value]) => name !== "propertyNames" || typeof value !== "object");
  return Object.fromEntries(read.map(readMember));
}

function testable(document: OpenApiDocument, entry: OpenApiOperation, { operation, request }: Tested): OpenApiOperation {
  const { params = {}, query = {}, body } = request;
  const known = entry.parameters
    .flatMap((parameter) => ("name" in parameter ? [parameter] : []))
    .filter(({ name, required }) => required || NARROWED.parameters[name] !== null);
  const optional = known.filter(({ required }) => !required).slice(0, OPTIONAL_PARAMETERS_MAX);
  const parameters = known
    .filter((parameter) => parameter.required || optional.includes(parameter))
    .map((parameter) => withReal(parameter, params[parameter.name] ?? query[parameter.name]));
  const sent = entry.requestBody;
  const { [operation.http.status]: success, ...others } = entry.responses;
  return {
    ...entry,
    parameters,
    ...(sent === undefined ? {} : { requestBody: { ...sent, content: realBody(sent.content["application/json"], operation, body) } }),
    responses: {
      ...Object.fromEntries(Object.entries(others).map(([status, answer]) => [status, withoutExamples(document, answer)])),
      [operation.http.status]: withExample(success, sent !== undefined || operation.path !== null),
    },
  };
}

function readMember([name, value]: readonly [string, unknown]): readonly [string, unknown] {
  if (name === "anyOf" && Array.isArray(value)) return ["oneOf", asSpecmaticReads(value)];
  if (name === "pattern" && typeof value === "string") return [name, value.replace(/\(\?=[^)]*\)/, "")];
  return [name, asSpecmaticReads(value)];
}

/** What names an object names one that is there: a generator has no way to find one. */
function withReal(documented: OpenApiParameter, real: string | undefined): OpenApiParameter & Named {
  const { example, ...parameter } = documented;
  const narrow = NARROWED.parameters[parameter.name] ?? [];
  const [value] = real === undefined ? narrow : [real];
  if (value === undefined) return parameter.required ? { ...parameter, examples: { [EXAMPLE]: { value: example } } } : parameter;
  // In a path it is taken from the example; the document's schema says what is broken.
  const isPath = parameter.in === "path";
  const schema: JsonSchema = isPath ? parameter.schema : { type: "string", enum: real === undefined ? [...narrow] : [real] };
  return { ...parameter, schema, ...(parameter.required ? { examples: { [EXAMPLE]: { value } } } : {}) };
}

interface Named {
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

function realBody({ schema, example }: MediaContent, { name }: AnyOperation, body: string | undefined) {
  const value = body === undefined ? example : parseJson(body);
  const list = NARROWED.lists[name];
  return {
    "application/json": { schema: list === undefined ? schema : listOf(list, members(value)[list]), examples: { [EXAMPLE]: { value } } },
  };
}

function listOf(name: string, entries: unknown): JsonSchema {
  const values = Array.isArray(entries) ? entries.map(String) : [];
  const items: JsonSchema = { type: "string", enum: values };
  const list: JsonSchema = { type: "array", items, minItems: values.length, maxItems: values.length };
  return { type: "object", properties: { [name]: list }, required: [name], additionalProperties: false };
}

type Answer = OpenApiOperation["responses"][string];

/** An answer has an example where its request has one. */
function withExample(answer: Answer | undefined, isAsked: boolean): Answer {
  if (answer === undefined || "$ref" in answer) throw new Error("an operation has no success of its own");
  const media = answer.content?.["application/json"];
  if (media === undefined) return answer;
  const { example, ...rest } = media;
  return { ...answer, content: { "application/json": isAsked ? { ...rest, examples: { [EXAMPLE]: { value: example } } } : rest } };
}

/** Examples of errors have no requests that lead to them. */
function withoutExamples(document: OpenApiDocument, answer: Answer): Answer {
  const found = "$ref" in answer ? document.components.responses[answer.$ref.split("/").at(-1) ?? ""] : answer;
  if (found === undefined) throw new Error(`the document refers to ${JSON.stringify(answer)}, which it does not hold`);
  const { examples: _, ...media } = members(found.content?.["application/json"]);
  return branded({ ...found, content: { "application/json": media } });
}
