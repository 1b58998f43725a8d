import { listRunRows, runAnswer } from "../../features/runs/index.ts";
import { openCommandApp } from "../command-app.ts";
import { findShopOfFeed } from "../find-shop.ts";
import { countOption } from "../count-option.ts";
import { changesText, timeText } from "../run-text.ts";
import { table } from "../text-table.ts";

export interface RunsListOptions {
  readonly feed: string;
  readonly limit: string;
  readonly json?: boolean;
}

/** Newest first. */
export async function listFeedRuns(options: RunsListOptions): Promise<void> {
  const limit = countOption("--limit", options.limit);
  await using app = await openCommandApp();
  const { shop, feedId } = await findShopOfFeed(app.postgres.db, options.feed);
  const { rows, total } = await listRunRows(shop, feedId, { limit, offset: 0 });
  const runs = rows.map(runAnswer);
  if (options.json === true) process.stdout.write(`${JSON.stringify(runs)}\n`);
  else if (runs.length === 0) process.stdout.write(`${options.feed} has no run yet. Run it with: feedwright run --feed ${options.feed}\n`);
  else {
    const lines = runs.map((run) => [
      run.id,
      timeText(run.created_at),
      run.trigger,
      run.status,
      run.publication === "held" ? `held: ${run.held_reasons.map(({ code }) => code).join(", ")}` : run.publication,
      run.included_count === null ? "" : String(run.included_count),
      changesText(run),
    ]);
    process.stdout.write(table(["Id", "When (UTC)", "Trigger", "Status", "Publication", "Products", "Changes"], lines));
    if (total > runs.length) process.stdout.write(`Showing the newest ${runs.length} of ${total}. See more with --limit.\n`);
  }
}
