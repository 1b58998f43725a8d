import { openShopTokens } from "../shopify-grants/index.ts";
import { PlainError } from "../../kernel/errors.ts";
import { snapshotColumns } from "../../engine/source/snapshot-query.ts";
import { storedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { Services } from "../operation.ts";
import { failureReason, LOST, retryOf, type WorkEnd } from "../runs/index.ts";
import { buildSnapshot, openRawFiles } from "../snapshots/index.ts";
import { writeMappingFile } from "../taxonomies/index.ts";
import { countImported } from "./count-imported.ts";
import { EXTRACT_ATTEMPTS_MAX } from "./extract.ts";
import { type ClaimedExtract } from "./extract-claims.ts";
import { releaseExtract } from "./extract-queries.ts";
import { removeExpiredSnapshots } from "./remove-expired-snapshots.ts";
import { removeLostFiles } from "./remove-lost-files.ts";
import type { ExtractionMark, ExtractionRequest, WantedParts } from "../../storefronts/storefront-port.ts";
import { type Differences, reconcile } from "./reconcile.ts";
import { entriesOf } from "../../kernel/unsafe.ts";
import { requestBudget } from "./request-budget.ts";
import { finishExtract, giveUpExtract } from "./finish-extract.ts";
import { findStorefrontShop } from "./storefront-shop.ts";
import { findWantedParts } from "./wanted-parts.ts";

/** An extract past this is stuck. */
const EXTRACT_DEADLINE_MS = 60 * 60_000;

/** Of the progress shown, what extraction makes up; the rest is the snapshot. */
const EXTRACTION_SHARE = 70;

export interface ExtractWork {
  readonly signal: AbortSignal;
  /** Percent, never back; the lease writes it with the next beat. */
  readonly progress: (percent: number) => void;
  /** The lease writes it, too. */
  readonly waiting?: ExtractionRequest["waiting"];
  /** Waits for a slot to compute in. Left out if there always is one. */
  readonly gathered?: () => Promise<void>;
}

/**
 * Carries out a claimed full extract: platform → records → snapshot below a prefix of this attempt → one transaction that
 * compares the attempt, moves the shop to the new snapshot and starts the runs.
 */
export async function workExtract(
  services: Services,
  shop: ShopDb,
  claim: ClaimedExtract,
  work: ExtractWork,
): Promise<WorkEnd<"completed">> {
  const id = storedId("ext", claim.id);
  const log = services.log.child({ extract_id: claim.id, shop_id: claim.shop_id, attempt: claim.attempt });
  let ended: WorkEnd<"completed"> | undefined;
  let wanted: WantedParts | undefined;
  try {
    if (claim.tries > EXTRACT_ATTEMPTS_MAX)
      throw new PlainError(
        "worker_lost",
        `The extract crashed its worker ${EXTRACT_ATTEMPTS_MAX} times, so Feedwright gave up. Start another extract.`,
      );
    wanted = await findWantedParts(shop);
    const made = await takeSnapshot(services, shop, claim, { ...work, wanted });
    const finished = await finishExtract(services, shop, { id, attempt: claim.attempt, ...made });
    ended = finished ? { outcome: "completed", rows: made.snapshot.variants } : LOST;
    if (!finished) {
      await services.objects.remove(made.prefix);
      return ended;
    }
    log.info({ variants: made.snapshot.variants }, "extract completed");
    for (let lost = 1; lost < claim.attempt; lost += 1) await services.objects.remove(`${extractPrefix(claim)}${lost}/`);
    await removeExpiredSnapshots(services, shop);
    return ended;
  } catch (error) {
    return giveBackOrFail({ services: { ...services, log }, shop, claim, signal: work.signal, wanted, error, ended });
  }
}

interface BadEnd extends Pick<ExtractWork, "signal"> {
  readonly services: Services;
  readonly shop: ShopDb;
  readonly claim: ClaimedExtract;
  readonly wanted: WantedParts | undefined;
  readonly error: unknown;
  /** How it had ended before: what goes wrong then is tidying up. */
  readonly ended: WorkEnd<"completed"> | undefined;
}

/** A stopping worker, or a failure that passes, gives the claim back; any other ends the extract with its reason. */
async function giveBackOrFail({ services, shop, claim, signal, wanted, error, ended }: BadEnd): Promise<WorkEnd<"completed">> {
  const id = storedId("ext", claim.id);
  const retry = signal.aborted ? "stopping" : retryOf(error, claim, EXTRACT_ATTEMPTS_MAX);
  const again = retry !== "never";
  services.log.warn({ error: String(error), again }, "extract did not complete");
  const stopped = again
    ? await releaseExtract(shop, id, claim.attempt, retry)
    : await giveUpExtract(services, shop, { id, attempt: claim.attempt, ...failureReason(error, "extract"), wanted });
  if (!stopped) {
    await removeLostFiles(services.objects, shop, { id, prefix: extractPrefix(claim) });
    return ended ?? LOST;
  }
  // No one else has the claim of one that was given up, nor reads what it stored.
  if (ended === undefined && !again) await services.objects.remove(extractPrefix(claim));
  return ended ?? { outcome: again ? "released" : "failed", rows: 0 };
}

interface WantedWork extends ExtractWork {
  readonly wanted: WantedParts;
}

/** Where an extract's objects are, all its attempts together. */
function extractPrefix(claim: ClaimedExtract): string {
  return `shops/${claim.shop_id}/extracts/${claim.id}/`;
}

async function takeSnapshot(services: Services, shop: ShopDb, claim: ClaimedExtract, work: WantedWork) {
  const { signal, progress, wanted, waiting, gathered = async () => undefined } = work;
  const { storefront: kind, ...found } = await findStorefrontShop(shop);
  const storefrontShop = { ...found, config: claim.storefront_config ?? found.config };
  const storefront = services.storefronts[kind];
  if (storefront === undefined) throw new PlainError("storefront_missing", `This version of Feedwright can't extract from ${kind}.`);
  await using scratch = await services.objects.scratch();
  await using raw = openRawFiles(scratch);
  const extraction = await storefront.extract({
    shop: { ...storefrontShop, tokens: openShopTokens(services, shop) },
    wanted,
    sink: raw.sink,
    signal,
    progress: (share) => progress(Math.floor(share * EXTRACTION_SHARE)),
    waiting,
    file: (name) => scratch.file(name),
    mark: extractionMark(services, claim),
    budget: requestBudget(shop),
    gathered,
  });
  await raw.close();
  // In case the storefront didn't call it.
  await gathered();
  signal.throwIfAborted();
  progress(EXTRACTION_SHARE);
  const columns = snapshotColumns(extraction.metafieldColumns).length;
  const { variants, images, facts: factCount } = raw.counts;
  await using session = await services.warehouse
    .of(shop.shopId)
    .session({ signal, folder: scratch.path, deadlineMs: EXTRACT_DEADLINE_MS, columns, rows: Math.max(variants, images, factCount) });
  const prefix = `${extractPrefix(claim)}${claim.attempt}/`;
  const { facts, csvBytes } = await buildSnapshot({
    session,
    objects: services.objects,
    scratch,
    raw,
    extraction,
    wanted,
    currency: storefrontShop.currency,
    googleCategories: await writeMappingFile(services, scratch),
    log: services.log,
    prefix,
  });
  const imported = await countImported({ objects: services.objects, session }, shop, { prefix, facts });
  if (imported.counts === null) services.log.warn({ extract_id: claim.id, base: imported.base }, "could not read the previous snapshot");
  const reconciliation =
    claim.scheduled_for === null ? null : await reconcile({ objects: services.objects, session }, shop, { prefix, facts });
  if (reconciliation !== null) countDifferences(services, reconciliation);
  return { reconciliation, prefix, snapshot: facts, csvBytes, productCount: facts.variants, extraction, imported };
}

function countDifferences({ metrics }: Services, { added, removed, changed }: Differences): void {
  for (const [difference, rows] of entriesOf({ added, removed, changed })) metrics.count("reconciled_rows_total", { difference }, rows);
}

/** Tells this installation's work at the platform from that of another one with the same access. */
function extractionMark({ secrets }: Services, claim: ClaimedExtract): ExtractionMark {
  return { shop: `fw-${secrets.sign("extraction-mark", `shop ${claim.shop_id}`).slice(0, 16)}`, extract: `ext_${claim.id}` };
}
