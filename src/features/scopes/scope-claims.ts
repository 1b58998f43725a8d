import { sql } from "kysely";
import type { FeedId } from "../../kernel/ids.ts";
import type { Db, ShopDb } from "../../platform/postgres/postgres-port.ts";

/**
 * Whose scope is computed next. No row waits for it: a scope is stale when its counts are of another definition, snapshot or plan's
 * allowance than the feed has now, so nothing that is lost or killed can keep it stale, and however many changes came meanwhile, one computation
 * answers them all. `scope_claims` holds the lease.
 */
export interface ClaimedScope {
  readonly feed_id: number;
  readonly shop_id: number;
  readonly attempt: number;
  /** Claims of this definition and snapshot so far, this one among them. */
  readonly tries: number;
}

/** A feed that took its workers down this often by one definition and snapshot is left alone for long. */
const TRIES_MAX = 5;
const LEFT_ALONE_S = 3_600;

/**
 * Feeds to compute: active, of an installed shop with a snapshot, stale, not tried in vain just now. A run brings its feed's scope along, so
 * none is computed beside one. A shop has one computation at a time.
 */
const stale = (silentAfterS: number) => sql`
  from feeds join shops on shops.id = feeds.shop_id join plans on plans.code_name = shops.subscription_plan
  left join feed_scopes on feed_scopes.feed_id = feeds.id
  left join scope_claims claim on claim.feed_id = feeds.id
  where feeds.active and shops.uninstalled_at is null and shops.live_extract_id is not null
    and (feed_scopes.feed_id is null or feed_scopes.definition_version <> feeds.definition_version or feed_scopes.extract_id <> shops.live_extract_id
      or feed_scopes.allowance is distinct from plans.skus_max)
    and (claim.feed_id is null or claim.not_before <= now()
      or claim.definition_version <> feeds.definition_version or claim.extract_id <> shops.live_extract_id)
    and not exists (select 1 from runs where runs.feed_id = feeds.id and runs.status = 'running')
    and not exists (select 1 from scope_claims working
      where working.shop_id = feeds.shop_id and working.beat_at >= now() - make_interval(secs => ${silentAfterS}))`;

/**
 * Takes a stale feed of the shop that was served longest ago, and of its feeds the one that was. The advisory lock makes claims take turns, so that
 * the bound per shop holds. Feeds of barred shops are left alone.
 */
export async function claimScope(
  db: Db,
  worker: string,
  silentAfterS: number,
  barred: readonly number[] = [],
): Promise<ClaimedScope | undefined> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('feedwright claim scope', 0))`.execute(transaction);
    const claimed = await sql<ClaimedScope>`
      insert into scope_claims as held (feed_id, shop_id, definition_version, extract_id, beat_at, claimed_by)
      select feeds.id, feeds.shop_id, feeds.definition_version, shops.live_extract_id, now(), ${worker} ${stale(silentAfterS)}
        and feeds.shop_id <> all (${barred}::bigint[])
      order by (select max(served.not_before) from scope_claims served where served.shop_id = feeds.shop_id and served.not_before <= now()) nulls first,
        claim.not_before nulls first, feeds.id limit 1
      on conflict (feed_id) do update set definition_version = excluded.definition_version, extract_id = excluded.extract_id,
        attempt = held.attempt + 1, beat_at = excluded.beat_at, claimed_by = excluded.claimed_by,
        tries = case when (held.definition_version, held.extract_id) = (excluded.definition_version, excluded.extract_id) then held.tries + 1 else 1 end,
        not_before = now() + make_interval(secs => case
          when (held.definition_version, held.extract_id) = (excluded.definition_version, excluded.extract_id) and held.tries + 1 >= ${TRIES_MAX}
          then ${LEFT_ALONE_S} else 0 end)
      returning feed_id, shop_id, attempt, tries`.execute(transaction);
    return claimed.rows[0];
  });
}

/** Whether a look would find anything. */
export async function scopesWaiting(db: Db, silentAfterS: number): Promise<boolean> {
  const found = await sql<{ readonly waiting: boolean }>`select exists (select 1 ${stale(silentAfterS)}) as waiting`.execute(db);
  return found.rows[0]?.waiting ?? false;
}

interface Claim {
  readonly feedId: FeedId;
  readonly attempt: number;
}

const held = ({ db, shopId }: ShopDb, { feedId, attempt }: Claim) =>
  db.updateTable("scope_claims").where("shop_id", "=", shopId).where("feed_id", "=", feedId).where("attempt", "=", attempt);

/** A heartbeat by the database's clock; `false`: the claim is no longer this attempt's. */
export async function beatScope(shop: ShopDb, claim: Claim): Promise<boolean> {
  const row = await held(shop, claim)
    .set({ beat_at: sql<Date>`now()` })
    .where("beat_at", "is not", null)
    .returning("feed_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends a claim that came to its end. */
export async function endScopeClaim(shop: ShopDb, claim: Claim): Promise<void> {
  await held(shop, claim)
    .set({ beat_at: null, tries: 0, not_before: sql<Date>`now()` })
    .execute();
}

/** Gives a claim back that its worker could not carry out; that it was made counts for nothing. */
export async function releaseScope(shop: ShopDb, claim: Claim): Promise<void> {
  await held(shop, claim)
    .set({ beat_at: null, tries: sql<number>`greatest(tries - 1, 0)`, not_before: sql<Date>`now()` })
    .execute();
}

/** Gives a claim back that failed: it is tried again after this time, or at the next change. */
export async function postponeScope(shop: ShopDb, claim: Claim, seconds: number): Promise<void> {
  await held(shop, claim)
    .set({ beat_at: null, not_before: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .execute();
}

/** Gives back every claim at once: for a start that knows no other worker is alive, because it holds the data directory. */
export async function releaseAllScopes(db: Db): Promise<void> {
  await db.updateTable("scope_claims").set({ beat_at: null }).execute();
}
