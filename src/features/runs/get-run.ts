import { dataOf } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { findRun } from "./run-queries.ts";
import { FeedRunShape, runAnswer, RunPath } from "./run-shapes.ts";

export const getRun = read({
  name: "runs.get",
  title: "Get a run",
  summary: "Shows a run of a feed.",
  description: "Poll it until `status` is no longer `running`. If `publication` is `held`, `held_reasons` says why.",
  scope: "read_exports",
  http: { method: "GET", path: "/feeds/{id}/runs/{run_id}", status: 200 },
  path: RunPath,
  output: dataOf(FeedRunShape),
  errors: ["resource_not_found"],
  mcp: { tool: "get_run", use: "Use it to follow a run until it is `completed` or `failed`, and to read why it was held." },
  async run(call, { path }) {
    const run = (await findRun(call.shop, path.id, path.run_id)) ?? call.fail("resource_not_found");
    return { data: runAnswer(run) };
  },
});
