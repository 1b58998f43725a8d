import { formatId, storedId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { emit } from "../events/index.ts";
import { lockFeed } from "../feeds/index.ts";
import { write } from "../operation.ts";
import { restoreDiscardedRun } from "./discard-queries.ts";
import { runHeld } from "./run-events.ts";
import { findRun, type RunRow } from "./run-queries.ts";
import { FeedRunShape, hasOutput, runAnswer, RunPath } from "./run-shapes.ts";

export const restoreRun = write({
  name: "runs.restore",
  title: "Restore a discarded run",
  summary: "Restores a discarded run, so that it's held again and can be published.",
  description: "If a newer run has gone live since, the restored run is `superseded`, as other older runs are.",
  scope: "write_exports",
  http: { method: "POST", path: "/feeds/{id}/runs/{run_id}/restore", status: 200 },
  path: RunPath,
  output: dataOf(FeedRunShape),
  example: { answer: { data: { publication: "held" } } },
  errors: ["resource_not_found", "run_not_discarded"],
  audit: "run.restored",
  mcp: { tool: "restore_run", use: "Use it to take a `discard_run` back, or before you publish a run that was discarded." },
  undone: ({ path, answer: { data } }) =>
    data.publication === "held"
      ? { operation: "runs.discard", path: { id: String(path.id), run_id: String(path.run_id) }, left: { publication: "held" } }
      : { impossible: "A newer run is live, so the restored run isn't held and needs no decision." },
  async target(call, { id, run_id: runId }) {
    if ((await lockFeed(call.shop, id)) === undefined) return call.fail("resource_not_found");
    return (await findRun(call.shop, id, runId)) ?? call.fail("resource_not_found");
  },
  before: ({ publication }) => ({ publication }),
  async run(call, { path, target: run }) {
    if (run.publication === "discarded" && !hasOutput(run))
      return call.fail("run_not_discarded", `The files of ${nameOf(run)} are no longer stored. Regenerate the feed instead.`);
    if (!(await restoreDiscardedRun(call.shop, path.id, path.run_id)))
      return call.fail("run_not_discarded", `${nameOf(run)} wasn't discarded. Only a discarded run can be restored.`);
    const data = runAnswer((await findRun(call.shop, path.id, path.run_id)) ?? call.fail("resource_not_found"));
    if (data.publication === "held") await emit(call, runHeld, data);
    return { data };
  },
});

const nameOf = ({ id }: RunRow): string => formatId("run", storedId("run", id));
