import { STATUS_CODES } from "node:http";
import type { EventDefinition } from "../../features/events/index.ts";
import type { AnyOperation } from "../../features/operation.ts";
import type { KeyKind } from "../../kernel/scopes.ts";
import type {
  JsonSchema,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiResponse,
  OpenApiTag,
  Reference,
} from "./openapi-document.ts";
import { COMMON_HEADERS, errorResponses, ErrorShape, HEADERS, operationCodes, REPEAT_HEADERS, sharedResponses } from "./openapi-errors.ts";
import { exampleOf, parameterExample } from "./openapi-examples.ts";
import { parameterSchemas, type SchemaComponents, wireSchema } from "./openapi-schemas.ts";
import { describedWebhooks } from "./openapi-webhooks.ts";
import { SHOP_ID } from "./query-string.ts";

/** The OpenAPI document, derived from the operations: the same list always gives the same text. */

const DESCRIPTION = `Product feeds that are right, on time and explained.

Every request needs an API key, sent as \`Authorization: Bearer <key>\`. Requests and responses are JSON with names in snake_case, and times are UTC in ISO 8601. You can write ids with or without their prefix: \`feed_12\` or \`12\`. Unknown fields and query parameters are refused. In a request, null for an optional field is the same as leaving the field out, unless the field's description says that null clears something. All errors have the same format, and every response has the id of its request in \`X-Request-Id\`.

Requests are limited per key and minute. \`RateLimit\` says how many are left. Past the limit, the answer is 429, and \`Retry-After\` says how long to wait. If a path exists but doesn't support the method, the answer is 405 \`method_not_allowed\`, and \`Allow\` lists the methods it supports. If the path doesn't exist, the answer is 404 \`route_not_found\`. Every request except a \`GET\` takes an \`Idempotency-Key\`: if you repeat it with the same key within 24 hours, you get the first response, and nothing is done again.`;

/** What a tag is about; a tag is the noun in the operations' names. */
const TAG_DESCRIPTIONS: Readonly<Record<string, string>> = {
  shop: "The shop the key acts for.",
  changes: "Undo changes.",
  audit: "Every change in the shop: who made it, what was requested and what came of it.",
  plans: "Plans and what each one allows.",
  subscription: "The plan the shop is on.",
  connection_requests: "Requests by organizations to act for the shop. The merchant decides, with a key of the shop.",
  org: "An organization acts for the shops connected to it. It uses its own keys, and names the shop with `shop_id`.",
  admin: "Run the installation with an admin key: its shops, organizations, keys and work queues.",
  keys: "The shop's API keys and their scopes.",
  extracts: "Extracts pull the catalog from the shop's platform. A completed extract becomes the snapshot that runs read.",
  feeds: "Feeds, and the rows that each feed's live run includes or excludes.",
  products: "Products of the shop's catalog, and the shop's overrides, which apply to every feed.",
  cells: "Source values of single rows that apply to one feed only.",
  source: "The catalog as a feed reads it, row by row.",
  columns: "The columns of a feed's file, and the source column or expression that each one reads.",
  metafields: "The shop's metafields that are source columns, and how many rows have a value.",
  lookups: "Tables of keys and values for rules and mappings to look up.",
  search: "Find anything in the shop by id, name or title.",
  webhooks: "URLs that receive the shop's events, what was sent to each, and what came back.",
  settings: "Which products a feed takes from the catalog, how its rows are named, and when its publish guard holds a run.",
  rules: "Rules that change a feed's rows, in order, and previews of what a rule would do.",
  tests: "Values that chosen rows of a feed must have in the file. A run that fails a test is held.",
  channels: "Platforms that read feeds, and the attributes each platform reads.",
  events: "What happened in the shop, as a list and as a stream of server-sent events.",
  feed_channels: "The channels of a feed: their settings, their files, and how to register the files.",
  datafeeds: "Feeds registered with the channels' platforms, which fetch their files on a schedule.",
  platform_issues: "What channels' platforms find wrong with single items, joined to the feed's rows.",
  syncs: "When each channel's platform was asked to read a new file, and what came of it.",
  fleet: "All shops of an organization with what each of them needs, and changes of many shops in stages.",
  templates: "Configuration documents for many shops, with a value for each shop where they differ, and how far shops are from them.",
  findings: "Problems that checks found in a channel's file, the affected rows, and what to do about them.",
  finding_mutes: "Findings, or single rows of a finding, that a merchant has chosen to ignore.",
  config: "A feed's whole definition as one document to store, review, plan and apply, and its versions, which you can restore.",
  runs: "Runs of a feed. Each run turns the snapshot into one file, which is published unless the publish guard or a test of the feed holds it.",
};

/** `events`: what webhooks are told. */
export function openApiDocument(
  operations: readonly AnyOperation[],
  publicUrl: string,
  events: readonly EventDefinition[] = [],
): OpenApiDocument {
  const schemas: SchemaComponents = new Map();
  wireSchema(schemas, ErrorShape, "Error");
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const operation of operations) {
    const { method, path } = operation.http;
    paths[path] = { ...paths[path], [method.toLowerCase()]: describedOperation(operation, schemas, publicUrl) };
  }
  const webhooks = events.length === 0 ? {} : { webhooks: describedWebhooks(events, schemas) };
  return {
    openapi: "3.1.0",
    info: {
      title: "Feedwright",
      version: "1.0.0",
      description: DESCRIPTION,
      contact: { name: "The operator of this installation", url: `${publicUrl}/docs` },
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: `${publicUrl}/v1`, description: "This installation." }],
    security: [{ [SECURITY_SCHEME]: [] }],
    tags: tagsOf(operations),
    paths,
    ...webhooks,
    components: {
      schemas: Object.fromEntries([...schemas].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY, ShopId: SHOP_ID_PARAMETER },
      headers: HEADERS,
      responses: sharedResponses(
        Object.values(paths).flatMap((methods) => Object.values(methods)),
        publicUrl,
      ),
      securitySchemes: {
        [SECURITY_SCHEME]: {
          type: "http",
          scheme: "bearer",
          description: "API key. Its kind and its scopes decide what it can do.",
        },
      },
    },
  };
}

