import { findVersion, putConfig } from "../../features/config/index.ts";
import { findFeed, lockFeed } from "../../features/feeds/index.ts";
import { formatId } from "../../kernel/ids.ts";
import { members } from "../../kernel/unsafe.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { openCommandApp } from "../command-app.ts";
import { performAround } from "../command-operation.ts";
import { findShopOfFeed } from "../find-shop.ts";
import { readConfigFile } from "../read-config-file.ts";
import { runAndFollow, runText } from "./run.ts";

export interface FeedApplyOptions {
  readonly feed: string;
  readonly run?: boolean;
  readonly json?: boolean;
  readonly expectedVersion?: string;
}

export async function applyToFeed({ file, feed, run, json, expectedVersion }: FeedApplyOptions & { readonly file: string }): Promise<void> {
  const body = await readConfigFile(file);
  await using app = await openCommandApp();
  const { shop, feedId } = await findShopOfFeed(app.postgres.db, feed);
  const input = { path: { id: String(feedId) }, query: expectedVersion === undefined ? {} : { expected_version: expectedVersion }, body };
  const around = async (perform: () => Promise<unknown>, inside: ShopDb) => {
    await lockFeed(inside, feedId);
    const before = (await findFeed(inside, feedId))?.definition_version;
    const version = Number(members(await perform())["version"]);
    const made = version === before ? undefined : await findVersion(inside, feedId, version);
    return { feed_id: formatId("feed", feedId), version, changed: version !== before, summary: made?.summary ?? null };
  };
  const applied = await performAround(app, shop, { operation: putConfig, input, around });
  const ran = run === true ? await runAndFollow(app, shop, feedId) : undefined;
  const told = applied.summary ?? "No changes.";
  process.stdout.write(
    json === true
      ? `${JSON.stringify({ ...applied, ...(ran === undefined ? {} : { run: ran.facts }) })}\n`
      : `${told} ${applied.feed_id} is at version ${String(applied.version)}.\n${ran === undefined ? "" : runText(ran)}`,
  );
}
