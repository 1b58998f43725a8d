import { findLiveSnapshot, mergeSnapshot, type MergedSnapshot, openRawFiles, type Snapshot } from "../snapshots/index.ts";
import { snapshotColumns } from "../../engine/source/snapshot-query.ts";
import { PlainError } from "../../kernel/errors.ts";
import { type ExtractId, storedId } from "../../kernel/ids.ts";
import { type ShopDb, transact } from "../../platform/postgres/postgres-port.ts";
import type { Extraction, Storefront, StorefrontShop } from "../../storefronts/storefront-port.ts";
import {
  EXTRACT_ATTEMPTS_MAX,
  failExtract,
  findStorefrontShop,
  pointsWithin,
  releaseExtract,
  removeExpiredSnapshots,
  requestBudget,
  removeLostFiles,
} from "../extracts/index.ts";
import { countMarks, type Mark, readMarks, settleQueue } from "../marks/index.ts";
import type { Services } from "../operation.ts";
import { failureReason, isFinal, LOST, type WorkEnd } from "../runs/index.ts";
import { openShopTokens } from "../shopify-grants/index.ts";
import { writeMappingFile } from "../taxonomies/index.ts";
import type { ClaimedDelta } from "./delta-queries.ts";
import { findTouched } from "./find-touched.ts";
import { type DeltaEnd, finishDelta, giveWay } from "./finish-delta.ts";
import type { Readings } from "./look-queries.ts";

/** A delta past this is stuck. */
const DELTA_DEADLINE_MS = 10 * 60_000;
/** Marks that one delta reads at most, and at least, however few points there are. */
const MARKS_MAX = 500;
const MARKS_MIN = 25;
/** What comes later waits for this one's end, so it reads no more than there are points for soon. */
const READ_WITHIN_S = 2;
/** Of a product with some variants. */
const POINTS_A_PRODUCT = 100;
/** Products that one delta reads, those of collections too. */
const PRODUCTS_MAX = 2_000;
/** Beyond so many marks a full extract is quicker, which costs no points. */
const MARKS_WORTH_ALL = 10_000;

interface DeltaWork {
  readonly signal: AbortSignal;
}

/** What a delta has come to. `outdated`: only a full extract helps. */
type DeltaMade =
  | { readonly kind: "outdated"; readonly reason: string }
  | { readonly kind: "same"; readonly base: Snapshot; readonly readings: Readings }
  | {
      readonly kind: "merged";
      readonly base: Snapshot;
      readonly readings: Readings;
      readonly prefix: string;
      readonly merged: MergedSnapshot;
      readonly extraction: Extraction;
    };

/**
 * Carries out a claimed delta: marked products are read again and put together with the live snapshot. The marks go in the transaction that makes the
 * result live, so whatever happens in between they are read again.
 */
export async function workDelta(
  services: Services,
  shop: ShopDb,
  claim: ClaimedDelta,
  { signal }: DeltaWork,
): Promise<WorkEnd<"completed">> {
  const id = storedId("ext", claim.id);
  const log = services.log.child({ extract_id: claim.id, shop_id: claim.shop_id, attempt: claim.attempt });
  let ended: WorkEnd<"completed"> | undefined;
  try {
    if (claim.tries > EXTRACT_ATTEMPTS_MAX)
      throw new PlainError("worker_lost", `The delta crashed its worker ${EXTRACT_ATTEMPTS_MAX} times, so Feedwright gave up for now.`);
    ended = await carryOut({ ...services, log }, shop, { claim, id, signal });
    await removeExpiredSnapshots(services, shop);
    return ended;
  } catch (error) {
    const again = signal.aborted || (!isFinal(error) && claim.tries < EXTRACT_ATTEMPTS_MAX);
    log.warn({ error: String(error), again }, "delta did not complete");
    const stopped = again
      ? await releaseExtract(shop, id, claim.attempt, signal.aborted ? "stopping" : undefined)
      : await failDelta(shop, id, claim, error);
    if (ended === undefined && stopped && !again) await services.objects.remove(deltaPrefix(claim));
    if (!stopped) await removeLostFiles(services.objects, shop, { id, prefix: deltaPrefix(claim) });
    return ended ?? (stopped ? { outcome: again ? "released" : "failed", rows: 0 } : LOST);
  }
}

async function carryOut(services: Services, shop: ShopDb, { claim, id, signal }: Omit<Making, "marks">): Promise<WorkEnd<"completed">> {
  const { attempt } = claim;
  const marks = await readMarks(shop, await marksAtOnce(shop));
  const made = await makeDelta(services, shop, { claim, id, marks, signal });
  const isOutdated = made.kind === "outdated";
  if (isOutdated) services.log.info({ reason: made.reason }, "a full extract takes the place of a delta");
  const end = isOutdated ? await giveWay(services, shop, { id, attempt }) : await finishDelta(services, shop, { id, attempt, marks, made });
  const counts = made.kind === "merged" ? made.merged.counts : {};
  services.log.info({ marks: marks.length, outcome: end, ...counts }, "delta ended");
  await removeOthers(services, claim, end);
  return end === "lost" ? LOST : { outcome: "completed", rows: made.kind === "merged" ? made.merged.facts.variants : 0 };
}

