import { writeFile } from "node:fs/promises";
import { getConfig } from "../../features/config/index.ts";
import { members } from "../../kernel/unsafe.ts";
import { openCommandApp } from "../command-app.ts";
import { performCommand } from "../command-operation.ts";
import { toStandardOutput } from "../write-object.ts";
import { findShopOfFeed } from "../find-shop.ts";

export interface FeedExportOptions {
  readonly feed: string;
  readonly out?: string;
}

/** Without its version: a file in a repository changes only where the feed does, and applies whatever came between. */
export async function exportFeed({ feed, out }: FeedExportOptions): Promise<void> {
  await using app = await openCommandApp();
  const { shop, feedId } = await findShopOfFeed(app.postgres.db, feed);
  const config = await performCommand(app, shop, getConfig, { path: { id: String(feedId) } });
  const kept = Object.entries(members(config)).filter(([name]) => name !== "version");
  const text = `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`;
  if (toStandardOutput(out)) process.stdout.write(text);
  else await writeFile(out, text);
}
