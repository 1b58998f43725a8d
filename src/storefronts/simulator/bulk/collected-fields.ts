import {
  type FieldNode,
  getDirectiveValues,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  isAbstractType,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";
import type { Fragments } from "./bulk-rules.ts";

/** The fields an object of a type answers, by the name they answer under; the same name twice is one field. */
export function collectedFields(
  schema: GraphQLSchema,
  fragments: Fragments,
  type: GraphQLObjectType,
  selections: readonly SelectionSetNode[],
): ReadonlyMap<string, readonly FieldNode[]> {
  const collected = new Map<string, FieldNode[]>();
  const collect = (selection: SelectionNode): void => {
    if (!isIncluded(selection)) return;
    if (selection.kind === "Field") {
      const key = selection.alias?.value ?? selection.name.value;
      collected.set(key, [...(collected.get(key) ?? []), selection]);
      return;
    }
    const fragment = selection.kind === "InlineFragment" ? selection : fragments.get(selection.name.value);
    if (fragment === undefined || !applies(schema, type, fragment.typeCondition?.name.value)) return;
    fragment.selectionSet.selections.forEach(collect);
  };
  for (const { selections: nodes } of selections) nodes.forEach(collect);
  return collected;
}

function isIncluded(selection: SelectionNode): boolean {
  const skip = getDirectiveValues(GraphQLSkipDirective, selection)?.["if"];
  const include = getDirectiveValues(GraphQLIncludeDirective, selection)?.["if"];
  return skip !== true && include !== false;
}

function applies(schema: GraphQLSchema, type: GraphQLObjectType, condition: string | undefined): boolean {
  if (condition === undefined || condition === type.name) return true;
  const named = schema.getType(condition);
  return isAbstractType(named) && schema.isSubType(named, type);
}