const SECURITY_SCHEME = "apiKey";

/** Without an example, as the one below: the reference's client sends examples, and this one is another shop's. */
const SHOP_ID_PARAMETER: OpenApiParameter = {
  name: SHOP_ID,
  in: "query",
  required: false,
  description:
    "Shop to act for, such as `shop_12`. An organization key needs it, and the shop must be connected. A merchant key acts for its own shop.",
  schema: { type: "string", pattern: "^(shop_)?[1-9][0-9]{0,15}$" },
};

const IDEMPOTENCY_KEY: OpenApiParameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "String of your choice that makes it safe to repeat the request. For 24 hours, the same request with the same key gets the first response, and nothing is done twice.",
  schema: { type: "string", pattern: "^[\\x21-\\x7e]{1,64}$" },
};

function nounOf({ name }: AnyOperation): string {
  return name.split(".", 1)[0] ?? name;
}

function tagsOf(operations: readonly AnyOperation[]): readonly OpenApiTag[] {
  return [...new Set(operations.map(nounOf))].map((name) => ({ name, description: TAG_DESCRIPTIONS[name] ?? "" }));
}

function describedOperation(operation: AnyOperation, schemas: SchemaComponents, publicUrl: string): OpenApiOperation {
  return {
    operationId: operation.name,
    tags: [nounOf(operation)],
    summary: operation.title,
    description: [operation.summary, operation.description].filter((text) => text !== "").join(" "),
    parameters: parametersOf(operation, schemas),
    ...requestBody(operation, schemas),
    responses: { [operation.http.status]: success(operation, schemas), ...errorResponses(operation, publicUrl) },
    "x-feedwright-key-kinds": keyKindsOf(operation),
    "x-feedwright-scope": operation.scope,
    "x-feedwright-codes": operationCodes(operation),
  };
}

/** Which keys an operation takes: those of the shop are joined by keys of organizations that are connected to it. */
export function keyKindsOf({ keyKind, ownKeyOnly }: AnyOperation): readonly KeyKind[] {
  return keyKind === "merchant" && !ownKeyOnly ? ["merchant", "organization"] : [keyKind];
}

function parametersOf(operation: AnyOperation, schemas: SchemaComponents): readonly (OpenApiParameter | Reference)[] {
  const { path, query, keyKind, idempotency } = operation;
  return [
    ...(path === null
      ? []
      : parameterSchemas(schemas, path, `${componentPrefix(operation)}Path`).map((parameter) => described(parameter, "path"))),
    ...(query === null
      ? []
      : parameterSchemas(schemas, query, `${componentPrefix(operation)}Query`).map((parameter) => described(parameter, "query"))),
    ...(keyKind === "merchant" ? [{ $ref: "#/components/parameters/ShopId" }] : []),
    ...(idempotency === "none" ? [] : [{ $ref: "#/components/parameters/IdempotencyKey" }]),
  ];
}

function described({ name, required, schema }: ReturnType<typeof parameterSchemas>[number], place: "path" | "query"): OpenApiParameter {
  const { description = "", examples: _, ...rest } = schema;
  const shown = parameterExample(schema);
  return { name, in: place, required, description, schema: rest, ...(shown === undefined ? {} : { example: shown }) };
}

function requestBody(operation: AnyOperation, schemas: SchemaComponents): Pick<OpenApiOperation, "requestBody"> {
  if (operation.body === null) return {};
  const schema = wireSchema(schemas, operation.body, `${componentPrefix(operation)}Body`);
  const required = !operation.body.safeParse({}).success || asksForMembers(schema, schemas);
  const { forms: texts = {}, file } = operation.upload ?? {};
  const forms = [...Object.entries(texts), ...(file === undefined ? [] : [[file.mediaType, file] as const])].map(
    ([type, { description, example }]) => [type, { schema: { type: "string" as const, description }, example }] as const,
  );
  const example = exampleOf(schema, schemas, operation.example.body);
  return { requestBody: { required, content: { "application/json": { schema, example }, ...Object.fromEntries(forms) } } };
}

/** What is read member by member behind a lenient schema says by itself what it needs. */
function asksForMembers({ $ref = "", ...own }: JsonSchema, schemas: SchemaComponents): boolean {
  const { required = [], minProperties = 0 } = schemas.get($ref.slice($ref.lastIndexOf("/") + 1)) ?? own;
  return required.length > 0 || minProperties > 0;
}

function success(operation: AnyOperation, schemas: SchemaComponents): OpenApiResponse {
  const { status } = operation.http;
  const answer = {
    description: STATUS_CODES[status] ?? "Success",
    headers: { ...COMMON_HEADERS, ...(operation.idempotency === "none" ? {} : REPEAT_HEADERS) },
  };
  if (status === 204) return answer;
  const schema = wireSchema(schemas, operation.output, `${componentPrefix(operation)}Answer`);
  const content = { schema, example: exampleOf(schema, schemas, operation.example.answer) };
  return { ...answer, content: operation.answersAs === null ? { "application/json": content } : { [operation.answersAs]: content } };
}

/** `feeds.list` → `FeedsList`. */
function componentPrefix({ name }: AnyOperation): string {
  return name.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
