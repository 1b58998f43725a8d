import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { recordAudit } from "../audit/index.ts";
import { newSignInCode, signInCodeHash } from "./sign-in-code.ts";
import { insertSignInCode } from "./sign-in-code-queries.ts";

/** A code that starts one session of a key of the shop. Only someone at the command line gets one. `db` is a transaction. */
export async function makeSignInCode({ db, shopId }: ShopDb, keyId: number): Promise<string> {
  const code = newSignInCode();
  const { expires_at: expiresAt } = await insertSignInCode(db, keyId, signInCodeHash(code));
  await recordAudit(db, {
    shopId,
    action: "sign_in_code.created",
    actor: { kind: "command_line" },
    facts: { answer: { data: { key: keyId, expires_at: expiresAt.toISOString() } } },
    secrets: [],
    requestId: "command line",
  });
  return code;
}
