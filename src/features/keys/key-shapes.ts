import { z } from "zod";
import type { KeyRow } from "./owned-keys.ts";

const MEMBERS = {
  id: z.int().meta({ examples: [12] }),
  name: z.string().meta({ examples: ["Warehouse"] }),
  key_prefix: z.string().meta({ description: "The key's first 16 characters, which identify it.", examples: ["svc_live_sk_0123"] }),
  scopes: z
    .array(z.string())
    .meta({ description: "Scopes the key was given. `read`, `write` and `full_access` each include several.", examples: [["read"]] }),
  status: z.enum(["active", "revoked"]),
  request_count: z.int().meta({ examples: [0] }),
  last_used_at: z.iso
    .datetime()
    .nullable()
    .meta({ examples: [null] }),
  created_at: z.iso.datetime(),
  revoked_at: z.iso
    .datetime()
    .nullable()
    .meta({ examples: [null] }),
  raw_key: z.string().optional().meta({ description: "The key itself, returned only in the response that creates it." }),
};

/** Keys of every kind have the same fields. */
export const ApiKeyShape = z.strictObject({ object: z.literal("api_key"), ...MEMBERS }).meta({ id: "ApiKey" });
export const OrgKeyShape = z.strictObject({ object: z.literal("org_key"), ...MEMBERS }).meta({ id: "OrgKey" });
export const AdminKeyShape = z.strictObject({ object: z.literal("admin_key"), ...MEMBERS }).meta({ id: "AdminKey" });

const OBJECTS = { merchant: "api_key", organization: "org_key", admin: "admin_key" } as const;
type Kind = keyof typeof OBJECTS;

/** What an organization reads where another one is named. */
export const ANOTHER_ORGANIZATION = "Another organization";

/** `reader`: the organization that reads; the names that another one gave its keys are none of its business. */
export function keyAnswerFor(reader: number | null, key: KeyRow) {
  const { created_by_organization_id: maker } = key;
  const isNameless = reader !== null && maker !== null && maker !== reader;
  return keyAnswer("merchant", isNameless ? { ...key, name: ANOTHER_ORGANIZATION } : key);
}

/** `rawKey` in the answer that makes the key alone. */
export function keyAnswer<K extends Kind>(kind: K, key: KeyRow, rawKey?: string) {
  return {
    id: key.id,
    object: OBJECTS[kind],
    name: key.name,
    key_prefix: key.key_prefix,
    scopes: key.grants,
    status: key.revoked_at === null ? ("active" as const) : ("revoked" as const),
    request_count: key.request_count,
    last_used_at: key.last_used_at?.toISOString() ?? null,
    created_at: key.created_at.toISOString(),
    revoked_at: key.revoked_at?.toISOString() ?? null,
    ...(rawKey === undefined ? {} : { raw_key: rawKey }),
  };
}
