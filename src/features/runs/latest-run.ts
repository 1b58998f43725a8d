import { dataOf } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { FeedPath } from "../feeds/index.ts";
import { findLatestRun } from "./run-queries.ts";
import { FeedRunShape, runAnswer } from "./run-shapes.ts";

export const latestRun = read({
  name: "runs.latest",
  title: "Get the latest run",
  summary: "Shows a feed's newest run.",
  description: "Answers 404 if the feed has no run yet. The newest run isn't always the one whose files are served; see `publication`.",
  scope: "read_exports",
  http: { method: "GET", path: "/feeds/{id}/runs/latest", status: 200 },
  path: FeedPath,
  output: dataOf(FeedRunShape),
  errors: ["resource_not_found"],
  mcp: { tool: "latest_run", use: "Use it to learn whether the feed's last run went live. See `publication` and `held_reasons`." },
  async run(call, { path }) {
    const run = (await findLatestRun(call.shop, path.id)) ?? call.fail("resource_not_found");
    return { data: runAnswer(run) };
  },
});
