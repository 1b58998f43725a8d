import { type FeedRunShape, runAnswer } from "../../features/runs/index.ts";
import { openCommandApp } from "../command-app.ts";
import { findRunOfFeed, type RunOfFeedOptions } from "../find-run.ts";
import { changesText, heldText, timeText } from "../run-text.ts";

export interface RunsShowOptions extends RunOfFeedOptions {
  readonly json?: boolean;
}

export async function showRun(options: RunsShowOptions): Promise<void> {
  await using app = await openCommandApp();
  const { run } = await findRunOfFeed(app.postgres.db, options);
  const answer = runAnswer(run);
  process.stdout.write(options.json === true ? `${JSON.stringify(answer)}\n` : shown(answer));
}

function shown(run: FeedRunShape): string {
  const published = run.publication === "none" ? "" : `, its file is ${run.publication}`;
  const facts: readonly (readonly [string, string])[] = [
    ["Requested", `${timeText(run.created_at)} UTC by ${run.trigger}`],
    ["Took", run.duration_ms === null ? "" : `${(run.duration_ms / 1_000).toFixed(1)} s`],
    ["Snapshot", run.extract_id],
    ["Products", run.total_count === null ? "" : `${run.included_count} included, ${run.excluded_count} excluded`],
    ["Changes", changesText(run)],
    [
      "Tests",
      run.tests === null ? "" : `${run.tests.passed} passed, ${run.tests.failed} failed, ${run.tests.missing} without a matching row`,
    ],
    ["Error", run.error_code === null ? "" : `${run.error_code}: ${run.error_details ?? ""}`],
    ["File", run.has_output || run.status !== "completed" ? "" : "no longer stored"],
  ];
  const lines = facts.filter(([, text]) => text !== "").map(([name, text]) => `  ${name.padEnd(10)}${text}`);
  const head = `Run ${run.id} of ${run.feed_id}: ${run.status}${published}`;
  return `${[head, ...lines].join("\n")}\n${run.publication === "held" ? heldText(run) : ""}`;
}
