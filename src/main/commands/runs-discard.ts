import { discardRun, FeedRunShape } from "../../features/runs/index.ts";
import { openCommandApp } from "../command-app.ts";
import { performCommand } from "../command-operation.ts";
import { findRunOfFeed, type RunOfFeedOptions } from "../find-run.ts";

export interface RunsDiscardOptions extends RunOfFeedOptions {
  readonly json?: boolean;
}

export async function discardRunOfFeed(options: RunsDiscardOptions): Promise<void> {
  await using app = await openCommandApp();
  const { shop, feedId, run } = await findRunOfFeed(app.postgres.db, options);
  const path = { id: String(feedId), run_id: String(run.id) };
  const discarded = FeedRunShape.parse(await performCommand(app, shop, discardRun, { path }));
  process.stdout.write(
    options.json === true
      ? `${JSON.stringify(discarded)}\n`
      : `Run ${discarded.id} is discarded. The file being served stays. Take it back with: feedwright runs restore --feed ${discarded.feed_id} --run ${discarded.id}\n`,
  );
}
