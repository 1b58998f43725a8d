import { RequestError } from "../../kernel/errors.ts";
import { grantedScopes, type Scope } from "../../kernel/scopes.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import type { Actor } from "../operation.ts";
import { findGrantor } from "./keys-queries.ts";
import { organizationBehind } from "./organization-behind.ts";
import type { KeyRow } from "./owned-keys.ts";

/** Who asks for a shop's keys to be made or revoked. */
export interface AskingKey {
  /** The organization passes on from key to key, so that none of its keys' keys outlives the connection. */
  readonly createdBy: number | null;
  /** What the key that asks may do itself; undefined for who runs the installation. */
  readonly within: ReadonlySet<Scope> | undefined;
}

export async function askingKey(db: Db, actor: Actor): Promise<AskingKey> {
  if (actor.kind !== "key") return { createdBy: null, within: undefined };
  const { grants } = await findGrantor(db, actor.keyId);
  return { createdBy: organizationBehind(actor), within: grantedScopes(grants) };
}

/** Throws `wrong_key_kind` where an organization asks for a key that it did not make itself: the merchant always keeps his means to end the connection. */
export function requireMaker(key: KeyRow, { createdBy }: AskingKey): void {
  if (createdBy === null || createdBy === key.created_by_organization_id) return;
  throw new RequestError("wrong_key_kind", {
    message: "An organization can only revoke keys that it created itself. Ask the merchant to revoke this key.",
  });
}

/** Throws `insufficient_scope`: no key ends one that may do more. */
export function requireNoLess(key: KeyRow, within: AskingKey["within"]): void {
  const excess = within === undefined ? [] : [...grantedScopes(key.grants)].filter((scope) => !within.has(scope));
  if (excess.length > 0)
    throw new RequestError("insufficient_scope", {
      message: `This key can't revoke a key with the scopes ${excess.join(", ")}, because it doesn't have them itself. Use a key that does.`,
    });
}
