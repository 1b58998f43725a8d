import { formatId, storedId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { emit } from "../events/index.ts";
import { lockFeed } from "../feeds/index.ts";
import { write } from "../operation.ts";
import { discardHeldRun } from "./discard-queries.ts";
import { runDiscarded } from "./run-events.ts";
import { findRun, type RunRow } from "./run-queries.ts";
import { FeedRunShape, runAnswer, RunPath } from "./run-shapes.ts";

export const discardRun = write({
  name: "runs.discard",
  title: "Discard a held run",
  summary: "Discards a held run, so that it no longer needs a decision and can't be published.",
  description:
    "The file being served stays. The run is kept as long as other old runs; restore it with `runs.restore` before its files are removed.",
  scope: "write_exports",
  http: { method: "POST", path: "/feeds/{id}/runs/{run_id}/discard", status: 200 },
  path: RunPath,
  output: dataOf(FeedRunShape),
  example: { answer: { data: { publication: "discarded" } } },
  errors: ["resource_not_found", "run_not_held"],
  audit: "run.discarded",
  mcp: { tool: "discard_run", use: "Use it when the person has decided against a held run. Look at `diff_runs` first." },
  undone: ({ path }) => ({
    operation: "runs.restore",
    path: { id: String(path.id), run_id: String(path.run_id) },
    left: { publication: "discarded" },
  }),
  async target(call, { id, run_id: runId }) {
    // What publishes takes this lock too, so exactly one of the two finds the run held.
    if ((await lockFeed(call.shop, id)) === undefined) return call.fail("resource_not_found");
    return (await findRun(call.shop, id, runId)) ?? call.fail("resource_not_found");
  },
  before: ({ publication }) => ({ publication }),
  async run(call, { path, target: run }) {
    if (!(await discardHeldRun(call.shop, path.id, path.run_id))) return call.fail("run_not_held", notHeld(run));
    const data = runAnswer({ ...run, publication: "discarded" });
    await emit(call, runDiscarded, data);
    return { data };
  },
});

function notHeld({ id, status, publication }: RunRow): string {
  const state = status === "completed" ? publication : status;
  return `${formatId("run", storedId("run", id))} is ${state}. Only a held run can be discarded.`;
}
