import {
  buildClientSchema,
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type IntrospectionQuery,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  isUnionType,
  parse,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { z } from "zod";
import { branded } from "../kernel/unsafe.ts";

/** What the package holds of one version: an introspection answer, and the access scopes a field or type asks for. */
const SchemaAnswer = z.object({
  data: z.custom<IntrospectionQuery>((value) => typeof value === "object" && value !== null),
  offline_scopes: z.object({
    items: z.array(
      z.object({
        type: z.enum(["type", "field"]),
        typeName: z.string(),
        fieldName: z.string().optional(),
        offlineScopes: z.array(z.string()),
      }),
    ),
  }),
});

/** What any object with an id is. Only those that documents name are reached: there are hundreds. */
const ANY_OBJECT = "Node";

/** Names of the fields that are reached, by type; a type of which no field is reached has an empty set. */
type Reached = Map<string, Set<string>>;

/**
 * The part of a schema that documents reach, as SDL without descriptions: types, the fields selected and all their arguments,
 * deprecations, and `@access(anyOf:)` where a scope is needed. Sorted, so that a difference is a difference.
 */
export function reachedSchema(answer: unknown, documents: readonly string[]): string {
  const { data, offline_scopes: scopes } = SchemaAnswer.parse(answer);
  const schema = buildClientSchema(data);
  const reached = reachedFields(schema, documents);
  const access = new Map(
    scopes.items.map(({ typeName, fieldName, offlineScopes }) => [
      fieldName === undefined ? typeName : `${typeName}.${fieldName}`,
      offlineScopes,
    ]),
  );
  const printed = [...reached.keys()].toSorted().flatMap((name) => printedType(schema, reached, access, name));
  return ["directive @access(anyOf: [String!]!) on OBJECT | INTERFACE | FIELD_DEFINITION", printedRoots(schema), ...printed].join("\n\n");
}

function reachedFields(schema: GraphQLSchema, documents: readonly string[]): Reached {
  const reached: Reached = new Map();
  const info = new TypeInfo(schema);
  const visitor = visitWithTypeInfo(info, {
    Field() {
      const field = info.getFieldDef();
      const parent = info.getParentType();
      if (field === null || field === undefined || parent === null || parent === undefined)
        throw new Error("a document names what is not there");
      reachField(schema, reached, parent, field);
    },
  });
  for (const document of documents) visit(parse(document), visitor);
  shareWithImplementations(schema, reached);
  return reached;
}

function reachField(schema: GraphQLSchema, reached: Reached, parent: GraphQLNamedType, field: GraphQLField<unknown, unknown>): void {
  reachType(schema, reached, parent).add(field.name);
  reachType(schema, reached, getNamedType(field.type));
  for (const argument of field.args) reachType(schema, reached, getNamedType(argument.type));
}

function reachType(schema: GraphQLSchema, reached: Reached, type: GraphQLNamedType): Set<string> {
  const known = reached.get(type.name);
  if (known !== undefined) return known;
  const fields = new Set<string>();
  reached.set(type.name, fields);
  if (isInputObjectType(type)) for (const field of Object.values(type.getFields())) reachType(schema, reached, getNamedType(field.type));
  if (isAbstractType(type) && type.name !== ANY_OBJECT)
    for (const possible of schema.getPossibleTypes(type)) reachType(schema, reached, possible);
  return fields;
}

/** A type has the fields of its interfaces, or it is no implementation of them. */
function shareWithImplementations(schema: GraphQLSchema, reached: Reached): void {
  for (const [name, fields] of reached) {
    const type = schema.getType(name);
    if (!isInterfaceType(type)) continue;
    for (const possible of schema.getPossibleTypes(type)) for (const field of fields) reached.get(possible.name)?.add(field);
  }
}

function printedRoots(schema: GraphQLSchema): string {
  return `schema {\n  query: ${schema.getQueryType()?.name ?? ""}\n  mutation: ${schema.getMutationType()?.name ?? ""}\n}`;
}

type Access = ReadonlyMap<string, readonly string[]>;

function printedType(schema: GraphQLSchema, reached: Reached, access: Access, name: string): readonly string[] {
  const type = schema.getType(name);
  if (type === undefined || (isScalarType(type) && isSpecifiedScalarType(type))) return [];
  if (isScalarType(type)) return [`scalar ${name}`];
  if (isEnumType(type))
    return [
      block(
        `enum ${name}`,
        type.getValues().map((value) => `${value.name}${deprecated(value.deprecationReason)}`),
      ),
    ];
  if (isInputObjectType(type)) return [block(`input ${name}`, Object.values(type.getFields()).map(printedInput))];
  if (isUnionType(type))
    return [
      `union ${name} = ${type
        .getTypes()
        .map((member) => member.name)
        .toSorted()
        .join(" | ")}`,
    ];
  const fields = Object.values(type.getFields()).filter((field) => reached.get(name)?.has(field.name));
  const lines = fields.map((field) => printedField(field, access.get(`${name}.${field.name}`)));
  const kind = isObjectType(type) ? "type" : "interface";
  // A type of an abstract one of which nothing is asked still has to have a field.
  const body = lines.length === 0 ? ["_unreached: Boolean"] : lines;
  return [block(`${kind} ${name}${interfacesOf(branded<GraphQLObjectType>(type), reached)}${accessOf(access.get(name))}`, body)];
}

function interfacesOf(type: GraphQLObjectType, reached: Reached): string {
  const names = type.getInterfaces().map((one) => one.name).filter((name) => (reached.get(name)?.size ?? 0) > 0); // prettier-ignore
  return names.length === 0 ? "" : ` implements ${names.toSorted().join(" & ")}`;
}

function printedField(field: GraphQLField<unknown, unknown>, scopes: readonly string[] | undefined): string {
  const args = field.args.length === 0 ? "" : `(${field.args.map(printedInput).join(", ")})`;
  return `${field.name}${args}: ${String(field.type)}${accessOf(scopes)}${deprecated(field.deprecationReason)}`;
}

function printedInput(input: GraphQLArgument | GraphQLInputField): string {
  const literal = input.default?.literal;
  return `${input.name}: ${String(input.type)}${literal === undefined ? "" : ` = ${print(literal)}`}${deprecated(input.deprecationReason)}`;
}

function accessOf(scopes: readonly string[] | undefined): string {
  return scopes === undefined || scopes.length === 0 ? "" : ` @access(anyOf: [${scopes.map((scope) => `"${scope}"`).join(", ")}])`;
}

/** Shopify's sentence stays with Shopify. */
function deprecated(reason: string | null | undefined): string {
  return reason === null || reason === undefined ? "" : " @deprecated";
}

function block(head: string, lines: readonly string[]): string {
  return `${head} {\n${lines.map((line) => `  ${line}`).join("\n")}\n}`;
}
