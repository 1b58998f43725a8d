import {
  type DocumentNode,
  execute,
  getNamedType,
  getOperationAST,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  parse,
  responsePathAsArray,
  validate,
} from "graphql";
import { branded, members } from "../../../kernel/unsafe.ts";
import { OPERATIONS_MAX, QUERY_ALIASES_MAX, QUERY_COST_MAX, QUERY_DEPTH_MAX, QUERY_FIELDS_MAX, QUERY_TOKENS_MAX } from "../limits.ts";
import { type Access, accessSentence, missingScopes } from "./access.ts";
import type { AdminContext, Args } from "./context.ts";
import type { CostBucket } from "./cost-bucket.ts";
import { FIELD_TABLES } from "./field-tables.ts";
import { Listing } from "./listing.ts";
import { type Page, pageOf } from "./page.ts";
import { aliasesIn, connectionCost, COUNT_COST, queryCost } from "./query-cost.ts";
import { schemaFault } from "./schema-fault.ts";

/** One query of the Admin API, from its text to the body of its answer. */

export interface AdminQuery {
  readonly query: string;
  readonly variables: Args;
  readonly operationName: string | undefined;
}

export interface QueryAnswer {
  readonly data?: unknown;
  readonly errors?: readonly unknown[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface AdminApi {
  readonly schema: GraphQLSchema;
  readonly access: Access;
  readonly bucket: CostBucket;
  readonly context: AdminContext;
  readonly nowMs: () => number;
}

/** What a request gathers while its fields are resolved. */
interface Gathered {
  readonly context: AdminContext;
  readonly search: unknown[];
  cost: number;
}

export async function answerQuery(
  api: AdminApi,
  { query, variables, operationName }: AdminQuery,
  isThrottled: boolean,
): Promise<QueryAnswer> {
  const document = checkedDocument(api.schema, query);
  if ("errors" in document) return document;
  const operation = getOperationAST(document, operationName);
  if (operation === null || operation === undefined) return { errors: [{ message: "An operation name is required" }] };
  const { requested, depth, fields } = queryCost(api.schema, document, operation, variables);
  if (depth > QUERY_DEPTH_MAX)
    return { errors: [{ message: `Query has depth of ${depth}, which exceeds max depth of ${QUERY_DEPTH_MAX}` }] };
  const cost = (actual: number | null) => ({
    cost: { requestedQueryCost: requested, actualQueryCost: actual, throttleStatus: api.bucket.status(api.nowMs()) },
  });
  if (requested > QUERY_COST_MAX) return { errors: [tooDear(requested)], extensions: cost(null) };
  if (fields > QUERY_FIELDS_MAX)
    return { errors: [{ message: `Query may answer ${fields} fields, more than the simulator takes on (${QUERY_FIELDS_MAX})` }] };
  if (isThrottled || !api.bucket.take(requested, api.nowMs())) return { errors: [THROTTLED], extensions: cost(null) };
  const gathered: Gathered = { context: api.context, search: [], cost: operation.operation === "mutation" ? requested : 0 };
  const { data, errors } = await execute({
    schema: api.schema,
    document,
    operationName,
    variableValues: variables,
    contextValue: gathered,
    fieldResolver: resolver(api.access),
    typeResolver: (source) => String(members(source)["__typename"]),
  });
  const actual = Math.min(requested, gathered.cost);
  api.bucket.giveBack(requested - actual);
  const extensions = { ...cost(actual), ...(gathered.search.length === 0 ? {} : { search: gathered.search }) };
  return { ...(data === undefined ? {} : { data }), ...(errors === undefined ? {} : { errors: errors.map(errorOf) }), extensions };
}

function checkedDocument(schema: GraphQLSchema, query: string): DocumentNode | { readonly errors: readonly unknown[] } {
  let document: DocumentNode;
  try {
    document = parse(query, { maxLexicalTokens: QUERY_TOKENS_MAX });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return { errors: [{ message: error.message.replace("Syntax Error:", "syntax error,"), locations: error.locations }] };
  }
  if (document.definitions.length > OPERATIONS_MAX)
    return { errors: [{ message: `A document has at most ${OPERATIONS_MAX} definitions.` }] };
  const aliases = aliasesIn(document);
  if (aliases > QUERY_ALIASES_MAX)
    return { errors: [{ message: `Query has ${aliases} aliases, more than the simulator takes on (${QUERY_ALIASES_MAX})` }] };
  const faults = validate(schema, document);
  if (faults.length === 0) return document;
  return { errors: faults.map((fault) => ({ ...schemaFault(fault), locations: fault.locations })) };
}

const THROTTLED = { message: "Throttled", extensions: { code: "THROTTLED", documentation: "https://shopify.dev/api/usage/rate-limits" } };

function tooDear(cost: number) {
  return {
    message: `Query cost is ${cost}, which exceeds the single query max cost limit (${QUERY_COST_MAX}).`,
    extensions: { code: "MAX_COST_EXCEEDED", cost, maxCost: QUERY_COST_MAX },
  };
}

function errorOf(error: GraphQLError) {
  const { message, locations, path, extensions } = error;
  const code = extensions["code"] ?? (path === undefined ? "INVALID_VARIABLE" : "INTERNAL_SERVER_ERROR");
  return {
    message,
    ...(locations === undefined ? {} : { locations }),
    ...(path === undefined ? {} : { path }),
    extensions: { ...extensions, code },
  };
}

/** The table of fields, where the type has one; a connection becomes the page that was asked for. */
function resolver(access: Access): GraphQLFieldResolver<unknown, unknown> {
  return (source, args: Args, contextValue, info) => {
    // What `answerQuery` handed to `execute`.
    const gathered = branded<Gathered>(contextValue);
    const definition = info.parentType.getFields()[info.fieldName];
    const missing = definition === undefined ? undefined : missingScopes(access.needs(definition), gathered.context.scopes);
    if (missing !== undefined) throw denied(info.fieldName, missing);
    const field = FIELD_TABLES[info.parentType.name]?.[info.fieldName];
    // A table is of the sources of its type.
    const value = field === undefined ? members(source)[info.fieldName] : field(branded<never>(source), args, gathered.context);
    // Most values are there at once, and a promise for each of a hundred thousand fields is a second lost.
    return value instanceof Promise
      ? value.then((one: unknown) => answered(one, args, gathered, info))
      : answered(value, args, gathered, info);
  };
}

function answered(value: unknown, args: Args, gathered: Gathered, info: GraphQLResolveInfo): unknown {
  if (value instanceof Listing) return paged(branded<Listing>(value), args, gathered, info);
  if (Array.isArray(value) && info.fieldName === "nodes" && info.path.prev === undefined) gathered.cost += value.length;
  if (isSingleObject(value, info.path)) gathered.cost += getNamedType(info.returnType).name === "Count" ? COUNT_COST : 1;
  return value;
}

async function paged(listing: Listing, args: Args, gathered: Gathered, info: GraphQLResolveInfo): Promise<Page> {
  const page = await pageOf(listing, args);
  gathered.cost += connectionCost(page.nodes.length, 1);
  if (listing.note !== null) gathered.search.push({ path: responsePathAsArray(info.path), ...listing.note });
  return page;
}

/** Objects on a page are paid for with the page. */
function isSingleObject(value: unknown, path: GraphQLResolveInfo["path"]): boolean {
  if (typeof value !== "object" || value === null) return false;
  return responsePathAsArray(path).every((key) => typeof key === "string" && key !== "nodes" && key !== "edges" && key !== "pageInfo");
}

function denied(field: string, anyOf: readonly string[]): GraphQLError {
  const required = accessSentence(anyOf);
  return new GraphQLError(`Access denied for ${field} field. Required access: ${required}`, {
    extensions: { code: "ACCESS_DENIED", documentation: "https://shopify.dev/api/usage/access-scopes", requiredAccess: required },
  });
}
