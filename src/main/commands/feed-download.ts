import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { findLiveFile } from "../../features/runs/index.ts";
import { PlainError } from "../../kernel/errors.ts";
import { openCommandApp } from "../command-app.ts";
import { findShopOfFeed } from "../find-shop.ts";

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
  const target = options.out === undefined ? process.stdout : createWriteStream(options.out);
  await pipeline(await app.services.objects.read(file.key), target, { end: options.out !== undefined });
}
