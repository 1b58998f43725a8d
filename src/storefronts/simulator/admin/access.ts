import { getDirectiveValues, getNamedType, type GraphQLField, type GraphQLSchema, isInterfaceType, isObjectType } from "graphql";

/** The access scopes that fields ask for by `@access(anyOf:)`, of their own or of what they answer. Of each list one is enough. */
export interface Access {
  needs(field: GraphQLField<unknown, unknown>): readonly (readonly string[])[];
}

export function createAccess(schema: GraphQLSchema): Access {
  const known = new WeakMap<GraphQLField<unknown, unknown>, readonly (readonly string[])[]>();
  const directive = schema.getDirective("access");
  const scopesOf = (node: Parameters<typeof getDirectiveValues>[1] | null | undefined): readonly (readonly string[])[] => {
    if (directive === undefined || directive === null || node === undefined || node === null) return [];
    const anyOf: unknown = getDirectiveValues(directive, node)?.["anyOf"];
    return Array.isArray(anyOf) ? [anyOf.map(String)] : [];
  };
  const ofType = (field: GraphQLField<unknown, unknown>): readonly (readonly string[])[] => {
    const type = getNamedType(field.type);
    if (!isObjectType(type) && !isInterfaceType(type)) return [];
    // A connection is as open as what it is of.
    const inner = type.name.endsWith("Connection") ? (type.getFields()["edges"] ?? type.getFields()["nodes"]) : undefined;
    const node = type.name.endsWith("Edge") ? type.getFields()["node"] : undefined;
    return [...scopesOf(type.astNode), ...[inner, node].flatMap((one) => (one === undefined ? [] : ofType(one)))];
  };
  return {
    needs: (field) => {
      const before = known.get(field);
      if (before !== undefined) return before;
      const needs = [...scopesOf(field.astNode), ...ofType(field)];
      known.set(field, needs);
      return needs;
    },
  };
}

/** The first list of which no scope is granted. */
export function missingScopes(needs: readonly (readonly string[])[], granted: ReadonlySet<string>): readonly string[] | undefined {
  return needs.find((anyOf) => !anyOf.some((scope) => granted.has(scope)));
}

/** As Shopify says it: the scopes in backquotes. */
export function accessSentence(anyOf: readonly string[]): string {
  return anyOf.length === 1
    ? `\`${anyOf.join("")}\` access scope.`
    : `One of ${anyOf.map((scope) => `\`${scope}\``).join(", ")} access scopes.`;
}
