import {
  type FieldNode,
  getArgumentValues,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isListType,
  isObjectType,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import { branded, members } from "../../../kernel/unsafe.ts";
import type { Access } from "../admin/access.ts";
import type { AdminContext, Field } from "../admin/context.ts";
import { FIELD_TABLES } from "../admin/field-tables.ts";
import { Listing } from "../admin/listing.ts";
import type { Fragments } from "./bulk-rules.ts";
import { collectedFields } from "./collected-fields.ts";
import { jsonText, quoted } from "./json-text.ts";

/**
 * A bulk query made into functions, once: walking it for every one of a million lines as an ordinary query is walked would take
 * ten times as long. The values come from the same tables of fields.
 */
export interface CompiledQuery {
  readonly connections: readonly CompiledConnection[];
  /** Of each list one scope is needed. */
  readonly needs: readonly (readonly string[])[];
}

export interface CompiledConnection {
  /** Undefined where there is nothing to list. */
  readonly list: (source: unknown) => unknown;
  readonly nodeOf: (source: unknown) => CompiledNode;
}

export interface CompiledNode {
  /** The object as JSON without its closing brace, for `__parentId` to follow. */
  readonly render: (source: unknown) => string;
  readonly idOf: (source: unknown) => string;
  readonly connections: readonly CompiledConnection[];
}

interface Compiler {
  readonly schema: GraphQLSchema;
  readonly fragments: Fragments;
  readonly context: AdminContext;
  readonly access: Access;
  readonly needs: (readonly string[])[];
}

interface CompileOptions {
  readonly operation: OperationDefinitionNode;
  readonly fragments: Fragments;
  readonly schema: GraphQLSchema;
  readonly access: Access;
}

export function compileQuery({ operation, ...options }: CompileOptions, context: AdminContext): CompiledQuery {
  const root = options.schema.getQueryType();
  if (root === null || root === undefined) throw new Error("The schema has no query type.");
  const needs: (readonly string[])[] = [];
  const { connections } = compileObject({ ...options, context, needs }, root, [operation.selectionSet]);
  return { connections, needs };
}

/** What a field answers of a source. */
type Read = (source: unknown) => unknown;

interface CompiledField {
  /** Undefined: a connection, which is lines of its own. */
  readonly write: Read | undefined;
  readonly connections: readonly CompiledConnection[];
}

function compileObject(compiler: Compiler, type: GraphQLObjectType, selections: readonly SelectionSetNode[]): CompiledNode {
  const parts: { readonly prefix: string; readonly write: Read }[] = [];
  const connections: CompiledConnection[] = [];
  for (const [key, nodes] of collectedFields(compiler.schema, compiler.fragments, type, selections)) {
    const field = compileField(compiler, type, nodes);
    connections.push(...field.connections);
    if (field.write !== undefined) parts.push({ prefix: `${parts.length === 0 ? "{" : ","}"${key}":`, write: field.write });
  }
  const render = (source: unknown): string => {
    if (parts.length === 0) return "{";
    let text = "";
    for (const { prefix, write } of parts) text += `${prefix}${String(write(source))}`;
    return text;
  };
  const id = FIELD_TABLES[type.name]?.["id"];
  return { render, connections, idOf: (source) => (id === undefined ? "" : quoted(String(call(id, source, {}, compiler.context)))) };
}

function call(field: Field<never>, source: unknown, args: Readonly<Record<string, unknown>>, context: AdminContext): unknown {
  // The table of a type is called with sources of the type alone.
  return field(branded<never>(source), args, context);
}

function compileField(compiler: Compiler, type: GraphQLObjectType, nodes: readonly FieldNode[]): CompiledField {
  const [node] = nodes;
  const name = node?.name.value ?? "";
  if (name === "__typename") return { write: () => `"${type.name}"`, connections: [] };
  const field = type.getFields()[name];
  if (node === undefined || field === undefined) throw new Error(`A bulk query that passed validation asks ${type.name} for ${name}.`);
  compiler.needs.push(...compiler.access.needs(field));
  const read = reader(compiler, type, field, node);
  const selections = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  if (selections.length === 0) return { write: (source) => jsonText(read(source)), connections: [] };
  if (getNamedType(field.type).name.endsWith("Connection"))
    return { write: undefined, connections: [connectionOf(compiler, field.type, selections, read)] };
  return compileNested(compileOutput(compiler, field.type, selections), read);
}

function reader(compiler: Compiler, type: GraphQLObjectType, field: GraphQLField<unknown, unknown>, node: FieldNode): Read {
  const args = getArgumentValues(field, node);
  const { context } = compiler;
  const own = FIELD_TABLES[type.name]?.[field.name];
  return own === undefined ? (source) => members(source)[field.name] : (source) => call(own, source, args, context);
}

interface CompiledOutput {
  readonly isList: boolean;
  readonly nodeOf: (source: unknown) => CompiledNode;
  readonly all: readonly CompiledNode[];
}

/** Of an abstract type each object says by `__typename` which it is. */
function compileOutput(compiler: Compiler, output: GraphQLOutputType, selections: readonly SelectionSetNode[]): CompiledOutput {
  const type = getNamedType(output);
  const isList = isListType(getNullableType(output));
  if (isObjectType(type)) {
    const node = compileObject(compiler, type, selections);
    return { isList, nodeOf: () => node, all: [node] };
  }
  if (!isAbstractType(type)) throw new Error(`${type.name} has no fields to select.`);
  const nodes = new Map(compiler.schema.getPossibleTypes(type).map((one) => [one.name, compileObject(compiler, one, selections)]));
  const nodeOf = (source: unknown): CompiledNode => {
    const node = nodes.get(String(members(source)["__typename"]));
    if (node === undefined) throw new Error(`A source of ${type.name} does not say what it is.`);
    return node;
  };
  return { isList, nodeOf, all: [...nodes.values()] };
}

/** An object within a line. Connections below it hang on the line; the rules keep them out of lists. */
function compileNested({ isList, nodeOf, all }: CompiledOutput, read: Read): CompiledField {
  const object = (source: unknown): string => (source === null || source === undefined ? "null" : `${nodeOf(source).render(source)}}`);
  const write: Read = isList
    ? (source) => {
        const list = read(source);
        return Array.isArray(list) ? `[${list.map(object).join(",")}]` : "null";
      }
    : (source) => object(read(source));
  const below = all.flatMap(({ connections }) => connections);
  const connections = below.map(({ list, nodeOf: itemNode }) => ({
    nodeOf: itemNode,
    list: (source: unknown) => {
      const nested = read(source);
      return nested === null || nested === undefined ? undefined : list(nested);
    },
  }));
  return { write, connections };
}

function connectionOf(
  compiler: Compiler,
  connection: GraphQLOutputType,
  selections: readonly SelectionSetNode[],
  list: Read,
): CompiledConnection {
  const edges = inner(compiler, connection, selections, "edges");
  const node = inner(compiler, edges.type, edges.selections, "node");
  return { list, nodeOf: compileOutput(compiler, node.type, node.selections).nodeOf };
}

function inner(compiler: Compiler, output: GraphQLOutputType, selections: readonly SelectionSetNode[], name: string) {
  const type = getNamedType(output);
  const field = isObjectType(type) ? type.getFields()[name] : undefined;
  if (!isObjectType(type) || field === undefined) throw new Error(`A connection without ${name}.`);
  const nodes = [...collectedFields(compiler.schema, compiler.fragments, type, selections).values()].flat();
  const chosen = nodes.filter((node) => node.name.value === name);
  return { type: field.type, selections: chosen.flatMap(({ selectionSet }) => selectionSet ?? []) };
}

/** Every connection of ours answers a listing. */
export function listingOf(value: unknown): Listing | undefined {
  return value instanceof Listing ? value : undefined;
}
