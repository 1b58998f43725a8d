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

Every request carries an API key as \`Authorization: Bearer <key>\`. Bodies are JSON in both directions, names are snake_case, times are UTC in ISO 8601. Ids may be written with their prefix or without: \`feed_12\` or \`12\`. Members and query parameters that do not exist are refused. In a body, null for an optional member is the same as leaving it out, unless the member says that null clears something. Every error has the same form, and every response names its request in \`X-Request-Id\`.

Requests are limited per key and minute: \`RateLimit\` says how many are left, and past the limit 429 says in \`Retry-After\` how long to wait. A path asked with a method it does not have answers 405 \`method_not_allowed\` and says in \`Allow\` which it has; one that is not there answers 404 \`route_not_found\`. What is not a \`GET\` takes an \`Idempotency-Key\`: repeated with the same one within 24 hours, it gets the first answer and is not done again.`;

/** What a tag is about; a tag is the noun in the operations' names. */
const TAG_DESCRIPTIONS: Readonly<Record<string, string>> = {
  shop: "The shop the key acts for.",
  changes: "Taking changes back.",
  audit: "Every change of the shop: who made it, what was asked, and what came of it.",
  plans: "What a shop may have.",
  subscription: "Which of the plans the shop is on.",
  connection_requests: "Organizations that ask to act for the shop, or may. The merchant decides, with a key of the shop.",
  org: "An organization acts for the shops that are connected to it: with its own keys, and `shop_id` to say for which.",
  admin: "Running the installation, with an admin key: its shops, organizations and keys, what is done and what waits.",
  keys: "The shop's API keys, and what each may do.",
  extracts: "Pulls of the catalog from the shop's platform. A completed one becomes the snapshot that runs read.",
  feeds: "Feeds, and the rows their live run put into the file or left out.",
  products: "Rows of the shop's catalog with what it overrides in every feed.",
  cells: "Source values of single rows that one feed has of its own.",
  columns: "Which columns a feed's file has, and which source column or expression each of them reads.",
  metafields: "Which of a shop's metafields are source columns, and how many rows have a value.",
  lookups: "Tables of keys and values that rules and mappings look up.",
  webhooks: "Addresses that are told what happens in the shop, what was sent to each, and what came back.",
  settings: "What a feed takes from the catalog, how it names its rows, and when its publish guard holds a run.",
  rules: "What a feed does to its rows, in order; and what a rule would do before it is saved.",
  tests: "What chosen rows of a feed have to be in the file. A run of which a test fails is held.",
  channels: "Platforms that read feeds, and the attributes each of them reads.",
  feed_channels: "Which channels a feed is made for: their settings, their files and how to register those.",
  datafeeds: "Feeds registered at the channels' platforms, which then fetch their files by a schedule.",
  syncs: "When the channels' platforms were told of new files, and what came of it.",
  findings: "What is wrong with a channel's file by its platform's rules, which rows, and what to do about it.",
  finding_mutes: "Findings, or rows of them, that a merchant knows of and doesn't want to see.",
  config: "A feed's whole definition as one document, to keep, review, plan and apply; its versions, and the way back to each.",
  runs: "Runs of a feed: each turns the snapshot into one file, which is published unless the publish guard or a test of the feed holds it.",
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
          description: "An API key. What it may do is decided by its kind and its scopes.",
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
    "The shop to act for, as in `shop_12`. An organization key needs it, and the shop must be connected; a merchant key acts for its own shop.",
  schema: { type: "string", pattern: "^(shop_)?[1-9][0-9]{0,15}$" },
};

const IDEMPOTENCY_KEY: OpenApiParameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "A text of your choice that makes a repeat safe: for 24 hours the same request with it gets the first one's answer, and nothing is done twice.",
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
  const forms = Object.entries(operation.upload?.forms ?? {}).map(
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
