import { FeedRunShape, restoreRun } from "../../features/runs/index.ts";
import { openCommandApp } from "../command-app.ts";
import { performCommand } from "../command-operation.ts";
import { findRunOfFeed } from "../find-run.ts";
import type { RunsDiscardOptions } from "./runs-discard.ts";

export async function restoreRunOfFeed(options: RunsDiscardOptions): Promise<void> {
  await using app = await openCommandApp();
  const { shop, feedId, run } = await findRunOfFeed(app.postgres.db, options);
  const path = { id: String(feedId), run_id: String(run.id) };
  const restored = FeedRunShape.parse(await performCommand(app, shop, restoreRun, { path }));
  process.stdout.write(options.json === true ? `${JSON.stringify(restored)}\n` : `Run ${restored.id} is ${restored.publication}.\n`);
}
