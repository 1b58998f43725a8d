import { findHeldFirstRun, findLiveFile, heldSentence } from "../../features/runs/index.ts";
import { PlainError } from "../../kernel/errors.ts";
import { type FeedId, formatId, storedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { openCommandApp } from "../command-app.ts";
import { findShopOfFeed } from "../find-shop.ts";
import { writeObject } from "../write-object.ts";

export interface FeedDownloadOptions {
  readonly feed: string;
  readonly out?: string;
}

export async function downloadFeed(options: FeedDownloadOptions): Promise<void> {
  await using app = await openCommandApp();
  const { shop, feedId } = await findShopOfFeed(app.postgres.db, options.feed);
  const file = await findLiveFile(shop, feedId);
  if (file === undefined) await refuseHeld(shop, feedId);
  if (file === undefined)
    throw new PlainError("no_feed", `${options.feed} has no file yet. Run it with: feedwright run --feed ${options.feed}`);
  await writeObject(app.services.objects, file.key, options.out);
}

async function refuseHeld(shop: ShopDb, feedId: FeedId): Promise<void> {
  const held = await findHeldFirstRun(shop, feedId);
  if (held === undefined) return;
  const [feed, run] = [formatId("feed", feedId), formatId("run", storedId("run", held.id))];
  const publish = `Publish it with: feedwright runs publish --feed ${feed} --run ${run}`;
  throw new PlainError("no_feed", `${feed} has no file yet. ${heldSentence(held)} ${publish}`);
}
