import { type ConfigPlanShape, putConfig } from "../../features/config/index.ts";
import { branded } from "../../kernel/unsafe.ts";
import { openCommandApp } from "../command-app.ts";
import { performCommand } from "../command-operation.ts";
import { findShopOfFeed } from "../find-shop.ts";
import { planText } from "../plan-text.ts";
import { readConfigFile } from "../read-config-file.ts";

export interface FeedPlanOptions {
  readonly feed: string;
  readonly json?: boolean;
  readonly exitCode?: boolean;
}

/** What `diff` and the tools of its kind end with where something differs, one apart from failing. */
const DIFFERS_EXIT_CODE = 2;

export async function planFeed({ file, feed, json, exitCode }: FeedPlanOptions & { readonly file: string }): Promise<void> {
  const body = await readConfigFile(file);
  await using app = await openCommandApp();
  const { shop, feedId } = await findShopOfFeed(app.postgres.db, feed);
  const plan = await performCommand(app, shop, putConfig, { path: { id: String(feedId) }, query: { dry_run: "true" }, body });
  // What the operation answers a dry run.
  const answered = branded<ConfigPlanShape>(plan);
  process.stdout.write(json === true ? `${JSON.stringify(answered)}\n` : planText(answered));
  if (exitCode === true && answered.changes.length > 0) process.exitCode = DIFFERS_EXIT_CODE;
}
