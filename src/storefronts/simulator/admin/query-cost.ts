import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from "graphql";
import type { Args } from "./context.ts";

/**
 * What a query may cost, known before it runs: 1 for an object, 0 for what has no fields, 10 for a count or a mutation, and for
 * a connection 2 and its items, of which a page is charged by the logarithm of its size. Shopify does not publish that; recorded
 * answers give it: pages of 1, 5, 10 and 50 cost 3, 5, 6 and 9. Objects asked for by their ids are each an object.
 */
export interface QueryCost {
  readonly requested: number;
  readonly depth: number;
  /** Fields of all objects that may be answered; what a page is charged for says little about the work it makes. */
  readonly fields: number;
}

/** Fields under another name than their own, wherever they stand in the document. */
export function aliasesIn(document: DocumentNode): number {
  let aliases = 0;
  visit(document, {
    Field: ({ alias }) => {
      if (alias !== undefined) aliases += 1;
    },
  });
  return aliases;
}

const MUTATION_COST = 10;
export const COUNT_COST = 10;
const CONNECTION_COST = 2;

/** How many items a page of so many is charged for. */
function chargedItems(size: number): number {
  return size < 1 ? 0 : Math.round(1 + Math.log2(size));
}

export function connectionCost(size: number, itemCost: number): number {
  return CONNECTION_COST + chargedItems(size) * itemCost;
}

interface Walk {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: Args;
  /** A fragment spread in many places is walked once for each type it stands in. */
  readonly known: Map<string, QueryCost>;
}

const LEAF: QueryCost = { requested: 0, depth: 1, fields: 1 };
const NOTHING: QueryCost = { requested: 0, depth: 0, fields: 0 };

export function queryCost(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode, variables: Args): QueryCost {
  const definitions = document.definitions.filter((definition) => definition.kind === "FragmentDefinition");
  const fragments = new Map(definitions.map((definition) => [definition.name.value, definition]));
  const defaults = Object.fromEntries(
    (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) => (defaultValue?.kind === "IntValue" ? [[variable.name.value, Number(defaultValue.value)]] : [])),
  ); // prettier-ignore
  const walk: Walk = { schema, fragments, variables: { ...defaults, ...variables }, known: new Map() };
  if (operation.operation !== "mutation") return costOf(walk, schema.getQueryType() ?? undefined, operation.selectionSet);
  const mutations = operation.selectionSet.selections.filter(({ kind }) => kind === "Field").length;
  const { depth, fields } = costOf(walk, schema.getMutationType() ?? undefined, operation.selectionSet);
  return { requested: mutations * MUTATION_COST, depth, fields };
}

function costOf(walk: Walk, type: GraphQLNamedType | undefined, selections: SelectionSetNode): QueryCost {
  return selections.selections
    .map((selection): QueryCost => {
      if (selection.kind === "Field") return fieldCost(walk, type, selection);
      if (selection.kind === "InlineFragment") {
        const condition = selection.typeCondition === undefined ? type : walk.schema.getType(selection.typeCondition.name.value);
        return costOf(walk, condition, selection.selectionSet);
      }
      return fragmentCost(walk, selection.name.value);
    })
    .reduce(added, NOTHING);
}

function added(left: QueryCost, right: QueryCost): QueryCost {
  return { requested: left.requested + right.requested, depth: Math.max(left.depth, right.depth), fields: left.fields + right.fields };
}

function fragmentCost(walk: Walk, name: string): QueryCost {
  const known = walk.known.get(name);
  if (known !== undefined) return known;
  const fragment = walk.fragments.get(name);
  if (fragment === undefined) return NOTHING;
  // Validation has refused fragments that hold themselves.
  const cost = costOf(walk, walk.schema.getType(fragment.typeCondition.name.value), fragment.selectionSet);
  walk.known.set(name, cost);
  return cost;
}

function fieldCost(walk: Walk, parent: GraphQLNamedType | undefined, node: FieldNode): QueryCost {
  const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[node.name.value] : undefined;
  const type = field === undefined ? undefined : getNamedType(field.type);
  if (field === undefined || node.selectionSet === undefined || !isCompositeType(type)) return LEAF;
  const inside = costOf(walk, type, node.selectionSet);
  const repeated = type.name.endsWith("Connection") ? pageSize(walk, node) : idCount(walk, node);
  return { requested: ownCost(walk, field, node, inside.requested), depth: inside.depth + 1, fields: 1 + repeated * inside.fields };
}

/** Types that are charged nothing, besides the edges of connections. */
const FREE: readonly string[] = ["MoneyV2", "PageInfo"];

function ownCost(walk: Walk, field: GraphQLField<unknown, unknown>, node: FieldNode, inside: number): number {
  const name = getNamedType(field.type).name;
  if (name.endsWith("Connection")) return connectionCost(pageSize(walk, node), Math.max(1, inside));
  if (name === "Count") return COUNT_COST;
  return FREE.includes(name) || name.endsWith("Edge") ? inside : idCount(walk, node) * (1 + inside);
}

/** How many objects a field answers by their ids; any other answers one. */
function idCount({ variables }: Walk, { name: field, arguments: given = [] }: FieldNode): number {
  const ids = field.value === "nodes" ? given.find(({ name }) => name.value === "ids")?.value : undefined;
  if (ids?.kind === "ListValue") return ids.values.length;
  const sent = ids?.kind === "Variable" ? variables[ids.name.value] : undefined;
  return Array.isArray(sent) ? sent.length : 1;
}

function pageSize({ variables }: Walk, { arguments: given = [] }: FieldNode): number {
  const sizes = given.flatMap(({ name, value }): readonly number[] => {
    if (name.value !== "first" && name.value !== "last") return [];
    if (value.kind === "IntValue") return [Number(value.value)];
    const sent = value.kind === "Variable" ? variables[value.name.value] : undefined;
    return typeof sent === "number" ? [sent] : [];
  });
  return Math.max(0, ...sizes);
}
