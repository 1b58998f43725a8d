import { randomBytes } from "node:crypto";
import { PlainError } from "../../kernel/errors.ts";
import type { ShopId } from "../../kernel/ids.ts";
import { GRANTS, grantedScopes, type KeyKind } from "../../kernel/scopes.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import { formatKey, KEY_ENTROPY_BYTES, keyDisplayPrefix, keyHash } from "./api-key.ts";
import { insertKey } from "./keys-queries.ts";
import { countActiveKeys, forgetRevokedKeys, lockKeysOf } from "./owned-keys.ts";

/** A merchant key belongs to a shop, an organization key to an organization, an admin key to nobody. `createdBy`: the organization whose key made it. */
export type KeyOwner =
  | { readonly kind: "merchant"; readonly shopId: ShopId; readonly createdBy?: number | null }
  | { readonly kind: "organization"; readonly organizationId: number }
  | { readonly kind: "admin" };

export type NewKey = KeyOwner & { readonly name: string; readonly grants: readonly string[] };

export interface CreatedKey {
  readonly id: number;
  /** Known to nobody once the caller has shown it. */
  readonly rawKey: string;
}

/** A key's name is a line in a list. */
export const KEY_NAME_CHARACTERS_MAX = 100;

/** Active keys that a merchant, or one organization, made in a shop; of an organization, and of the installation: a key a program, and programs by the dozen. */
const ACTIVE_KEYS_MAX = 100;
/** Of the same, revoked ones that stay in the list: it is one answer. */
const REVOKED_KEYS_KEPT = 400;

/** The most a key of each kind can hold. */
const WIDEST_GRANTS: Readonly<Record<KeyKind, readonly string[]>> = {
  merchant: ["full_access"],
  organization: ["write_org", "full_access"],
  admin: ["write_admin"],
};

/** Throws a `PlainError` (`invalid_param`) when the name is blank or long, a grant is not one of the kind's, and `key_limit_reached`. */
export async function createKey(db: Db, key: NewKey, random: (bytes: number) => Buffer = randomBytes): Promise<CreatedKey> {
  const name = checkedName(key.name);
  const grants = checkedGrants(key.kind, key.grants);
  await makeRoom(db, key);
  const rawKey = formatKey(key.kind, random(KEY_ENTROPY_BYTES));
  const id = await insertKey(db, {
    kind: key.kind,
    shop_id: key.kind === "merchant" ? key.shopId : null,
    organization_id: key.kind === "organization" ? key.organizationId : null,
    created_by_organization_id: key.kind === "merchant" ? (key.createdBy ?? null) : null,
    name,
    key_hash: keyHash(rawKey),
    key_prefix: keyDisplayPrefix(rawKey),
    grants,
  });
  return { id, rawKey };
}

/** Two keys made at one moment count each other's where `db` is a transaction. */
async function makeRoom(db: Db, owner: KeyOwner): Promise<void> {
  await lockKeysOf(db, owner);
  if ((await countActiveKeys(db, owner)) >= ACTIVE_KEYS_MAX)
    throw new PlainError("key_limit_reached", `There are already ${ACTIVE_KEYS_MAX} active keys. Revoke one you no longer need.`);
  await forgetRevokedKeys(db, owner, REVOKED_KEYS_KEPT);
}

function checkedName(text: string): string {
  const name = text.trim();
  if (name !== "" && [...name].length <= KEY_NAME_CHARACTERS_MAX && !name.includes("\0")) return name;
  throw new PlainError("invalid_param", `The name of a key must have 1 to ${KEY_NAME_CHARACTERS_MAX} characters.`);
}

function checkedGrants(kind: KeyKind, grants: readonly string[]): string[] {
  const widest = grantedScopes(WIDEST_GRANTS[kind]);
  const allowed = GRANTS.filter((grant) => [...grantedScopes([grant])].every((scope) => widest.has(scope)));
  const foreign = grants.filter((grant) => !allowed.includes(grant));
  if (grants.length > 0 && foreign.length === 0) return [...new Set(grants)];
  const fault = foreign.length > 0 ? `can't have ${foreign.join(", ")}` : "needs at least one scope";
  throw new PlainError("invalid_param", `A key of kind ${kind} ${fault}. Allowed scopes: ${allowed.join(", ")}.`);
}
