import { formatId, storedId } from "../../kernel/ids.ts";
import { PreparationOutdated } from "../../kernel/operation.ts";
import { dataOf } from "../../kernel/page.ts";
import { ObjectMissing, type ObjectStore } from "../../platform/objects/objects-port.ts";
import { emitFindings } from "../findings/index.ts";
import { members } from "../../kernel/unsafe.ts";
import { write } from "../operation.ts";
import { findAllowance, holdFirstFeed, lockFeed, tellPublished } from "../feeds/index.ts";
import { markCurrencyDue } from "../channel-files/index.ts";
import { insertSyncsAfterPublish, pushingChannels } from "../syncs/index.ts";
import { findLiveRun, findRun, publishRun as moveLiveRun, type RunRow } from "./run-queries.ts";
import { servedFilesOfRun } from "./listed-output.ts";
import { differenceOfFiles } from "./published-difference.ts";
import { readRunOutput } from "./run.ts";
import { FeedRunShape, hasOutput, runAnswer, RunPath } from "./run-shapes.ts";

export const publishRun = write({
  name: "runs.publish",
  title: "Publish a run",
  summary: "Publishes a run's file: releases a held run, or goes back to an older one.",
  description:
    "The file is served immediately, until a newer run completes. You can't publish a discarded run, a run whose files have been removed by retention, or that has more products than the shop's plan allows now.",
  scope: "write_exports",
  http: { method: "POST", path: "/feeds/{id}/runs/{run_id}/publish", status: 200 },
  path: RunPath,
  output: dataOf(FeedRunShape),
  errors: ["resource_not_found", "feed_inactive", "run_discarded", "invalid_param", "plan_upgrade_required"],
  audit: "run.published",
  mcp: {
    tool: "publish_run",
    use: "Use it to release a held run or go back to an older one. Look at `diff_runs` first and let the person decide.",
  },
  undone: ({ path, before }) => {
    const { live_run_id: run } = members(before);
    if (typeof run !== "string")
      return { impossible: "No run was live before, so there is nothing to go back to. Publish another run (`publish_run`)." };
    return { operation: "runs.publish", path: { id: String(path.id), run_id: run }, left: { live_run_id: formatId("run", path.run_id) } };
  },
  async prepare(call, { path: { id, run_id: runId } }) {
    const run = await findRun(call.shop, id, runId);
    if (run === undefined || !hasOutput(run)) return undefined;
    const live = await findLiveRun(call.shop, id);
    const hasObjects = await hasFiles(call.objects, run);
    const difference = hasObjects && live?.id !== run.id ? await differenceOfFiles(call, { before: live, after: run }) : null;
    return { liveRunId: live?.id ?? null, hasObjects, difference };
  },
  async target(call, { id, run_id: runId }) {
    await holdFirstFeed(call.shop);
    const feed = (await lockFeed(call.shop, id)) ?? call.fail("resource_not_found");
    const run = (await findRun(call.shop, id, runId)) ?? call.fail("resource_not_found");
    return { feed, run };
  },
  before: ({ feed }) => ({ live_run_id: feed.live_run_id === null ? null : formatId("run", storedId("run", feed.live_run_id)) }),
  async run(call, { path, target: { feed, run }, prepared }) {
    if (!feed.active) return call.fail("feed_inactive");
    const name = formatId("run", storedId("run", run.id));
    if (run.status !== "completed") return call.fail("invalid_param", `${name} is ${run.status}. Only a completed run can be published.`);
    if (run.publication === "discarded") return call.fail("run_discarded", `${name} was discarded. Restore it first, then publish it.`);
    if (!hasOutput(run) || prepared?.hasObjects === false)
      return call.fail("invalid_param", `The files of ${name} are no longer stored. Regenerate the feed instead.`);
    if (runAnswer(run).held_reasons.some(({ code }) => code === "not_extracted"))
      return call.fail(
        "invalid_param",
        `${name} has no products, because its language or market wasn't extracted. Run a full extract instead.`,
      );
    const allowance = await findAllowance(call.shop);
    if (allowance !== null && (run.included_count ?? 0) > allowance)
      return call.fail(
        "plan_upgrade_required",
        `${name} has ${run.included_count} products, but the shop's plan allows ${allowance}. Upgrade the plan, or select fewer products.`,
      );
    // Another one has been published since they were compared, or this one has only just ended.
    if (prepared?.liveRunId !== feed.live_run_id) throw new PreparationOutdated();
    const { difference } = prepared;
    await moveLiveRun(call.shop, { id: path.run_id, feedId: path.id, onlyForward: false });
    if (difference !== null) {
      await tellPublished(call, { feedId: path.id, runId: path.run_id, difference });
      const channels = Object.keys(readRunOutput(run.output).channels);
      await emitFindings(call, { feedId: path.id, runId: path.run_id, channels });
      await insertSyncsAfterPublish(call.shop, { feedId: path.id, channels, pushing: pushingChannels(call.channels) });
      await markCurrencyDue(call.shop, path.id);
    }
    const published = (await findRun(call.shop, path.id, path.run_id)) ?? call.fail("resource_not_found");
    return { data: runAnswer(published) };
  },
});

/** Whether the run's files are still stored. Rejects with `ObjectDamaged`, so that the last good files go on being served. */
async function hasFiles(objects: ObjectStore, run: RunRow): Promise<boolean> {
  try {
    for (const key of servedFilesOfRun(run)) await objects.check(key, { recheck: true });
    return true;
  } catch (error) {
    if (error instanceof ObjectMissing) return false;
    throw error;
  }
}
