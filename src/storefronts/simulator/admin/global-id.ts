import { GraphQLError } from "graphql";
import { readGid } from "../shop-facts.ts";

/** An id of another type than the field's is an error; one that nothing has is not. */
export function numericId(type: string, id: unknown): number {
  const parsed = readGid(String(id));
  if (parsed === undefined) {
    const extensions = { code: "argumentLiteralsIncompatible", typeName: "CoercionError" };
    throw new GraphQLError(`Invalid global id '${String(id)}'`, { extensions });
  }
  if (parsed.type !== type) throw new GraphQLError(`Invalid id: ${String(id)}`, { extensions: { code: "RESOURCE_NOT_FOUND" } });
  return /^\d{1,15}$/.test(parsed.id) ? Number(parsed.id) : -1;
}
