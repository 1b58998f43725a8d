import { z } from "zod";
import { PlainError, RequestError } from "../../kernel/errors.ts";
import { cutGrants, DEFAULT_GRANTS, grantedScopes, GRANTS, type KeyKind, type Scope } from "../../kernel/scopes.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import { createKey, type KeyOwner, KEY_NAME_CHARACTERS_MAX } from "./create-key.ts";
import { findKey, type KeyRow } from "./owned-keys.ts";

/** There are fewer scopes than this, and words for them. */
const SCOPES_MAX = 40;
const SCOPE_CHARACTERS_MAX = 40;

export const KeyName = z
  .string()
  .trim()
  .min(1)
  .max(KEY_NAME_CHARACTERS_MAX)
  .meta({ description: "Name of the key.", examples: ["Warehouse"] });

/** The body of a request for a key, of any kind. */
export const KeyRequest = z
  .strictObject({
    name: KeyName.optional(),
    scopes: z
      .array(
        z
          .string()
          .max(SCOPE_CHARACTERS_MAX)
          .meta({ enum: [...GRANTS] }),
      )
      .max(SCOPES_MAX)
      .optional()
      .meta({
        description:
          "Scopes of the new key. The key that creates it must have all of them. If left out, the new key gets the default scopes of its kind that the creating key has.",
        examples: [["read"]],
      }),
  })
  .meta({ id: "KeyRequest" });
type KeyRequest = z.output<typeof KeyRequest>;

const DEFAULT_NAMES: Readonly<Record<KeyKind, string>> = { merchant: "API key", organization: "Organization key", admin: "Admin key" };

export interface GrantedKey {
  readonly key: KeyRow;
  readonly rawKey: string;
}

/** `within`: the scopes of the key that asks; left out where the caller may hand out any of the kind. */
export async function grantKey(
  db: Db,
  owner: KeyOwner,
  { name = DEFAULT_NAMES[owner.kind], scopes: asked }: KeyRequest,
  within?: ReadonlySet<Scope>,
): Promise<GrantedKey> {
  const scopes = asked ?? defaultGrants(owner.kind, within);
  const excess = within === undefined ? [] : [...grantedScopes(scopes)].filter((scope) => !within.has(scope));
  if (excess.length > 0)
    throw refusedScopes(
      `This key can't grant ${excess.join(", ")}, because it doesn't have those scopes itself. Request fewer \`scopes\`.`,
    );
  const { id, rawKey } = await createKey(db, { ...owner, name, grants: scopes }).catch((error: unknown) => {
    throw error instanceof PlainError ? refused(error) : error;
  });
  const key = await findKey(db, owner, id);
  if (key === undefined) throw new Error("a key that was just made is not there");
  return { key, rawKey };
}

function defaultGrants(kind: KeyKind, within: ReadonlySet<Scope> | undefined): readonly string[] {
  return within === undefined ? DEFAULT_GRANTS[kind] : cutGrants(DEFAULT_GRANTS[kind], within);
}

function refused({ code, message }: PlainError): RequestError {
  return code === "key_limit_reached" ? new RequestError(code, { message }) : refusedScopes(message);
}

function refusedScopes(message: string): RequestError {
  return new RequestError("invalid_param", { message, param: "/scopes", details: [{ param: "/scopes", code: "invalid_param", message }] });
}
