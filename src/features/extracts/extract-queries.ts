import { type Selectable, sql } from "kysely";
import type { ExtractId, FeedId } from "../../kernel/ids.ts";
import { statesBefore } from "../../kernel/lifecycle.ts";
import { type GivenBack, givenBack } from "../runs/index.ts";
import type { Database, ShopDb } from "../../platform/postgres/postgres-port.ts";
import { currentTraceparent } from "../../platform/telemetry/telemetry-port.ts";
import { EXTRACT, EXTRACT_STATUSES, type ExtractEvent } from "./extract.ts";

export type ExtractRow = Selectable<Database["extracts"]>;

const before = (event: ExtractEvent) => [...statesBefore(EXTRACT, event, EXTRACT_STATUSES)];

/** Locks the shop, so that two extracts asked for at one moment see each other; not its key, which a run that starts meanwhile shares. */
export async function lockShop(shop: ShopDb) {
  return lockingShop(shop).executeTakeFirstOrThrow();
}

/** The same where the shop may have been erased. */
export async function lockShopIfThere(shop: ShopDb) {
  return lockingShop(shop).executeTakeFirst();
}

function lockingShop({ db, shopId }: ShopDb) {
  return db.selectFrom("shops").select(["id", "live_extract_id", "uninstalled_at"]).where("id", "=", shopId).forNoKeyUpdate();
}

export async function findExtractInProgress({ db, shopId }: ShopDb): Promise<ExtractRow | undefined> {
  return db
    .selectFrom("extracts")
    .selectAll()
    .where("shop_id", "=", shopId)
    .where("status", "in", ["pending", "running"])
    .where("type", "<>", "delta")
    .executeTakeFirst();
}

