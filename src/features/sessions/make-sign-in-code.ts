import type { ShopId } from "../../kernel/ids.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import { recordAudit } from "../audit/index.ts";
import { newSignInCode, signInCodeHash } from "./sign-in-code.ts";
import { insertSignInCode } from "./sign-in-code-queries.ts";

export interface SignInCode {
  readonly code: string;
  readonly expiresAt: Date;
}

/** A code that starts one session of a key. The caller records who asked for it. `db` is a transaction. */
export async function newCodeOf(db: Db, keyId: number): Promise<SignInCode> {
  const code = newSignInCode();
  const { expires_at: expiresAt } = await insertSignInCode(db, keyId, signInCodeHash(code));
  return { code, expiresAt };
}

/** The same for someone at the command line, with its audit entry: in the log of the key's shop, or in the installation's. */
export async function makeSignInCode(db: Db, key: { readonly id: number; readonly shopId: ShopId | null }): Promise<string> {
  const { code, expiresAt } = await newCodeOf(db, key.id);
  await recordAudit(db, {
    shopId: key.shopId,
    action: "sign_in_code.created",
    actor: { kind: "command_line" },
    facts: { answer: { data: { key: key.id, expires_at: expiresAt.toISOString() } } },
    secrets: [],
    requestId: "command line",
  });
  return code;
}
