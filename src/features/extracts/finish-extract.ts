import type { ExtractId } from "../../kernel/ids.ts";
import { type ShopDb, transact } from "../../platform/postgres/postgres-port.ts";
import type { Extraction, WantedParts } from "../../storefronts/storefront-port.ts";
import { emit, type EventSource } from "../events/index.ts";
import type { Services } from "../operation.ts";
import { triggerRunsOfShop } from "../runs/index.ts";
import { renameCollections } from "../collections/index.ts";
import { removeMarksThrough, settleQueue } from "../marks/index.ts";
import { adoptConfig, dropConfig } from "./brought-config.ts";
import type { Imported } from "./count-imported.ts";
import { productsImported } from "./extract-events.ts";
import {
  completeExtract,
  type ExtractRow,
  failExtract,
  lockExtract,
  lockShop,
  lockShopIfThere,
  moveLiveSnapshot,
} from "./extract-queries.ts";
import { extractAnswer } from "./extract-shapes.ts";
import { keepLanguages, keepShopState } from "./shop-state-queries.ts";
import { extractWhatIsMissing, extractWhatWasAdded } from "./extract-wanted.ts";
import { tellEnded, tellProgress } from "./tell-extract.ts";

interface MadeSnapshot {
  readonly id: ExtractId;
  readonly attempt: number;
  readonly prefix: string;
  readonly snapshot: object;
  readonly csvBytes: number;
  readonly productCount: number;
  readonly extraction: Extraction;
  readonly imported: Imported;
  readonly reconciliation: object | null;
}

/** Ends an extract that left a snapshot: one transaction that compares the attempt, moves the shop to the snapshot, tells of it and starts the runs. `false`: a stale attempt. */
export async function finishExtract({ clock, queue }: Services, shop: ShopDb, made: MadeSnapshot): Promise<boolean> {
  const { extraction } = made;
  return transact(shop.db, async (transaction) => {
    const inside: ShopDb = { ...shop, db: transaction };
    const source = { shop: inside, clock };
    const { live_extract_id: live, uninstalled_at: uninstalledAt } = await lockShop(inside);
    const running = await lockExtract(inside, made.id);
    if (running?.attempt === made.attempt) await tellProgress(source, running, 100);
    const completed = await completeExtract(inside, { ...made, warnings: extraction.warnings });
    if (completed === undefined) return false;
    await tellEnded(source, completed);
    if (!(await moveLiveSnapshot(inside, made.id))) {
      await dropConfig({ shop: inside, queue }, completed);
      return true;
    }
    await adoptConfig({ shop: inside, queue }, completed);
    // What was counted is what this snapshot brought against that one; the next attempt counts against the one there is now.
    if (live !== made.imported.base) throw new Error("the live snapshot was replaced while a new one was compared with it");
    await tellImported(source, completed, made);
    if (extraction.shop !== null) await keepShopState(inside, extraction.shop);
    else
      await keepLanguages(
        inside,
        extraction.translations.map(({ locale }) => locale),
      );
    if (extraction.collections !== null)
      await renameCollections(inside, new Map(extraction.collections.map((collection) => [collection.id, collection.title])));
    await removeMarksThrough(inside, completed.marks_through);
    await settleQueue(inside, { failed: false });
    const trigger = completed.scheduled_for === null ? "extract" : "schedule";
    await triggerRunsOfShop(inside, queue, { extractId: made.id, trigger });
    if (uninstalledAt === null) await extractWhatIsMissing(inside, queue);
    return true;
  });
}

async function tellImported(source: EventSource, extract: ExtractRow, { productCount, imported }: MadeSnapshot): Promise<void> {
  const counts = imported.counts ?? { added: null, removed: null, changed: null };
  await emit(source, productsImported, { extract: extractAnswer(extract), product_count: productCount, ...counts });
}

/** Ends an extract that failed, and tells so. `false`: a stale attempt, or one of a shop that was erased, which changes nothing. */
export async function giveUpExtract(
  { clock, queue }: Services,
  shop: ShopDb,
  { wanted, ...failure }: Parameters<typeof failExtract>[1] & { readonly wanted: WantedParts | undefined },
): Promise<boolean> {
  return transact(shop.db, async (transaction) => {
    const inside: ShopDb = { ...shop, db: transaction };
    const locked = await lockShopIfThere(inside);
    if (locked === undefined) return false;
    const failed = await failExtract(inside, failure);
    if (failed === undefined) return false;
    await dropConfig({ shop: inside, queue }, failed);
    await tellEnded({ shop: inside, clock }, failed);
    if (locked.uninstalled_at === null && wanted !== undefined) await extractWhatWasAdded(inside, queue, wanted);
    return true;
  });
}