export async function insertExtract(
  { db, shopId }: ShopDb,
  extract: { readonly type: "full" } | { readonly type: "regenerate"; readonly feedId: FeedId },
): Promise<ExtractRow> {
  return db
    .insertInto("extracts")
    .values({
      shop_id: shopId,
      type: extract.type,
      feed_id: extract.type === "regenerate" ? extract.feedId : null,
      warnings: "[]",
      status: "pending",
      traceparent: currentTraceparent(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A full extract, where the shop has none in progress. */
export async function insertExtractUnlessOther({ db, shopId }: ShopDb): Promise<ExtractRow | undefined> {
  return db
    .insertInto("extracts")
    .values({ shop_id: shopId, type: "full", warnings: "[]", status: "pending", traceparent: currentTraceparent() })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function findExtract({ db, shopId }: ShopDb, id: ExtractId): Promise<ExtractRow | undefined> {
  return db.selectFrom("extracts").selectAll().where("shop_id", "=", shopId).where("id", "=", id).executeTakeFirst();
}

export async function lockExtract({ db, shopId }: ShopDb, id: ExtractId): Promise<ExtractRow | undefined> {
  return db.selectFrom("extracts").selectAll().where("shop_id", "=", shopId).where("id", "=", id).forUpdate().executeTakeFirst();
}

export async function findLatestExtract({ db, shopId }: ShopDb): Promise<ExtractRow | undefined> {
  return db
    .selectFrom("extracts")
    .selectAll()
    .where("shop_id", "=", shopId)
    .where("type", "<>", "delta")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Newest first; deltas only when asked for. */
export async function listExtracts(
  { db, shopId }: ShopDb,
  request: { readonly type: ExtractRow["type"] | null; readonly limit: number; readonly offset: number },
) {
  const all = db.selectFrom("extracts").where("shop_id", "=", shopId);
  const wanted = request.type === null ? all.where("type", "<>", "delta") : all.where("type", "=", request.type);
  const [rows, counted] = await Promise.all([
    wanted.selectAll().orderBy("id", "desc").limit(request.limit).offset(request.offset).execute(),
    wanted.select((select) => select.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: counted.total };
}

export async function cancelExtract({ db, shopId }: ShopDb, id: ExtractId): Promise<ExtractRow | undefined> {
  return db
    .updateTable("extracts")
    .set({ status: "cancelled" })
    .where("shop_id", "=", shopId)
    .where("id", "=", id)
    .where("status", "in", before("cancel"))
    .returningAll()
    .executeTakeFirst();
}

export async function completeExtract(
  { db, shopId }: ShopDb,
  extract: {
    readonly id: ExtractId;
    readonly attempt: number;
    readonly prefix: string;
    readonly snapshot: object;
    /** Null: there is no CSV of it. */
    readonly csvBytes: number | null;
    readonly productCount: number;
    readonly warnings: readonly object[];
    readonly reconciliation?: object | null;
  },
): Promise<ExtractRow | undefined> {
  return db
    .updateTable("extracts")
    .set({
      status: "completed",
      progress: 100,
      snapshot_prefix: extract.prefix,
      snapshot: JSON.stringify(extract.snapshot),
      csv_bytes: extract.csvBytes,
      product_count: extract.productCount,
      warnings: JSON.stringify(extract.warnings),
      reconciliation: extract.reconciliation ? JSON.stringify(extract.reconciliation) : null,
      completed_at: sql`now()`,
    })
    .where("shop_id", "=", shopId)
    .where("id", "=", extract.id)
    .where("attempt", "=", extract.attempt)
    .where("status", "in", before("done"))
    .returningAll()
    .executeTakeFirst();
}

/** What a regenerate shows of the run it is. */
export async function mirrorRunEnd(
  { db, shopId }: ShopDb,
  end: {
    readonly id: ExtractId;
    readonly completed: boolean;
    readonly included: number | null;
    readonly excluded: number | null;
    readonly errorCode: string | null;
    readonly errorDetails: string | null;
  },
): Promise<ExtractRow | undefined> {
  const ended = end.completed
    ? { status: "completed" as const, progress: 100, completed_at: sql<Date>`now()` }
    : { status: "failed" as const, failed_at: sql<Date>`now()` };
  return db
    .updateTable("extracts")
    .set({
      ...ended,
      product_count: end.included,
      excluded_count: end.excluded,
      error_code: end.errorCode,
      error_details: end.errorDetails,
    })
    .where("shop_id", "=", shopId)
    .where("id", "=", end.id)
    .where("status", "in", before("done"))
    .returningAll()
    .executeTakeFirst();
}

/** Once: what later runs of the same snapshot exclude is theirs. */
export async function setExcludedCount({ db, shopId }: ShopDb, id: ExtractId, excluded: number): Promise<void> {
  const uncounted = db.updateTable("extracts").set({ excluded_count: excluded }).where("excluded_count", "is", null);
  await uncounted.where("shop_id", "=", shopId).where("id", "=", id).execute();
}

/** The newest completed snapshot is the one everything reads; an older one never takes its place. */
export async function moveLiveSnapshot({ db, shopId }: ShopDb, id: ExtractId): Promise<boolean> {
  const moved = await db
    .updateTable("shops")
    .set({ live_extract_id: id, onboarding_complete: true, updated_at: sql`now()` })
    .where("id", "=", shopId)
    .where((where) => where.or([where("live_extract_id", "is", null), where("live_extract_id", "<", id)]))
    .where((where) =>
      where.exists(where.selectFrom("extracts").select("extracts.id").where("extracts.id", "=", id).where("extracts.shop_id", "=", shopId)),
    )
    .returning("id")
    .executeTakeFirst();
  return moved !== undefined;
}

export async function failExtract(
  { db, shopId }: ShopDb,
  extract: { readonly id: ExtractId; readonly attempt: number; readonly code: string; readonly details: string },
): Promise<ExtractRow | undefined> {
  return db
    .updateTable("extracts")
    .set({ status: "failed", error_code: extract.code, error_details: extract.details, failed_at: sql`now()` })
    .where("shop_id", "=", shopId)
    .where("id", "=", extract.id)
    .where("attempt", "=", extract.attempt)
    .where("status", "in", before("error"))
    .returningAll()
    .executeTakeFirst();
}

/** At once, or after a wait whose reason the extract shows meanwhile. `false`: the claim is no longer this attempt's. */
export async function releaseExtract({ db, shopId }: ShopDb, id: ExtractId, attempt: number, how?: GivenBack): Promise<boolean> {
  const row = await db
    .updateTable("extracts")
    .set(givenBack(how))
    .where("shop_id", "=", shopId)
    .where("id", "=", id)
    .where("attempt", "=", attempt)
    .where("status", "=", "running")
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

interface Beat {
  readonly id: ExtractId;
  readonly attempt: number;
  readonly progress: number;
  readonly waiting?: string | null;
}

/** A heartbeat by the database's clock, with the progress so far and what it waits for; nothing: cancelled, or the claim is another's. */
export async function beatExtract({ db, shopId }: ShopDb, { waiting = null, ...beat }: Beat): Promise<ExtractRow | undefined> {
  return db
    .updateTable("extracts")
    .set({ beat_at: sql`now()`, progress: sql`greatest(progress, ${beat.progress})`, waiting })
    .where("shop_id", "=", shopId)
    .where("id", "=", beat.id)
    .where("attempt", "=", beat.attempt)
    .where("status", "=", "running")
    .returningAll()
    .executeTakeFirst();
}

/** Moves the mark of what subscribers were told from where it was seen, in the extract as it was seen; nothing where either has changed. */
export async function moveProgressTold(
  { db, shopId }: ShopDb,
  mark: { readonly id: ExtractId; readonly attempt: number; readonly told: number; readonly to: number },
): Promise<ExtractRow | undefined> {
  return db
    .updateTable("extracts")
    .set({ progress_told: mark.to, progress: sql`greatest(progress, ${mark.to})` })
    .where("shop_id", "=", shopId)
    .where("id", "=", mark.id)
    .where("attempt", "=", mark.attempt)
    .where("progress_told", "=", mark.told)
    .where("status", "=", "running")
    .returningAll()
    .executeTakeFirst();
}

/** What the extract remembers of the request that asked for it. */
export async function extractTraceparent({ db, shopId }: ShopDb, id: ExtractId): Promise<string | null | undefined> {
  const row = await db.selectFrom("extracts").select("traceparent").where("shop_id", "=", shopId).where("id", "=", id).executeTakeFirst();
  return row?.traceparent;
}
