import { lockFeed } from "../../features/feeds/index.ts";
import { requestRun, runAnswer } from "../../features/runs/index.ts";
import { findLiveSnapshot } from "../../features/snapshots/index.ts";
import { ERRORS, PlainError } from "../../kernel/errors.ts";
import type { FeedId } from "../../kernel/ids.ts";
import type { App } from "../../app.ts";
import { type ShopDb, transact } from "../../platform/postgres/postgres-port.ts";
import { ensureWorker, openCommandApp } from "../command-app.ts";
import { findShopOfFeed } from "../find-shop.ts";
import { followRun } from "../follow-work.ts";
import { progressLine } from "../progress-line.ts";
import { heldText } from "../run-text.ts";

export interface RunOptions {
  readonly feed: string;
  readonly json?: boolean;
}

export async function runFeed(options: RunOptions): Promise<void> {
  await using app = await openCommandApp();
  const { shop, feedId } = await findShopOfFeed(app.postgres.db, options.feed);
  const run = await runAndFollow(app, shop, feedId);
  process.stdout.write(options.json === true ? `${JSON.stringify(run.facts)}\n` : runText(run));
}

/** Runs the feed from the present snapshot and waits for the end. */
export async function runAndFollow(app: App, shop: ShopDb, feedId: FeedId) {
  await startRun(app, shop, feedId);
  const progress = progressLine(process.stderr);
  await ensureWorker(app);
  const answer = runAnswer(await followRun(shop, feedId, progress).finally(() => progress.done()));
  const { id: run_id, publication, included_count, excluded_count, held_reasons, tests } = answer;
  return { answer, facts: { run_id, publication, included_count, excluded_count, held_reasons, tests } };
}

export function runText({ answer, facts }: Awaited<ReturnType<typeof runAndFollow>>): string {
  const held = facts.publication === "held" ? heldText(answer) : "";
  return `Run ${facts.run_id} completed with ${facts.included_count} products included and ${facts.excluded_count} excluded. Its file is ${facts.publication}.\n${held}`;
}

async function startRun(app: App, shop: ShopDb, feedId: FeedId): Promise<void> {
  await transact(app.postgres.db, async (transaction) => {
    const inside: ShopDb = { ...shop, db: transaction };
    const feed = await lockFeed(inside, feedId);
    const snapshot = await findLiveSnapshot(inside);
    if (feed === undefined) throw new PlainError("feed_unknown", "The feed was removed.");
    const run = await requestRun(inside, app.services.queue, { feed, extractId: snapshot?.extractId ?? null, trigger: "regenerate" });
    if ("refusal" in run) throw new PlainError(run.refusal, run.message ?? ERRORS[run.refusal].sentence);
  });
}
