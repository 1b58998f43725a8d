import { FeedRunShape, publishRun } from "../../features/runs/index.ts";
import { openCommandApp } from "../command-app.ts";
import { performCommand } from "../command-operation.ts";
import { findRunOfFeed, type RunOfFeedOptions } from "../find-run.ts";

export interface RunsPublishOptions extends RunOfFeedOptions {
  readonly json?: boolean;
}

export async function publishRunOfFeed(options: RunsPublishOptions): Promise<void> {
  await using app = await openCommandApp();
  const { shop, feedId, run } = await findRunOfFeed(app.postgres.db, options);
  const path = { id: String(feedId), run_id: String(run.id) };
  const published = FeedRunShape.parse(await performCommand(app, shop, publishRun, { path }));
  process.stdout.write(
    options.json === true
      ? `${JSON.stringify(published)}\n`
      : `Run ${published.id} is live with ${published.included_count} products. It is served until a newer run completes.\n`,
  );
}
