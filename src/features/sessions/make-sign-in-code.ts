import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { Actor } from "../operation.ts";
import { recordAudit } from "../audit/index.ts";
import { newSignInCode, signInCodeHash } from "./sign-in-code.ts";
import { insertSignInCode } from "./sign-in-code-queries.ts";

interface Asking {
  readonly actor: Actor;
  readonly requestId: string;
}

const COMMAND_LINE: Asking = { actor: { kind: "command_line" }, requestId: "command line" };

/**
 * A code that starts one session of a key of the shop. Someone at the command line gets one, and the merchant whom Shopify has vouched for. `db` is a
 * transaction.
 */
export async function makeSignInCode({ db, shopId }: ShopDb, keyId: number, asking = COMMAND_LINE): Promise<string> {
  const code = newSignInCode();
  const { expires_at: expiresAt } = await insertSignInCode(db, keyId, signInCodeHash(code));
  await recordAudit(db, {
    shopId,
    action: "sign_in_code.created",
    actor: asking.actor,
    facts: { answer: { data: { key: keyId, expires_at: expiresAt.toISOString() } } },
    secrets: [],
    requestId: asking.requestId,
  });
  return code;
}
