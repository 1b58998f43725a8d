import { Buffer } from "node:buffer";
import { type DocumentNode, GraphQLError, type GraphQLSchema, type OperationDefinitionNode, parse, validate } from "graphql";
import { schemaFault } from "../admin/schema-fault.ts";
import { BULK_QUERY_BYTES_MAX, QUERY_TOKENS_MAX } from "../limits.ts";
import { brokenRules, type Fragments } from "./bulk-rules.ts";

/** A bulk query whose form is right, ready to be compiled; or what is wrong with it, in Shopify's words. */
export type BulkQuery =
  | { readonly kind: "query"; readonly operation: OperationDefinitionNode; readonly fragments: Fragments }
  | { readonly kind: "refused"; readonly messages: readonly string[] };

export function readBulkQuery(schema: GraphQLSchema, text: string): BulkQuery {
  const bytes = Buffer.byteLength(text);
  if (bytes > BULK_QUERY_BYTES_MAX) return refused(`Query is too large (${bytes} bytes; maximum is ${BULK_QUERY_BYTES_MAX} bytes)`);
  const document = parsed(text);
  if (typeof document === "string") return refused(document);
  const operations = document.definitions.filter((definition) => definition.kind === "OperationDefinition");
  const [operation] = operations;
  if (operation === undefined || operations.length > 1) return refused("Invalid bulk query: it must hold exactly one operation");
  if (operation.operation !== "query") return refused("Invalid operation type. Only `query` operations are supported.");
  const definitions = document.definitions.filter((definition) => definition.kind === "FragmentDefinition");
  const fragments: Fragments = new Map(definitions.map((definition) => [definition.name.value, definition]));
  const broken = brokenRules(schema, operation.selectionSet, fragments);
  if (broken.length > 0) return refused(...broken);
  if ((operation.variableDefinitions ?? []).length > 0) return refused("Invalid bulk query: it cannot have variables");
  const faults = validate(schema, document);
  if (faults.length > 0) return refused(...faults.map((fault) => `Invalid bulk query: ${schemaFault(fault).message}`));
  return { kind: "query", operation, fragments };
}

function refused(...messages: readonly string[]): BulkQuery {
  return { kind: "refused", messages };
}

function parsed(text: string): DocumentNode | string {
  try {
    return parse(text, { maxLexicalTokens: QUERY_TOKENS_MAX });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return /<EOF>/.test(error.message)
      ? "Invalid bulk query: syntax error, unexpected end of file"
      : `Invalid bulk query: ${error.message.replace("Syntax Error:", "syntax error,")}`;
  }
}
