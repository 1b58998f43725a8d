import type { JsonSchema } from "./openapi-document.ts";

/** A schema as people read it: one line per member, members of members by their dotted name. */

export interface Member {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** The members of an object, and below each those of its unnamed objects. */
export function membersOf(schema: JsonSchema, parent = ""): readonly Member[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, value]) => {
    const member = schemaOf(value);
    const path = parent + name;
    return [{ name: path, required: required.includes(name), schema: member }, ...membersBelow(member, path)];
  });
}

function membersBelow(schema: JsonSchema, path: string): readonly Member[] {
  const item = schemaOf(schema.items);
  return [
    ...membersOf(schema, `${path}.`),
    ...membersOf(item, `${path}[].`),
    ...(schema.anyOf ?? schema.oneOf ?? []).flatMap((choice) => membersBelow(choice, path)),
  ];
}

/** JSON Schema allows `true` for a schema and a list of them for items; either says nothing about members. */
function schemaOf(value: JsonSchema["items"] | JsonSchema["not"]): JsonSchema {
  return typeof value === "object" && !Array.isArray(value) ? value : {};
}
