import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  buildSchema,
  getDirectiveValues,
  getNamedType,
  type GraphQLSchema,
  isInterfaceType,
  isObjectType,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql";

const FILE = fileURLToPath(new URL("admin.graphql", import.meta.url));

let built: GraphQLSchema | undefined;

/** The part of Shopify's Admin schema that `npm run shopify:schema` has written. Built once, because that takes tens of milliseconds. */
export function adminSchema(): GraphQLSchema {
  built ??= buildSchema(readFileSync(FILE, "utf8"));
  return built;
}

/** What a document needs an access token to have: of each entry one scope at least. */
export function scopesOf(schema: GraphQLSchema, document: string): readonly (readonly string[])[] {
  const access = schema.getDirective("access");
  const found = new Map<string, readonly string[]>();
  const info = new TypeInfo(schema);
  const note = (node: Parameters<typeof getDirectiveValues>[1] | null | undefined): void => {
    if (access === null || access === undefined || node === null || node === undefined) return;
    const anyOf: unknown = getDirectiveValues(access, node)?.["anyOf"];
    if (!Array.isArray(anyOf)) return;
    const scopes = anyOf.map(String);
    found.set(scopes.join(" "), scopes);
  };
  const visitor = visitWithTypeInfo(info, {
    InlineFragment({ typeCondition }) {
      const type = schema.getType(typeCondition?.name.value ?? "");
      if (isObjectType(type)) note(type.astNode);
    },
    Field() {
      const field = info.getFieldDef();
      note(field?.astNode);
      const type = getNamedType(field?.type);
      if (isObjectType(type) || isInterfaceType(type)) note(type.astNode);
    },
  });
  visit(parse(document), visitor);
  return [...found.values()];
}
