import { listVersions, putConfig } from "../../features/config/index.ts";
import { findFeed, lockFeed } from "../../features/feeds/index.ts";
import { formatId } from "../../kernel/ids.ts";
import { members } from "../../kernel/unsafe.ts";
import { openCommandApp } from "../command-app.ts";
import { inCommandTransaction } from "../command-operation.ts";
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
  const applied = await inCommandTransaction(app, shop, async (perform, inside) => {
    const path = { id: String(feedId) };
    await lockFeed(inside, feedId);
    const before = (await findFeed(inside, feedId))?.definition_version;
    const query = expectedVersion === undefined ? {} : { expected_version: expectedVersion };
    const { version } = members(await perform(putConfig, { path, query, body }));
    const versions = await perform(listVersions, { path, query: { per_page: "1" } });
    const summary = version === before || !Array.isArray(versions) ? null : String(members(versions[0])["summary"]);
    return { feed_id: formatId("feed", feedId), version, changed: version !== before, summary };
  });
  const ran = run === true ? await runAndFollow(app, shop, feedId) : undefined;
  const told = applied.summary ?? "Nothing differs.";
  process.stdout.write(
    json === true
      ? `${JSON.stringify({ ...applied, ...(ran === undefined ? {} : { run: ran.facts }) })}\n`
      : `${told} ${applied.feed_id} has version ${String(applied.version)}.\n${ran === undefined ? "" : runText(ran)}`,
  );
}
