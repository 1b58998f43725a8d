import type { MergedSnapshot, Snapshot } from "../snapshots/index.ts";
import type { ExtractId } from "../../kernel/ids.ts";
import { type ShopDb, transact } from "../../platform/postgres/postgres-port.ts";
import type { Extraction } from "../../storefronts/storefront-port.ts";
import { renameCollections } from "../collections/index.ts";
import {
  completeExtract,
  extractRefusal,
  findExtractInProgress,
  lockExtract,
  lockShop,
  moveLiveSnapshot,
  startExtract,
} from "../extracts/index.ts";
import { type Mark, removeMarks, settleQueue } from "../marks/index.ts";
import type { Services } from "../operation.ts";
import { publishDelta } from "../runs/index.ts";
import { completeIdleDelta, hasJustExtracted, withdrawDelta } from "./delta-queries.ts";
import { noteReadings, type Readings } from "./look-queries.ts";
import { minIntervalS } from "../../kernel/delta-pace.ts";

interface Finish {
  readonly id: ExtractId;
  readonly attempt: number;
  readonly marks: readonly Mark[];
  readonly made:
    | { readonly kind: "same"; readonly base: Snapshot; readonly readings: Readings }
    | {
        readonly kind: "merged";
        readonly base: Snapshot;
        readonly readings: Readings;
        readonly prefix: string;
        readonly merged: MergedSnapshot;
        readonly extraction: Extraction;
      };
}

/** `superseded`: a full extract has come or is under way, which reads everything; the marks stay until it has. `lost`: a stale attempt. */
export type DeltaEnd = "live" | "same" | "superseded" | "lost";

/** Ends a delta in one transaction: the snapshot goes live, the marks that it has read go, and feeds are to run. */
export async function finishDelta({ queue, deltas }: Services, shop: ShopDb, { id, attempt, marks, made }: Finish): Promise<DeltaEnd> {
  return transact(shop.db, async (transaction): Promise<DeltaEnd> => {
    const inside: ShopDb = { ...shop, db: transaction };
    const { live_extract_id: live, uninstalled_at: uninstalledAt } = await lockShop(inside);
    const running = await lockExtract(inside, id);
    if (running?.attempt !== attempt || running.status !== "running") return "lost";
    // A full extract under way may have read a product before this delta did, and would put what it was back.
    const other = await findExtractInProgress(inside);
    if (uninstalledAt !== null || live !== made.base.extractId || other?.type === "full") {
      await withdrawDelta(inside, { id, attempt });
      await settleQueue(inside, { failed: false });
      return "superseded";
    }
    if (made.kind === "same") await completeIdleDelta(inside, { id, attempt, productCount: made.base.facts.variants });
    else await goLive(inside, { id, attempt, made });
    await removeMarks(inside, marks);
    await noteReadings(inside, id, made.readings);
    await settleQueue(inside, { failed: false });
    if (made.kind === "same") return "same";
    await publishDelta(inside, queue, minIntervalS(deltas, made.merged.facts.variants));
    return "live";
  });
}

async function goLive(
  shop: ShopDb,
  { id, attempt, made }: Pick<Finish, "id" | "attempt"> & { readonly made: Extract<Finish["made"], { kind: "merged" }> },
): Promise<void> {
  const { prefix, merged, extraction } = made;
  const snapshot = { prefix, snapshot: merged.facts, csvBytes: null, productCount: merged.facts.variants };
  await completeExtract(shop, { id, attempt, ...snapshot, warnings: extraction.warnings });
  if (!(await moveLiveSnapshot(shop, id))) throw new Error("a delta is newer than the snapshot that it changes");
  if (extraction.collections !== null) await renameCollections(shop, new Map(extraction.collections.map((one) => [one.id, one.title])));
}

/** Lets a full extract read what a delta can't. One that has just been comes again later, unless something else starts it. */
export async function giveWay(
  { queue }: Services,
  shop: ShopDb,
  delta: { readonly id: ExtractId; readonly attempt: number },
): Promise<DeltaEnd> {
  return transact(shop.db, async (transaction): Promise<DeltaEnd> => {
    const inside: ShopDb = { ...shop, db: transaction };
    const { uninstalled_at: uninstalledAt } = await lockShop(inside);
    if (!(await withdrawDelta(inside, delta))) return "lost";
    const isBusy = uninstalledAt !== null || (await extractRefusal(inside)) !== undefined;
    const mustWait = !isBusy && (await hasJustExtracted(inside));
    if (!isBusy && !mustWait) await startExtract(inside, queue);
    await settleQueue(inside, { failed: mustWait });
    return "superseded";
  });
}
