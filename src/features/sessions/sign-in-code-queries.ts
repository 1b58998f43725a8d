import { sql } from "kysely";
import type { KeyKind } from "../../kernel/scopes.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import { SIGN_IN_CODE_SECONDS } from "./sign-in-code.ts";

export async function insertSignInCode(db: Db, keyId: number, codeHash: Buffer) {
  return db
    .insertInto("sign_in_codes")
    .values({ key_id: keyId, code_hash: codeHash, expires_at: sql<Date>`now() + make_interval(secs => ${SIGN_IN_CODE_SECONDS})` })
    .returning("expires_at")
    .executeTakeFirstOrThrow();
}

export interface CodeHolderRow {
  readonly id: number;
  readonly kind: KeyKind;
  readonly name: string;
  readonly organization_id: number | null;
  readonly shop_id: number | null;
}

/**
 * Uses the code up and answers the key it stands for. Of two requests with one code the second waits for the first and finds none, unless the
 * first is rolled back.
 */
export async function takeSignInCode(db: Db, codeHash: Buffer): Promise<CodeHolderRow | undefined> {
  const { rows } = await sql<CodeHolderRow>`
    delete from sign_in_codes c using api_keys k
    where c.code_hash = ${codeHash} and c.expires_at > now() and k.id = c.key_id and k.revoked_at is null
    returning k.id, k.kind, k.name, coalesce(k.organization_id, k.created_by_organization_id) as organization_id, k.shop_id`.execute(db);
  return rows[0];
}

export async function deleteExpiredCodes(db: Db): Promise<void> {
  await sql`delete from sign_in_codes where expires_at <= now()`.execute(db);
}
