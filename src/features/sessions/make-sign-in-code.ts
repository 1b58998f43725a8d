import type { ShopId } from "../../kernel/ids.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import type { Actor } from "../operation.ts";
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

interface Asking {
  readonly actor: Actor;
  readonly requestId: string;
}

const COMMAND_LINE: Asking = { actor: { kind: "command_line" }, requestId: "command line" };

interface KeyOfCode {
  readonly id: number;
  /** Null for the operator's. */
  readonly shopId: ShopId | null;
}

/**
 * The same with its audit entry, in the log of the key's shop or in the installation's: for someone at the command line, or a merchant whom
 * Shopify has vouched for.
 */
export async function makeSignInCode(db: Db, key: KeyOfCode, asking = COMMAND_LINE): Promise<string> {
  const { code, expiresAt } = await newCodeOf(db, key.id);
  await recordAudit(db, {
    shopId: key.shopId,
    action: "sign_in_code.created",
    actor: asking.actor,
    facts: { answer: { data: { key: key.id, expires_at: expiresAt.toISOString() } } },
    secrets: [],
    requestId: asking.requestId,
  });
  return code;
}