async function marksAtOnce(shop: ShopDb): Promise<number> {
  const points = await pointsWithin(shop, READ_WITHIN_S);
  return points === undefined ? MARKS_MAX : Math.min(MARKS_MAX, Math.max(MARKS_MIN, Math.floor(points / POINTS_A_PRODUCT)));
}

/** The marks stay, and the next delta waits a while. */
async function failDelta(shop: ShopDb, id: ExtractId, claim: ClaimedDelta, error: unknown): Promise<boolean> {
  return transact(shop.db, async (transaction) => {
    const inside: ShopDb = { ...shop, db: transaction };
    const failed = await failExtract(inside, { id, attempt: claim.attempt, ...failureReason(error, "extract") });
    if (failed !== undefined) await settleQueue(inside, { failed: true });
    return failed !== undefined;
  });
}

function deltaPrefix(claim: ClaimedDelta): string {
  return `shops/${claim.shop_id}/extracts/${claim.id}/`;
}

/** What nobody reads: of a delta that is live the attempts before, of one that has ended otherwise everything, of one that is another's by now its own. */
async function removeOthers({ objects }: Services, claim: ClaimedDelta, end: DeltaEnd): Promise<void> {
  if (end === "lost") return objects.remove(`${deltaPrefix(claim)}${claim.attempt}/`);
  if (end !== "live") return objects.remove(deltaPrefix(claim));
  for (let lost = 1; lost < claim.attempt; lost += 1) await objects.remove(`${deltaPrefix(claim)}${lost}/`);
}

interface Making {
  readonly claim: ClaimedDelta;
  readonly id: ExtractId;
  readonly marks: readonly Mark[];
  readonly signal: AbortSignal;
}

async function makeDelta(services: Services, shop: ShopDb, making: Making): Promise<DeltaMade> {
  const base = await findLiveSnapshot(shop);
  const context = base?.facts.context ?? null;
  if (base === undefined || context === null) return { kind: "outdated", reason: "there is no snapshot that it could change" };
  if (base.extractId > making.id) return { kind: "outdated", reason: "a newer snapshot is live" };
  if (making.marks.length >= MARKS_MIN && (await countMarks(shop, MARKS_WORTH_ALL)) === MARKS_WORTH_ALL)
    return { kind: "outdated", reason: "most of the catalog has changed" };
  const { storefront: kind, ...storefrontShop } = await findStorefrontShop(shop);
  const storefront = services.storefronts[kind];
  if (storefront?.refresh === undefined) return { kind: "outdated", reason: "the catalog only comes whole" };
  return mergeFresh(services, shop, {
    ...making,
    base,
    context,
    storefrontShop,
    refresh: storefront.refresh.bind(storefront),
  });
}

/** Those that a storefront names itself: metafields and stock by location. */
function dynamicColumns({ facts }: Snapshot): readonly string[] {
  const canonical = new Set(snapshotColumns([]));
  return facts.columns.filter((column) => !canonical.has(column));
}

interface Merging extends Making {
  readonly base: Snapshot;
  readonly context: string;
  readonly storefrontShop: StorefrontShop;
  readonly refresh: NonNullable<Storefront["refresh"]>;
}

async function mergeFresh(services: Services, shop: ShopDb, work: Merging): Promise<DeltaMade> {
  const { base, storefrontShop, signal, claim } = work;
  const { objects, log } = services;
  await using scratch = await objects.scratch();
  await using raw = openRawFiles(scratch);
  const googleCategories = await writeMappingFile(services, scratch);
  if (googleCategories.digest !== base.facts.categories) return { kind: "outdated", reason: "Google's categories have changed" };
  const { columns, variants } = base.facts;
  const options = { signal, folder: scratch.path, deadlineMs: DELTA_DEADLINE_MS, columns: columns.length, rows: variants };
  await using session = await services.warehouse.of(shop.shopId).session(options);
  const refreshed = await work.refresh({
    shop: { ...storefrontShop, tokens: openShopTokens(services, shop) },
    wanted: { locales: base.facts.translations, countries: base.facts.countries ?? [] },
    sink: raw.sink,
    signal,
    file: (name) => scratch.file(name),
    budget: requestBudget(shop),
    touched: await findTouched({ session, objects, base }, work.marks),
    context: work.context,
    columns: dynamicColumns(base),
    productsMax: PRODUCTS_MAX,
  });
  if (refreshed.kind === "outdated") return refreshed;
  await raw.close();
  signal.throwIfAborted();
  const { products, readings, extraction } = refreshed;
  if (products.length === 0 && extraction.collections === null) return { kind: "same", base, readings };
  const prefix = `${deltaPrefix(claim)}${claim.attempt}/`;
  const { currency, metafields: chosen } = storefrontShop;
  const merged = await mergeSnapshot({
    session,
    objects,
    scratch,
    raw,
    extraction,
    currency,
    googleCategories,
    base,
    products,
    chosen,
    log,
    prefix,
  });
  return merged === null ? { kind: "same", base, readings } : { kind: "merged", base, readings, prefix, merged, extraction };
}
