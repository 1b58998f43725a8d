import { dataOf } from "../../kernel/page.ts";
import { command } from "../operation.ts";
import { FeedPath, lockFeed } from "../feeds/index.ts";
import { findLiveSnapshot } from "../snapshots/index.ts";
import { FeedRunShape, runAnswer, RUNNING_RUN_EXAMPLE } from "./run-shapes.ts";
import { requestRun } from "./start-run.ts";

export const regenerateFeed = command({
  name: "feeds.regenerate",
  title: "Regenerate a feed",
  summary: "Runs a feed again from the current snapshot.",
  description:
    "Transforms and publishes the feed, but doesn't pull products from the platform. The response is the run, which you can poll until it's `completed` or `failed`. If an automatic run with the same definition and snapshot is in progress, such as one started by a change of settings, the response is that run. If any other run is in progress, the answer is 409 `run_in_progress`.",
  scope: "write_exports",
  http: { method: "POST", path: "/feeds/{id}/regenerate", status: 202 },
  path: FeedPath,
  output: dataOf(FeedRunShape),
  example: { answer: { data: RUNNING_RUN_EXAMPLE } },
  errors: ["resource_not_found", "feed_inactive", "no_source_extract", "run_in_progress"],
  audit: "feed.regenerated",
  mcp: {
    tool: "run_feed",
    use: 'Use it after changes to rules, mappings or overrides, so that the file is updated. Call it with `mode: "status"` until the run is `completed`. It does not pull products again; `start_extract` does.',
  },
  undone: { impossible: "A run can't be undone. To serve the previous file, publish the run that was live before (`publish_run`)." },
  target: async (call, { id }) => (await lockFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  async run(call, { target: feed }) {
    const snapshot = await findLiveSnapshot(call.shop);
    const run = await requestRun(call.shop, call.queue, { feed, extractId: snapshot?.extractId ?? null, trigger: "regenerate" });
    if ("refusal" in run) return call.fail(run.refusal, run.message);
    return { data: runAnswer(run) };
  },
});
