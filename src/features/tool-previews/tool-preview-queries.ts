import { sql } from "kysely";
import type { Db, ShopDb } from "../../platform/postgres/postgres-port.ts";

interface NewPreview {
  readonly token_hash: Buffer;
  readonly key_id: number;
  readonly tool: string;
  readonly arguments_hash: Buffer;
  readonly versions: Readonly<Record<string, number>>;
}

/** Answers when it expires, by the database's clock. */
export async function insertPreview({ db, shopId }: ShopDb, { versions, ...row }: NewPreview): Promise<Date> {
  const { expires_at } = await db
    .insertInto("tool_previews")
    .values({ ...row, versions: JSON.stringify(versions), shop_id: shopId })
    .returning("expires_at")
    .executeTakeFirstOrThrow();
  return expires_at;
}

/**
 * Locks the row, so that of two calls with one token the second waits for what becomes of the first. A token of another shop is found if the
 * same key got it, and one of another key if it's for the same shop: then the caller can be told that the two don't match.
 */
export async function lockPreview({ db, shopId }: ShopDb, { tokenHash, keyId }: { readonly tokenHash: Buffer; readonly keyId: number }) {
  return db
    .selectFrom("tool_previews")
    .select(["shop_id", "key_id", "tool", "arguments_hash", "versions", "audit_id"])
    .select(sql<boolean>`expires_at <= now()`.as("expired"))
    .where("token_hash", "=", tokenHash)
    .where((row) => row.or([row("shop_id", "=", shopId), row("key_id", "=", keyId)]))
    .forUpdate()
    .executeTakeFirst();
}

/** Remembered for a day, as answers to requests with an `Idempotency-Key` are. */
export async function keepUse({ db, shopId }: ShopDb, tokenHash: Buffer, auditId: number): Promise<void> {
  await db
    .updateTable("tool_previews")
    .set({ audit_id: auditId, remembered_until: sql<Date>`now() + interval '24 hours'` })
    .where("token_hash", "=", tokenHash)
    .where("shop_id", "=", shopId)
    .execute();
}

/** Several workers may do it beside each other. Answers how many. */
export async function deleteForgottenPreviews(db: Db, rowsMax: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from tool_previews where token_hash = any(array(
      select token_hash from tool_previews
      where remembered_until <= now() order by remembered_until limit ${rowsMax} for update skip locked))`.execute(db);
  return Number(numAffectedRows ?? 0);
}
