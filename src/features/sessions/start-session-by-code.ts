import { storedId } from "../../kernel/ids.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import { isSignInCode, signInCodeHash } from "./sign-in-code.ts";
import { takeSignInCode } from "./sign-in-code-queries.ts";
import { startSession } from "./start-session.ts";

export interface StartedByCode {
  readonly keyId: number;
  readonly token: string;
}

/** Uses the code up and starts a session of its key. Undefined for a code that is unknown, used, expired or of a revoked key. `db` is a transaction. */
export async function startSessionByCode(db: Db, code: string, requestId: string): Promise<StartedByCode | undefined> {
  if (!isSignInCode(code)) return undefined;
  const key = await takeSignInCode(db, signInCodeHash(code));
  if (key === undefined) return undefined;
  const { id: keyId, kind, name, organization_id: organizationId, shop_id: shopId } = key;
  const holder = { keyId, kind, name, organizationId, shopId: shopId === null ? null : storedId("shop", shopId) };
  return { keyId, token: await startSession(db, { holder, requestId }) };
}
