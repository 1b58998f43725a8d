import { findLiveFile } from "../../features/runs/index.ts";
import { PlainError } from "../../kernel/errors.ts";
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
  if (file === undefined)
    throw new PlainError("no_feed", `${options.feed} has no file yet. Run it with: feedwright run --feed ${options.feed}`);
  await writeObject(app.services.objects, file.key, options.out);
}
