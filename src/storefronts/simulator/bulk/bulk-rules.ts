import {
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  getNullableType,
  type GraphQLNamedType,
  type GraphQLSchema,
  isInterfaceType,
  isListType,
  isObjectType,
  type SelectionSetNode,
} from "graphql";
import { BULK_CONNECTIONS_MAX, BULK_DEPTH_MAX } from "../limits.ts";

/**
 * What Shopify asks of the form of a bulk query, in its own words. The form is looked at before the schema, and as far as
 * possible without it: a query of orders is told the same as one of products.
 */

interface Connection {
  readonly name: string;
  /** 0 at the root. */
  readonly depth: number;
  readonly usesNodes: boolean;
  readonly isInList: boolean;
  /** Name of the parent that hands on no plain `id`. */
  readonly parentWithoutId: string | null;
}

interface Surroundings {
  readonly type: GraphQLNamedType | undefined;
  readonly depth: number;
  readonly isInList: boolean;
  readonly parent: { readonly name: string; readonly hasPlainId: boolean } | null;
}

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** Lists of Shopify's that our part of the schema does not have. */
const LISTS_ELSEWHERE = ["fulfillments", "refunds", "returns", "suggestedRefund"];
const SINGLE_OBJECT_ROOTS = ["node", "nodes"];

/** One message for each rule that is broken. */
export function brokenRules(schema: GraphQLSchema, root: SelectionSetNode, fragments: Fragments): readonly string[] {
  const type = schema.getQueryType() ?? undefined;
  const rootFields = fieldsOf(root, fragments);
  const connections = connectionsIn(rootFields, { type, depth: 0, isInList: false, parent: null }, { schema, fragments });
  const withNodes = connections.filter(({ usesNodes }) => usesNodes).map(({ name }) => name);
  const withoutId = [...new Set(connections.flatMap(({ parentWithoutId }) => parentWithoutId ?? []))];
  const rules: readonly (readonly [boolean, string])[] = [
    [
      withNodes.length > 0,
      `All connection fields in a bulk query must select their contents using 'edges' > 'node', e.g: '${withNodes[0] ?? ""} { edges { node {'. Selecting via 'nodes' is not supported. Invalid connection fields: ${withNodes.map((name) => `'${name}'`).join(", ")}.`,
    ],
    [rootFields.some(({ name }) => SINGLE_OBJECT_ROOTS.includes(name.value)), "Bulk queries cannot contain a top level `node` field."],
    [connections.length === 0, "Bulk queries must contain at least one connection."],
    [connections.length > BULK_CONNECTIONS_MAX, `Bulk queries cannot contain more than ${BULK_CONNECTIONS_MAX} connections.`],
    [
      connections.some(({ depth }) => depth > BULK_DEPTH_MAX),
      `Bulk queries cannot contain connections with a nesting depth greater than ${BULK_DEPTH_MAX}.`,
    ],
    [
      withoutId.length > 0,
      `The parent 'node' field for a nested connection must select the 'id' field without an alias and must be of 'ID' return type. Connection fields without 'id': ${withoutId.join(", ")}.`,
    ],
    [
      connections.some((connection) => connection.isInList),
      "Queries that contain a connection field within a list field are not currently supported.",
    ],
  ];
  return rules.filter(([isBroken]) => isBroken).map(([, message]) => message);
}

interface Tools {
  readonly schema: GraphQLSchema;
  readonly fragments: Fragments;
}

function connectionsIn(fields: readonly FieldNode[], around: Surroundings, tools: Tools): readonly Connection[] {
  return fields.flatMap((field): readonly Connection[] => {
    const selections = field.selectionSet;
    if (selections === undefined) return [];
    const type = fieldType(around.type, field.name.value);
    const inside = fieldsOf(selections, tools.fragments);
    if (!isConnection(type, inside)) {
      const isList = isListField(around.type, field.name.value);
      return connectionsIn(inside, { ...around, type, isInList: around.isInList || isList }, tools);
    }
    return connectionAt({ field, type, inside }, around, tools);
  });
}

interface Found {
  readonly field: FieldNode;
  readonly type: GraphQLNamedType | undefined;
  readonly inside: readonly FieldNode[];
}

function connectionAt({ field, type, inside }: Found, around: Surroundings, tools: Tools): readonly Connection[] {
  const name = field.name.value;
  const named = (fields: readonly FieldNode[], wanted: string) => fields.filter((one) => one.name.value === wanted);
  const below = (fields: readonly FieldNode[]) => fields.flatMap(({ selectionSet }) => (selectionSet === undefined ? [] : fieldsOf(selectionSet, tools.fragments))); // prettier-ignore
  const nodes = below([...named(below(named(inside, "edges")), "node"), ...named(inside, "nodes")]);
  const nodeType = fieldType(fieldType(type, "edges"), "node") ?? fieldType(type, "nodes");
  const hasPlainId = nodes.some((one) => one.name.value === "id" && (one.alias === undefined || one.alias.value === "id"));
  const self: Connection = {
    name,
    depth: around.depth,
    usesNodes: named(inside, "nodes").length > 0,
    isInList: around.isInList,
    parentWithoutId: around.parent === null || around.parent.hasPlainId ? null : around.parent.name,
  };
  const next = { type: nodeType, depth: around.depth + 1, isInList: around.isInList, parent: { name, hasPlainId } };
  return [self, ...connectionsIn(nodes, next, tools)];
}

/** By its type, and by its form where our schema does not know it. */
function isConnection(type: GraphQLNamedType | undefined, inside: readonly FieldNode[]): boolean {
  if (type !== undefined) return type.name.endsWith("Connection");
  return inside.some(({ name }) => name.value === "edges" || name.value === "nodes");
}

function fieldType(parent: GraphQLNamedType | undefined, name: string): GraphQLNamedType | undefined {
  if (!isObjectType(parent) && !isInterfaceType(parent)) return undefined;
  const field = parent.getFields()[name];
  return field === undefined ? undefined : getNamedType(field.type);
}

function isListField(parent: GraphQLNamedType | undefined, name: string): boolean {
  const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
  return field === undefined ? LISTS_ELSEWHERE.includes(name) : isListType(getNullableType(field.type));
}

/** With the fields of fragments; a fragment that holds itself is the schema's business. */
function fieldsOf(selections: SelectionSetNode, fragments: Fragments, open: readonly string[] = []): readonly FieldNode[] {
  return selections.selections.flatMap((selection): readonly FieldNode[] => {
    if (selection.kind === "Field") return [selection];
    if (selection.kind === "InlineFragment") return fieldsOf(selection.selectionSet, fragments, open);
    const name = selection.name.value;
    const fragment = fragments.get(name);
    return fragment === undefined || open.includes(name) ? [] : fieldsOf(fragment.selectionSet, fragments, [...open, name]);
  });
}
