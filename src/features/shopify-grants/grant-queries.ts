import { type RawBuilder, sql } from "kysely";
import type { Db, ShopDb } from "../../platform/postgres/postgres-port.ts";

export async function findGrant({ db, shopId }: ShopDb) {
  return db
    .selectFrom("shopify_grants")
    .innerJoin("shops", "shops.id", "shopify_grants.shop_id")
    .select(["grant_sealed", "grant_version", "scopes", "ended_at", "shops.domain"])
    .where("shop_id", "=", shopId)
    .executeTakeFirst();
}

/** Of several shops those whose access has ended; their ids come as SQL, those an organization is connected to. */
export async function listEndedGrantsOf(db: Db, shopIds: RawBuilder<unknown>) {
  const { rows } = await sql<{ readonly shop_id: number; readonly ended_at: Date }>`
    select shop_id, ended_at from shopify_grants where shop_id in (${shopIds}) and ended_at is not null`.execute(db);
  return rows;
}

interface SealedGrant {
  readonly sealed: string;
  readonly scopes: readonly string[];
}

/** A grant of the merchant's, in the place of any other. */
export async function putGrant({ db, shopId }: ShopDb, { sealed, scopes }: SealedGrant): Promise<void> {
  const values = { grant_sealed: sealed, scopes: [...scopes], renewing_until: null, ended_at: null, exchange_looked_at: null };
  await db
    .insertInto("shopify_grants")
    .values({ shop_id: shopId, ...values })
    .onConflict((conflict) =>
      conflict.column("shop_id").doUpdateSet((row) => ({
        ...values,
        grant_version: sql<number>`${row.ref("shopify_grants.grant_version")} + 1`,
        updated_at: sql<Date>`now()`,
      })),
    )
    .execute();
}

const change = ({ db, shopId }: ShopDb) => db.updateTable("shopify_grants").where("shop_id", "=", shopId);

/** Stores a renewed grant unless another one has been stored since. Both tokens are in it, so there's never half of a pair. */
export async function storeRenewed(shop: ShopDb, version: number, { sealed, scopes }: SealedGrant): Promise<boolean> {
  const { numUpdatedRows } = await change(shop)
    .set({ grant_sealed: sealed, scopes: [...scopes], grant_version: version + 1, renewing_until: null, updated_at: sql<Date>`now()` })
    .where("grant_version", "=", version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** What Shopify says that the grant allows now. False: it said so before. */
export async function storeScopes(shop: ShopDb, scopes: readonly string[]): Promise<boolean> {
  const { numUpdatedRows } = await change(shop)
    .set({ scopes: [...scopes], updated_at: sql<Date>`now()` })
    .where("scopes", "is distinct from", sql<string[]>`${[...scopes]}::text[]`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** If several calls find the grant expired, one of them renews it. The claim expires if its process dies. */
export async function claimRenewal(shop: ShopDb, version: number, seconds: number): Promise<boolean> {
  const { numUpdatedRows } = await change(shop)
    .set({ renewing_until: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where("grant_version", "=", version)
    .where((row) => row.or([row("renewing_until", "is", null), row("renewing_until", "<", sql<Date>`now()`)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function releaseRenewal(shop: ShopDb, version: number): Promise<void> {
  await change(shop).set({ renewing_until: null }).where("grant_version", "=", version).execute();
}

/** Unless the merchant has given another grant since. */
export async function endGrant(shop: ShopDb, version: number): Promise<void> {
  await change(shop)
    .set({ ended_at: sql<Date>`now()`, renewing_until: null, updated_at: sql<Date>`now()` })
    .where("grant_version", "=", version)
    .where("ended_at", "is", null)
    .execute();
}
